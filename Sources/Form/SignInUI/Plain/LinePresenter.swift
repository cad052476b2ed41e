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

  private let device: any LineDevice
  /// The sentences to say before the first scene.
  private var opening: [String]
  private var view: (any PlainView)?
  private var isClosing = false

  /// Creates a presenter that shows nothing yet.
  /// - Parameter heading: Its title, greeting and help are said once.
  public convenience init(on terminal: LineTerminal, _ heading: FormHeading) {
    self.init(on: terminal as any LineDevice, heading)
  }

  init(on device: any LineDevice, _ heading: FormHeading = FormHeading()) {
    self.device = device
    opening = [heading.title, heading.greeting, heading.help].compactMap { $0 }
  }

  public func present(_ scene: PresentedScene?) {
    if scene != nil {
      opening.forEach(device.writeLine)
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
    for line in message.lines.split(separator: "\n") { device.writeLine(String(line)) }
  }

  private func makeView(of scene: PresentedScene) -> any PlainView {
    switch scene {
    case .signIn(let viewModel, _): PlainSignInView(viewModel: viewModel, on: device)
    case .signUp(let viewModel): PlainSignUpView(viewModel: viewModel, on: device)
    case .provider(let viewModel): PlainProviderView(viewModel: viewModel, on: device)
    case .approval(let viewModel): PlainApprovalView(viewModel: viewModel, on: device)
    case .challenge(let viewModel, _): PlainChallengeView(viewModel: viewModel, on: device)
    case .account(let viewModel, let activity, let email):
      PlainAccountView(viewModel: viewModel, activity, email: email, on: device)
    case .changePassword(let viewModel): PlainChangePasswordView(viewModel: viewModel, on: device)
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

/// Where a plain form writes and asks: a terminal without a screen, or a script in a test.
protocol LineDevice: AnyObject {
  /// Writes a sentence on a line of its own.
  func writeLine(_ sentence: String)
  /// Writes a prompt. The answer arrives as events, and is visible if `echoes`.
  func ask(_ prompt: String, echoes: Bool)
  /// Hides and drops what the user types, until the next question.
  func ignoreInput()
}

extension LineTerminal: LineDevice {}

extension Message {
  /// The message without keys of the screen: line by line, answers are letters.
  fileprivate var lines: String {
    switch self {
    case .accountCreated: translated("Welcome! Your account is ready.")
    case .passwordEnds(let days, _): Message.passwordEnds(days: days, isChangeable: false).text
    default: text
    }
  }
}
