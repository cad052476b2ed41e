import Sentences
public import SignIn
public import Terminal

/// Shows one scene at a time on a screen.
public final class ScreenPresenter: ScenePresenter {
  public var didAct: () -> Void = {}
  public let leadsBack = true

  /// The theme and the glyphs of every scene.
  private(set) var look: Look
  /// Returns the theme for a background that the terminal reports.
  public var theme: ((Backdrop) -> Theme)?

  private let heading: FormHeading
  private var view: (any SceneView)?
  private var size = Size(columns: 0, rows: 0)
  private var headingWords: HeadingWords?
  /// The countdown that was announced last; nil behind its end.
  private var closing: String?
  /// The last event of Caps Lock, which every scene must know.
  private var capsLock: Event?
  /// Whether the person had chosen the whole account page, or the list, when a change of the account began; nil for
  /// neither. The page that follows the change starts like that.
  private var showsAccountPage: Bool?

  /// - Parameters:
  ///   - look: The theme and the glyphs of every scene.
  ///   - heading: The words above and below the forms.
  public init(_ look: Look, _ heading: FormHeading = FormHeading()) {
    self.look = look
    self.heading = heading
  }

  public func present(_ scene: PresentedScene?) {
    headingWords = nil
    switch scene {
    case .signIn, .signUp, .provider: showsAccountPage = nil
    default: if let account = view as? AccountView { showsAccountPage = account.showsPage }
    }
    view = scene.map(makeView)
    view?.resize(to: size)
    if let capsLock { view?.handle(capsLock) }
  }

  public func announceClosing(inSeconds seconds: Int?) {
    let words = seconds.map {
      translated("Closing in {seconds} s. Press any key to stay.", ["seconds": String($0)])
    }
    // At its end, something else may have been said instead.
    if words != nil || view?.notice == closing { view?.notice = words }
    closing = words
  }

  /// Writes bytes to the terminal. The screen loop sets it.
  var write: ([UInt8]) -> Void = { _ in }

  public func copy(_ text: String) {
    write(TerminalClipboard.bytes(copying: text))
  }

  /// Whether the scene on show takes the mouse.
  var takesMouse: Bool { view?.takesMouse ?? true }

  public func announce(_ message: Message) {
    // It has one row.
    view?.notice = message.text.replacing("\n", with: " ")
  }

  private func makeView(of scene: PresentedScene) -> any SceneView {
    switch scene {
    case .signIn(let viewModel, let offersToRemember):
      let view = SignInView(viewModel: viewModel, offersToRemember: offersToRemember, title: heading.title, look: look)
      if let help = heading.help { view.help = help }
      return headed(view)
    case .signUp(let viewModel): return headed(SignUpView(viewModel: viewModel, look: look))
    case .provider(let viewModel):
      let view = ProviderView(viewModel: viewModel, title: heading.title, look: look)
      if let help = heading.help { view.help = help }
      return headed(view)
    case .approval(let viewModel): return ApprovalView(viewModel: viewModel, look: look)
    case .challenge(let viewModel, let savesCodes):
      return headed(ChallengeView(viewModel: viewModel, savesCodes: savesCodes, look: look))
    case .account(let viewModel, let activity, let email):
      return AccountView(viewModel: viewModel, activity, email: email, showsPage: showsAccountPage, look: look)
    case .changePassword(let viewModel): return headed(ChangePasswordView(viewModel: viewModel, look: look))
    }
  }

  /// Repaints everything in the colours for a background.
  func fit(to background: Backdrop) {
    guard let theme = theme?(background), theme != look.theme else { return }
    look = Look(theme: theme, glyphs: look.glyphs, hasColours: look.hasColours)
    view?.look = look
  }

  /// Repaints everything with lines and marks that are one cell wide on every terminal.
  func drawInASCII() {
    look = Look(theme: look.theme, glyphs: .ascii, hasColours: look.hasColours)
    view?.look = look
  }

  private func headed(_ view: FormView) -> any SceneView {
    headingWords = HeadingWords(heading, of: view)
    return view
  }

  func handle(_ event: Event) {
    switch event {
    // The end of a click says no more than its beginning.
    case .mouse(let mouse) where mouse.isRelease: break
    case .key, .pasteBegan, .pasted, .pasteEnded, .mouse:
      // A user who goes on has read the notice.
      if view?.notice != nil { view?.notice = nil }
      didAct()
    case .capsLock: capsLock = event
    case .resized, .redraw, .suspending, .background, .ambiguousIsWide: break
    }
    view?.handle(event)
    // The terminal pastes only what it does not report.
    if case .mouse(let mouse) = event, mouse.action == .press(.middle) {
      view?.notice = translated("To paste with the mouse, hold Shift.")
    }
  }

  func resize(to size: Size) {
    self.size = size
    view?.resize(to: size)
  }

  func draw(in frame: inout Frame) {
    view?.draw(in: &frame)
  }
}
