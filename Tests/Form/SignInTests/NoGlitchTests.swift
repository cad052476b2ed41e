import Identity
import SignIn
import Signals
import TestSupport
import Testing

/// Whole sequences of what the outputs say, so that a value that comes too often or for a moment shows.
@Suite("The outputs of the sign-in form, in full")
struct NoGlitchTests {
  @Test("A key changes each output once at most")
  func keys() {
    let form = SignInForm()
    form.email.type("a")
    form.email.type("ada@lovelace.example")
    form.password.type("corre")
    form.password.type("correct")
    form.email.type("ada@")
    #expect(form.email.status.values == [.neutral, .invalid, .valid, .invalid])
    #expect(form.email.message.values == [nil, .emailNotValid, nil, .emailNotValid])
    #expect(form.password.status.values == [.neutral, .invalid, .valid])
    #expect(form.password.message.values == [nil, .violation(.length(6...20)), nil])
    #expect(form.isSubmitEnabled.values == [false, true, false])
    #expect(form.message.values == [nil])
    #expect(form.focus.values == [.email])
  }

  @Test("A refusal doesn't enable the button for a moment, nor show the emptied password as wrong")
  func refusal() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .refused(.emailOrPassword) }
    #expect(form.isSubmitEnabled.values == [false, true, false])
    #expect(form.progress.values == [nil, SubmissionProgress(step: 0), nil])
    #expect(form.message.values == [nil, .refused(.emailOrPassword)])
    #expect(form.email.status.values == [.neutral, .valid, .neutral])
    #expect(form.password.status.values == [.neutral, .valid, .neutral])
    #expect(form.password.message.values == [nil])
    #expect(form.password.cleared.values.count == 1)
    #expect(form.focus.values == [.email, .password])
  }

  @Test("A block shows its countdown at once, and no other message before it")
  func block() async {
    let form = SignInForm.filled()
    form.inputs.didTapSubmit()
    await form.answer(.refused(blockedFor: 2))
    await form.progress.wait { $0.last == .some(nil) }
    form.scheduler.advance(by: .seconds(2))
    #expect(
      form.message.values == [
        nil, .blocked(.emailOrPassword, seconds: 2), .blocked(.emailOrPassword, seconds: 1),
        .refused(.emailOrPassword),
      ])
    #expect(form.isSubmitEnabled.values == [false, true, false])
    #expect(form.password.cleared.values.count == 1)
  }

  @Test("A submission is sealed and sent once, whatever the number of outputs")
  func once() async {
    let form = SignInForm.filled()
    form.inputs.email.didReturn()
    form.inputs.password.didReturn()
    form.inputs.didTapSubmit()
    await form.answer(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
    await form.routes.wait { !$0.isEmpty }
    #expect(form.routes.values == [.signedIn("ada@lovelace.example")])
    #expect(form.progress.values == [nil, SubmissionProgress(step: 0), nil])
  }
}
