import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("What outlives a sign-in form")
struct SignInLifetimeTests {
  @Test("Nothing of the form is left once its view is gone, and an answer under way is not waited for")
  func released() async {
    let script = ScriptedConversation()
    weak var inputs: FieldInputs?
    do {
      let form = SignInForm.filled(signIn: script)
      inputs = form.inputs.password
      form.inputs.didTapSubmit()
      #expect(await eventually { script.isAsked })
    }
    #expect(inputs == nil)
    #expect(await eventually { !script.isAsked }, "The attempt is cancelled.")
    #expect(await eventually { script.released == 1 }, "So is its conversation.")
  }

  @Test("A refused password is kept nowhere: neither the field nor the conversation has it")
  func refused() async {
    let script = ScriptedConversation()
    let form = SignInForm.filled(signIn: script)
    form.inputs.didTapSubmit()
    await script.go(on: .ended(.refused(blockedFor: nil)))
    await form.message.wait { $0.last == .refused(.emailOrPassword) }
    #expect(form.password.isEmpty)
    #expect(await eventually { script.released == 1 }, "The conversation, which holds the password, is gone.")
  }

  @Test("Its outputs work after the view model is released")
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
        { inputs.didTapSubmit() }, Recorder(outputs.signedIn)
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
