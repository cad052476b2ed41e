import Identity
import SignIn
import Signals
import TestSupport
import Testing

@Suite("The wait for an approval elsewhere")
struct ApprovalViewModelTests {
  @Test("shows who approves, the address, the code, and a picture of the complete address")
  func page() throws {
    let outputs = ApprovalScene().outputs
    #expect(outputs.title == "Example Corp")
    #expect(outputs.address == "https://login.example.com/device")
    #expect(outputs.code == "WDJB-MJHT")
    #expect(outputs.picture == QRCode.picture(of: "https://login.example.com/device?user_code=WDJB-MJHT"))
    #expect(outputs.isCodeInPicture)
  }

  @Test("shows a picture of the plain address where there is no other")
  func plainPicture() throws {
    let outputs = ApprovalScene(.sample(complete: nil)).outputs
    #expect(outputs.picture == QRCode.picture(of: "https://login.example.com/device"))
    #expect(!outputs.isCodeInPicture)
  }

  @Test("waits by itself, and goes on by itself")
  func goesOn() async {
    let scene = ApprovalScene()
    #expect(await scene.script.go(on: .ended(.signedIn(SignedIn(email: scene.owner)))) == .proceed)
    await scene.routes.wait { $0 == [.signedIn(scene.owner.text)] }
  }

  @Test("goes on with the next code when this one has ended, and with a further step")
  func nextCode() async {
    let scene = ApprovalScene()
    await scene.script.go(on: .wait(.approval, at: .sample(code: "NEXT")))
    await scene.routes.wait { $0 == [.page("NEXT")] }
    let other = ApprovalScene()
    await other.script.go(on: .ask([Challenge(.code(digits: 6))]))
    await other.routes.wait { $0 == [.question] }
  }

  @Test("counts down by the minute, in the last one by the second, and stops at the end")
  func countdown() {
    let scene = ApprovalScene(.sample(timeLimit: .seconds(150)))
    #expect(scene.timeLeft.values == [.minutes(3)])
    scene.scheduler.advance(by: .milliseconds(29_999))
    #expect(scene.timeLeft.values == [.minutes(3)])
    scene.scheduler.advance(by: .milliseconds(1))
    #expect(scene.timeLeft.values == [.minutes(3), .minutes(2)])
    scene.scheduler.advance(by: .seconds(61))
    #expect(scene.timeLeft.values == [.minutes(3), .minutes(2), .seconds(60), .seconds(59)])
    scene.scheduler.advance(by: .seconds(3600))
    #expect(scene.timeLeft.values.suffix(2) == [.seconds(1), .over])
  }

  @Test("counts down no more once the answer is there")
  func answered() async {
    let scene = ApprovalScene(.sample(timeLimit: .seconds(150)))
    await scene.script.go(on: .ended(.signedIn(SignedIn(email: scene.owner))))
    await scene.routes.wait { !$0.isEmpty }
    scene.scheduler.advance(by: .seconds(3600))
    #expect(scene.timeLeft.values == [.minutes(3)])
  }

  @Test("wakes the program once a minute")
  func wakeUps() async {
    let scene = ApprovalScene()
    let counted = CountedScheduler(scene.scheduler)
    let viewModel: any ApprovalViewModelType = ApprovalViewModel(
      scene.conversation, at: .sample(timeLimit: .seconds(600)), on: counted)
    let time = Recorder(viewModel.outputs.timeLeft)
    scene.scheduler.advance(by: .seconds(539))
    #expect(counted.count == 9, "The timer of the minute that is counted, and of those before it.")
    #expect(time.last == .minutes(2))
  }

  @Test("ends when the user gives up: the conversation is cancelled, and nothing is said")
  func givesUp() async {
    let scene = ApprovalScene()
    #expect(await eventually { scene.script.isAsked })
    scene.inputs.didTapCancel()
    #expect(scene.routes.values == [.left(nil)])
    #expect(await eventually { !scene.script.isAsked })
    #expect(!scene.script.isAsked)
  }

  @Test("says why a change of the account ends that is given up")
  func givesUpChange() {
    let scene = ApprovalScene(for: .change(.removeSecondStep, SignedIn(email: email("ada@lovelace.example"))))
    scene.inputs.didTapCancel()
    #expect(scene.routes.values == [.left(.changeCancelled)])
  }

  @Test("copies the address for a browser on another machine")
  func copies() {
    let scene = ApprovalScene()
    scene.inputs.didTapCopy()
    #expect(scene.copied.values == ["https://login.example.com/device?user_code=WDJB-MJHT"])
  }
}

/// The wait, played by a test that also gives what comes next.
private final class ApprovalScene {
  enum Route: Equatable {
    case page(String)
    case question
    case signedIn(String)
    case ended
    case left(Message?)
  }

  let owner = email("ada@lovelace.example")
  let script = ScriptedConversation()
  let scheduler = TestScheduler()
  let conversation: Conversation
  let inputs: any ApprovalViewModelInputs
  let outputs: any ApprovalViewModelOutputs
  let timeLeft: Recorder<ApprovalTime>
  let copied: Recorder<String>
  let routes: Recorder<Route>

  init(_ page: ApprovalPage = .sample(), for purpose: Conversation.Purpose = .signIn(remembersEmail: false)) {
    conversation = Conversation(
      script.begin(.email(owner), nil), of: .email(owner), for: purpose, at: .wait(.approval, at: page))
    let viewModel: any ApprovalViewModelType = ApprovalViewModel(conversation, at: page, on: scheduler)
    (inputs, outputs) = (viewModel.inputs, viewModel.outputs)
    timeLeft = Recorder(outputs.timeLeft)
    copied = Recorder(outputs.copied)
    routes = Recorder(
      .merge(
        outputs.nextStep.map { $0.step.page.map { .page($0.code) } ?? .question },
        outputs.ended.map { outcome, _ in outcome.signedIn.map { .signedIn($0.email.text) } ?? .ended },
        outputs.dismissed.map { .left($0) }))
    inputs.viewDidLoad()
  }
}

/// A scheduler that counts the timers.
private final class CountedScheduler: Scheduler {
  private let scheduler: TestScheduler
  private(set) var count = 0

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  var now: Duration { scheduler.now }

  func schedule(after delay: Duration, _ action: @escaping () -> Void) -> Disposable {
    count += 1
    return scheduler.schedule(after: delay, action)
  }
}
