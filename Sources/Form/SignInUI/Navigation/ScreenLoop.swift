public import Terminal
import Unix

/// Plays a navigator's scenes on the terminal. Keys go to the scene, and its drawing goes to the screen, once a turn.
public final class ScreenLoop {
  /// The signal that Ctrl-C stands for.
  private static let interrupt: Int32 = 2

  private let session: TerminalSession
  private let navigator: Navigator
  private let presenter: ScreenPresenter
  private let source: EventSource
  private let screen: CursesScreen
  private var frame: Frame
  private let isLock: Bool
  private let asksForBackground: Bool
  private let asksForWidth: Bool
  private var hasAsked = false
  private var isInterrupted = false

  /// - Parameters:
  ///   - session: The terminal. The caller closes it after `run`.
  ///   - navigator: Decides on the scenes.
  ///   - presenter: Shows the scenes.
  ///   - colours: False shows weights and marks only (`NO_COLOR`).
  ///   - isLock: Whether Ctrl-C and Ctrl-Z do nothing.
  ///   - asksForBackground: Whether to ask the terminal for its background, once the first frame is on the screen.
  ///   - asksForWidth: Whether to ask it for the width of ambiguous characters, too.
  public init(
    on session: TerminalSession, _ navigator: Navigator, _ presenter: ScreenPresenter, colours: Bool,
    isLock: Bool = false, asksForBackground: Bool = false, asksForWidth: Bool = false
  ) {
    self.asksForWidth = asksForWidth
    self.isLock = isLock
    self.asksForBackground = asksForBackground
    self.navigator = navigator
    self.presenter = presenter
    self.session = session
    source = EventSource(session)
    screen = CursesScreen(session, colours: colours)
    screen.ground = presenter.look.theme[.screen]
    frame = Frame(size: session.size)
    presenter.resize(to: session.size)
  }

  /// Plays the scenes until the end, and gives the screen back.
  public func run() -> Navigator.Ending {
    source.onEvent = { [unowned self] in take($0) }
    presenter.write = { [unowned session] in session.ask($0) }
    session.loop.onTurnEnd = { [unowned self] in show() }
    let ending = session.loop.run()
    takeSecretsOff()
    // The scenes go while the user's last keys come.
    session.leaveScreen()
    if !isInterrupted { source.awaitAnswer() }
    switch ending {
    case .signal(let number): return .signal(number)
    case .terminalGone: return .terminalGone
    case .stopped: break
    }
    if let result = navigator.result, !isInterrupted { return .finished(result) }
    return .signal(Self.interrupt)
  }

  private func take(_ event: Event) {
    switch event {
    case .key(.control("c")) where !isLock:
      isInterrupted = true
      session.loop.stop()
    case .key(.control("z")) where !isLock:
      source.suspend()
    case .key(.control("l")):
      screen.redraw()
    case .background(let background):
      presenter.fit(to: background)
      screen.ground = presenter.look.theme[.screen]
    case .ambiguousIsWide:
      presenter.drawInASCII()
      screen.redraw()
    case .resized(let size):
      frame = Frame(size: size)
      presenter.resize(to: size)
    default:
      presenter.handle(event)
    }
  }

  /// Clears a readable password from the screen at the end, so that it does not stay in the memory of curses.
  private func takeSecretsOff() {
    guard frame.holdsSecret else { return }
    frame.clear()
    screen.present(&frame)
  }

  private func show() {
    if navigator.result != nil { session.loop.stop() }
    presenter.draw(in: &frame)
    screen.present(&frame)
    session.takesMouse = presenter.takesMouse
    guard !hasAsked else { return }
    hasAsked = true
    let row = asksForWidth ? frame.lastRowWithBlankMargin : nil
    if asksForBackground || row != nil { source.ask(forBackground: asksForBackground, widthIn: row) }
  }
}
