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
    #expect(form.password.message.values == [nil, .passwordLength(6...20), nil])
    #expect(form.isSubmitEnabled.values == [false, true, false])
    #expect(form.message.values == [nil])
    #expect(form.focus.values == [.email])
  }

  @Test("A refusal doesn't enable the button for a moment, nor show the emptied password as wrong")
  func refusal() async {
    let form = SignInForm.filled()
    form.inputs.submitTapped()
    await form.answer(.refused(blockedFor: nil))
    await form.message.wait { $0.last == .wrongEmailOrPassword }
    #expect(form.isSubmitEnabled.values == [false, true, false])
    #expect(form.progress.values == [nil, SubmissionProgress(step: 0), nil])
    #expect(form.message.values == [nil, .wrongEmailOrPassword])
    #expect(form.email.status.values == [.neutral, .valid, .neutral])
    #expect(form.password.status.values == [.neutral, .valid, .neutral])
    #expect(form.password.message.values == [nil])
    #expect(form.password.cleared.values.count == 1)
    #expect(form.focus.values == [.email, .password])
  }

  @Test("A block shows its countdown at once, and no other message before it")
  func block() async {
    let form = SignInForm.filled()
    form.inputs.submitTapped()
    await form.answer(.refused(blockedFor: 2))
    await form.progress.wait { $0.last == .some(nil) }
    form.scheduler.advance(by: .seconds(2))
    #expect(
      form.message.values == [
        nil, .blocked(.wrongEmailOrPassword, seconds: 2), .blocked(.wrongEmailOrPassword, seconds: 1),
        .wrongEmailOrPassword,
      ])
    #expect(form.isSubmitEnabled.values == [false, true, false, true])
    #expect(form.password.cleared.values.isEmpty)
  }

  @Test("A submission is sealed and sent once, however many outputs tell of it")
  func once() async {
    let form = SignInForm.filled()
    form.inputs.email.returned()
    form.inputs.password.returned()
    form.inputs.submitTapped()
    await form.answer(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
    await form.routes.wait { !$0.isEmpty }
    #expect(form.routes.values == [.signedIn("ada@lovelace.example")])
    #expect(form.progress.values == [nil, SubmissionProgress(step: 0), nil])
  }
}

@Suite("What outlives a sign-in form")
struct SignInLifetimeTests {
  @Test("Nothing of the form is left once its view is gone, and an answer under way is not waited for")
  func released() async {
    let script = ScriptedConversation()
    weak var inputs: FieldInputs?
    do {
      let form = SignInForm.filled(signIn: script)
      inputs = form.inputs.password
      form.inputs.submitTapped()
      #expect(await eventually { script.isAsked })
    }
    #expect(inputs == nil)
    #expect(await eventually { !script.isAsked }, "The attempt is cancelled.")
    #expect(await eventually { script.released == 1 }, "So is its conversation.")
  }

  @Test("Its outputs need nobody who keeps the view model")
  func outputsAlone() async {
    let scheduler = TestScheduler()
    let signIn = ScriptedSignIn()
    weak var gone: SignInViewModel?
    let (email, password, submit, signedIn) = {
      let viewModel = SignInViewModel(
        Accounts(signIn: signIn, tally: AttemptTally(scheduler: scheduler)), on: scheduler)
      gone = viewModel
      let (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
      return (
        PlayedField(inputs.email, outputs.email), PlayedField(inputs.password, outputs.password),
        { inputs.submitTapped() }, Recorder(outputs.signedIn)
      )
    }()
    #expect(gone == nil)
    email.type("ada@lovelace.example")
    password.type("correct horse")
    submit()
    signIn.answer(
      await signIn.nextAttempt(), .signedIn(SignedIn(email: TestSupport.email("ada@lovelace.example"))))
    await signedIn.wait { $0.count == 1 }
  }
}

@Suite("What outlives the other scenes")
struct SceneLifetimeTests {
  @Test("Nothing of a list is left once its view is gone, and the page under way is not waited for")
  func activity() async {
    weak var store: ScriptedActivity?
    weak var scheduler: TestScheduler?
    do {
      let activity = Activity()
      store = activity.store
      scheduler = activity.scheduler
      _ = await activity.store.nextRequest()
    }
    #expect(await eventually { scheduler == nil })
    #expect(await eventually { store == nil })
  }

  @Test("Nothing of a step is left once its view is gone, and the answer under way is not waited for")
  func challenge() async {
    let script = ScriptedConversation()
    weak var scheduler: TestScheduler?
    do {
      let scene = ChallengeScene(
        .ask(.asking([.code(digits: 6)], timeLimit: .seconds(90))), script)
      scheduler = scene.scheduler
      scene.type("123456")
      #expect(await eventually { script.isAsked })
    }
    #expect(scheduler == nil)
    #expect(await eventually { !script.isAsked })
    #expect(await eventually { script.released == 1 })
  }
}
