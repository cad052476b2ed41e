import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A step of a conversation")
struct ChallengeViewModelTests {
  private let one = ChallengeID(1)

  // MARK: Asked again

  @Test(
    "A question that is asked again says why, until the user types",
    arguments: [
      (Challenge.Kind.code(digits: 6), AnswerFault.wrong, Message.wrongCode),
      (.code(digits: 6), .used, .usedCode),
      (.code(digits: 6), .codesLocked, .codesLocked),
      (.recoveryCode, .wrong, .wrongRecoveryCode),
      (.password, .wrong, .refused(.password)),
      (.prompt("Token", isSecret: true), .wrong, .refused(.answer)),
      (.newPassword(.expired), .violation(.common), .violation(.common)),
    ])
  func again(kind: Challenge.Kind, fault: AnswerFault, message: Message) {
    let scene = ChallengeScene(.ask(.asking([kind], fault: fault)))
    #expect(scene.message.last == message)
    scene.type("1")
    #expect(scene.message.last == .some(nil))
  }

  @Test("A question of several parts that is asked again says what was wrong with the first")
  func againInParts() {
    let scene = ChallengeScene(.ask(.asking([.password, .code(digits: 6)], fault: .wrong)))
    #expect(scene.message.last == .refused(.password))
  }

  // MARK: Other questions

  @Test("A new password is asked for twice, by all rules, with its strength and the reason")
  func newPassword() async {
    let scene = ChallengeScene(asking: .newPassword(.oneTime))
    #expect(scene.outputs.kinds == [.newPassword, .repeatedPassword])
    #expect(scene.outputs.notices == [.newPasswordNeeded(.oneTime)])
    #expect(scene.focus.values == [0])
    scene.type("lovelace")
    #expect(scene.first.message.last == .violation(.partOfEmail))
    scene.type("battery staple")
    #expect(scene.first.strength.last != .some(nil))
    scene.pressEnter()
    #expect(scene.focus.last == 1)
    scene.fields[1].type("battery")
    #expect(scene.fields[1].message.last == .passwordsDiffer)
    scene.fields[1].type("battery staple")
    scene.inputs.didTapSubmit()
    #expect(await scene.script.go(on: .ended(.cancelled)) == .answer("battery staple", to: one))
  }

  @Test("A password has the lengths of the policy, but that of a user name any: its provider has rules of its own")
  func passwordLength() throws {
    let name = try #require(LoginName("ada", of: "pam").map(Login.name))
    for (login, message) in [
      (.email(email("ada@lovelace.example")), .violation(.length(6...20))), (name, nil),
    ] as [(Login, Message?)] {
      let script = ScriptedConversation()
      let conversation = Conversation(
        script.begin(login, nil), of: login, for: .signIn(remembersEmail: false), at: .ask(.asking([.password])))
      let scene = ChallengeScene(goingOn: conversation, script)
      scene.type("12345")
      #expect(scene.first.message.last == message)
    }
  }

  @Test("Several prompts are several fields; their answers go one at a time, and are typed once")
  func prompts() async {
    let (name, pin) = (Challenge.Kind.prompt("Token", isSecret: false), Challenge.Kind.prompt("PIN", isSecret: true))
    let scene = ChallengeScene(asking: name, pin)
    #expect(scene.outputs.fields.map(\.isMasked) == [false, true])
    scene.fields[0].type("blue")
    scene.fields[1].type("1234")
    scene.inputs.didTapSubmit()
    let again = SignInStep.ask(Question([Challenge(pin, id: ChallengeID(9))]))
    #expect(await scene.script.go(on: again) == .answer("blue", to: one))
    #expect(await scene.script.go(on: .ended(.refused(blockedFor: nil))) == .answer("1234", to: ChallengeID(9)))
    await scene.routes.wait { $0 == [.ended(.refused(.answer))] }
  }

  @Test("Enter alone answers another program, which may ask for no more")
  func emptyAnswer() async {
    let scene = ChallengeScene(asking: .prompt("Touch your key, then press Enter", isSecret: true))
    #expect(scene.isSubmitEnabled.last == true)
    scene.pressEnter()
    #expect(await scene.script.go(on: .ask(.asking([.code(digits: 6)]))) == .answer("", to: one))
    #expect(scene.first.message.values == [nil])
    #expect(scene.first.status.values == [.neutral])
  }

  @Test("Enter in an empty prompt leads to the next one, and in the last one it answers")
  func emptyPrompts() async {
    let pin = Challenge.Kind.prompt("PIN", isSecret: true)
    let scene = ChallengeScene(asking: .prompt("Token", isSecret: false), pin)
    scene.pressEnter()
    #expect(scene.focus.last == 1)
    scene.inputs.fields[1].didReturn()
    let again = SignInStep.ask(Question([Challenge(pin, id: ChallengeID(9))]))
    #expect(await scene.script.go(on: again) == .answer("", to: one))
    #expect(await scene.script.go(on: .ended(.cancelled)) == .answer("", to: ChallengeID(9)))
  }

  @Test("Enter is said to lead on while another field is to be filled in, and to answer then")
  func leadsOn() {
    let scene = ChallengeScene(asking: .newPassword(.oneTime))
    let recorders = scene.outputs.fields.map { Recorder($0.returnLeadsOn) }
    var leadsOn: [Bool?] { recorders.map { $0.last } }
    #expect(leadsOn == [true, true])
    scene.type("battery staple")
    #expect(leadsOn == [true, false])
    scene.fields[1].type("battery staple")
    #expect(leadsOn == [false, false])
  }

  @Test("A wrong first answer is asked for again, with the focus, and the second stays unsent")
  func firstPromptWrong() async {
    let scene = ChallengeScene(asking: .prompt("Token", isSecret: false), .prompt("PIN", isSecret: true))
    for field in scene.fields { field.type("1234") }
    scene.inputs.didTapSubmit()
    await scene.script.go(
      on: .ask(.asking([.prompt("Token", isSecret: false), .prompt("PIN", isSecret: true)], fault: .wrong)))
    await scene.routes.wait { $0 == [.met("ask", [])] }
    #expect(scene.focus.last == 0)
    #expect(!scene.script.isAsked)
  }

  @Test("An answer is sent once: the user is asked if the same is wanted again")
  func sentOnce() async {
    let pin = Challenge.Kind.prompt("PIN", isSecret: true)
    let scene = ChallengeScene(asking: .prompt("Token", isSecret: false), pin)
    for field in scene.fields { field.type("1234") }
    scene.inputs.didTapSubmit()
    for _ in 1...2 { await scene.script.go(on: .ask(.asking([pin]))) }
    await scene.routes.wait { $0 == [.met("ask", [])] }
    #expect(!scene.script.isAsked)
  }

  @Test("Another way to answer is asked for only if the question offers it")
  func otherMethod() async {
    let scene = ChallengeScene(.ask(.asking([.code(digits: 6)], methods: [.recoveryCode])))
    scene.inputs.didTapMethod(.code)
    #expect(scene.progress.values == [nil])
    scene.inputs.didTapMethod(.recoveryCode)
    #expect(await scene.script.go(on: .ask(.asking([.recoveryCode]))) == .method(.recoveryCode))
    await scene.routes.wait { $0 == [.met("ask", [])] }
  }

  // MARK: Notices and waits

  @Test("A notice proceeds without a key, and stays until the next answer")
  func notice() async throws {
    // given
    let scene = ChallengeScene(asking: .prompt("PIN", isSecret: true))
    let script = scene.script
    scene.type("1234")
    scene.pressEnter()
    await script.go(on: .tell(.quotation("Touch your key.", .information)))
    await scene.routes.wait { $0 == [.met("tell", [.quotation("Touch your key.")])] }
    // when
    let told = ChallengeScene(goingOn: try #require(scene.conversation), script)
    #expect(told.outputs.notices == [.quotation("Touch your key.")])
    #expect(await script.go(on: .ask(.asking([.code(digits: 6)]))) == .proceed)
    await told.routes.wait { $0 == [.met("ask", [.quotation("Touch your key.")])] }
    // then
    let asked = ChallengeScene(goingOn: try #require(told.conversation), script)
    #expect(asked.outputs.notices == [.quotation("Touch your key.")])
    asked.type("123456")
    await script.go(on: .ask(.asking([.code(digits: 6)], fault: .wrong)))
    await asked.routes.wait { $0 == [.met("ask", [])] }
  }

  @Test("A password that ends soon is told, and not that it can be changed here")
  func passwordEnds() async {
    let scene = ChallengeScene(.beginning)
    await scene.script.go(on: .tell(.passwordEnds(days: 3)))
    await scene.routes.wait { $0 == [.met("tell", [.passwordEnds(days: 3, isChangeable: false)])] }
  }

  @Test("An approval elsewhere is awaited, with the seconds, and proceeds without a key")
  func approval() async {
    let scene = ChallengeScene(.wait(.approval))
    scene.scheduler.advance(by: .seconds(3))
    #expect(scene.progress.last??.seconds == 3)
    #expect(await scene.script.go(on: .ended(.cancelled)) == .proceed)
    await scene.routes.wait { $0 == [.ended(nil)] }
  }

  @Test("A conversation that has not begun begins by itself")
  func beginning() async {
    let scene = ChallengeScene(.beginning)
    #expect(await scene.script.go(on: .ask(.asking([.password]))) == .begin(0))
    await scene.routes.wait { $0 == [.met("ask", [])] }
  }

  @Test("Recovery codes wait for the tick; Enter does nothing before")
  func recoveryCodes() async {
    let scene = ChallengeScene(.tell(.recoveryCodes(["abcd-efgh"])))
    #expect(scene.outputs.step.recoveryCodes == ["abcd-efgh"])
    let reminders = Recorder(scene.outputs.reminder)
    scene.inputs.didTapSubmit()
    #expect(reminders.values == [.codesNotKept])
    scene.inputs.didTapKept()
    scene.inputs.didTapKept()
    scene.inputs.didTapSubmit()
    #expect(scene.isKept.values == [false, true, false])
    #expect(scene.isSubmitEnabled.values == [false, true, false])
    #expect(scene.progress.values == [nil])
    scene.inputs.didTapKept()
    scene.inputs.didTapSubmit()
    #expect(await scene.script.go(on: .ended(.changed)) == .proceed)
  }

  // MARK: The end

  @Test("Esc leaves, and releases the conversation, even while an answer is under way")
  func left() async {
    let script = ScriptedConversation()
    do {
      let scene = ChallengeScene(.ask(.asking([.code(digits: 6)])), script)
      scene.type("123456")
      scene.inputs.didTapCancel()
      #expect(scene.routes.values == [.left(nil)])
    }
    #expect(await eventually { script.released == 1 })
  }

  @Test("Esc in the set-up says that nothing has changed, unless an answer is under way that may change something")
  func leftSetUp() {
    let owner = SignedIn(email: email("ada@lovelace.example"))
    for isRunning in [false, true] {
      let script = ScriptedConversation()
      let scene = ChallengeScene(
        .tell(.recoveryCodes(["abcd"])), for: .change(.setUpSecondStep(replaces: false), owner), script)
      scene.inputs.didTapKept()
      if isRunning { scene.inputs.didTapSubmit() }
      scene.inputs.didTapCancel()
      #expect(scene.routes.values == [.left(isRunning ? nil : .secondStepCancelled)])
    }
  }

  @Test("The last minute to answer is counted down; then the scene is left")
  func timeLimit() {
    let scene = ChallengeScene(.ask(.asking([.code(digits: 6)], timeLimit: .seconds(90))))
    scene.scheduler.advance(by: .seconds(29))
    #expect(scene.secondsLeft.values == [nil])
    scene.scheduler.advance(by: .seconds(1))
    #expect(scene.secondsLeft.values == [nil, 60])
    scene.scheduler.advance(by: .seconds(30))
    #expect(scene.secondsLeft.last == 30)
    scene.scheduler.advance(by: .seconds(29))
    #expect(scene.secondsLeft.last == 1)
    #expect(scene.routes.values.isEmpty)
    scene.scheduler.advance(by: .seconds(1))
    #expect(scene.routes.values == [.outOfTime])
  }

  @Test(
    "An end says what a person can do about it",
    arguments: [
      (SignInOutcome.refused(blockedFor: 8), Message?.some(.refused(.code))), (.throttled(seconds: 4), nil),
      (.disabled, .attemptsDisabled), (.secondStepMissing, .secondStepMissing),
      (.passwordExpired, .passwordExpired), (.cancelled, nil),
    ])
  func ends(outcome: SignInOutcome, message: Message?) async {
    let scene = ChallengeScene(asking: .code(digits: 6))
    scene.type("123456")
    await scene.script.go(on: .ended(outcome))
    await scene.routes.wait { $0 == [.ended(message)] }
  }

  @Test(
    "A password that was wrong too often, or is not checked for that reason, is told from a code",
    arguments: [(.refused(blockedFor: 8), true), (.throttled(seconds: 4), true), (.refused(blockedFor: nil), false)]
      as [(SignInOutcome, Bool)])
  func blockedByPassword(outcome: SignInOutcome, isBlock: Bool) async {
    for (kind, isPassword) in [(Challenge.Kind.password, true), (.code(digits: 6), false)] {
      let scene = ChallengeScene(asking: kind)
      let blocks = Recorder(scene.outputs.ended.map { outcome, conversation in conversation.isBlocked(by: outcome) })
      scene.type("123456")
      scene.pressEnter()
      await scene.script.go(on: .ended(outcome))
      await blocks.wait { $0 == [isBlock && isPassword] }
    }
  }

  @Test("A refusal of a question of several parts speaks of the first")
  func refusedInParts() async {
    let scene = ChallengeScene(asking: .password, .code(digits: 6))
    scene.type("correct horse")
    scene.fields[1].type("123456")
    scene.inputs.didTapSubmit()
    await scene.script.go(on: .ended(.refused(blockedFor: nil)))
    await scene.routes.wait { $0 == [.ended(.refused(.emailOrPassword))] }
  }

  @Test("A refusal behind a question that proves nothing is not one of its answer: the account has changed")
  func refusedForAnotherReason() async {
    let scene = ChallengeScene(asking: .newPassword(.oneTime))
    for field in scene.fields { field.type("battery staple") }
    scene.inputs.didTapSubmit()
    await scene.script.go(on: .ended(.refused(blockedFor: nil)))
    await scene.routes.wait { $0 == [.ended(.accountChanged)] }
  }

  @Test(
    "The set-up says how it ended, because its scene says nothing of blocks",
    arguments: [
      (SignInOutcome.changed, Message.secondStepOn), (.refused(blockedFor: nil), .refused(.answer)),
      (.refused(blockedFor: 8), .blocked(.answer, seconds: 8)),
      (.throttled(seconds: 4), .blocked(nil, seconds: 4)),
    ])
  func setUpEnds(outcome: SignInOutcome, message: Message) async {
    let script = ScriptedConversation()
    let owner = SignedIn(email: email("ada@lovelace.example"))
    let scene = ChallengeScene(.beginning, for: .change(.setUpSecondStep(replaces: false), owner), script)
    guard case .change(.setUpSecondStep, _) = scene.outputs.purpose else { Issue.record("another purpose"); return }
    await script.go(on: .ended(outcome))
    await scene.routes.wait { $0 == [.ended(message)] }
  }

  @Test(
    "A link of a user name says how it ended",
    arguments: [
      (SignInOutcome.changed, Message.nameLinked), (.taken, .nameTaken), (.refused(blockedFor: nil), .refused(.answer)),
      (.unavailable(.service(.workerFailed)), .nameNotLinked(.service(.workerFailed))),
      (.throttled(seconds: 4), .blocked(nil, seconds: 4)),
    ])
  func linkEnds(outcome: SignInOutcome, message: Message) async {
    let script = ScriptedConversation()
    let owner = SignedIn(email: email("ada@lovelace.example"))
    let scene = ChallengeScene(.beginning, for: .link(owner), script)
    guard case .link = scene.outputs.purpose else { Issue.record("another purpose"); return }
    await script.go(on: .ended(outcome))
    await scene.routes.wait { $0 == [.ended(message)] }
  }
}
