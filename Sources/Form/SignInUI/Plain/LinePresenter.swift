import Sentences
public import SignIn
public import Terminal
import Unix

/// A scene shown line by line.
protocol PlainView: AnyObject {
  var form: PlainForm { get }
}

/// Shows one scene at a time, line by line. It can't go back past a finished line.
public final class LinePresenter: ScenePresenter {
  public var didAct: () -> Void = {}
  public let leadsBack = false
  /// Whether to ask whether to remember the login, if that is offered. It is decided otherwise.
  public var asksToRemember = true

  private let typewriter: any Typewriter
  /// The sentences to say before the first scene.
  private var opening: [String]
  private var view: (any PlainView)?
  private var isClosing = false

  /// Creates a presenter that shows nothing yet.
  /// - Parameter heading: Its title, greeting and help are said once.
  public convenience init(on terminal: LineTerminal, _ heading: FormHeading) {
    self.init(on: terminal as any Typewriter, heading)
  }

  init(on typewriter: any Typewriter, _ heading: FormHeading = FormHeading()) {
    self.typewriter = typewriter
    opening = [heading.title, heading.greeting, heading.help].compactMap { $0 }
  }

  public func present(_ scene: PresentedScene?) {
    if scene != nil {
      opening.forEach(typewriter.say)
      opening = []
    }
    view = scene.map(makeView)
  }

  /// Announces the countdown once, when it begins.
  public func announceClosing(inSeconds seconds: Int?) {
    if let seconds, !isClosing {
      view?.form.interrupt(
        translated("Closing in {seconds} s. Press Enter to stay.", ["seconds": String(seconds)]))
    }
    isClosing = seconds != nil
  }

  /// A dialogue has its words in the terminal already, to select.
  public func copy(_ text: String) {}

  public func announce(_ message: Message) {
    typewriter.say(message.text)
  }

  private func makeView(of scene: PresentedScene) -> any PlainView {
    switch scene {
    case .signIn(let viewModel, let offersToRemember):
      PlainSignInView(viewModel: viewModel, asksToRemember: offersToRemember && asksToRemember, on: typewriter)
    case .signUp(let viewModel): PlainSignUpView(viewModel: viewModel, on: typewriter)
    case .challenge(let viewModel, _): PlainChallengeView(viewModel: viewModel, on: typewriter)
    case .activity, .changePassword: preconditionFailure("Activity and changing a password need a screen.")
    }
  }

  /// Runs the navigator's scenes until the end.
  public func run(_ navigator: Navigator, on terminal: LineTerminal) -> Navigator.Ending {
    terminal.onEvent = { [unowned self] in handle($0) }
    terminal.loop.onTurnEnd = { [unowned self, unowned terminal] in
      settle()
      if navigator.result != nil { terminal.loop.stop() }
    }
    switch terminal.loop.run() {
    case .signal(let number): return .signal(number)
    case .terminalGone: return .terminalGone
    case .stopped: return navigator.result.map(Navigator.Ending.finished) ?? .terminalGone
    }
  }

  func handle(_ event: LineTerminal.Event) {
    didAct()
    view?.form.handle(event)
  }

  func settle() {
    view?.form.settle()
  }
}
