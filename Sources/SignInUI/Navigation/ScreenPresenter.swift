import Sentences
public import SignIn
import Terminal

/// Shows one scene at a time on a screen.
public final class ScreenPresenter: ScenePresenter {
  public var didAct: () -> Void = {}
  public let leadsBack = true

  private let look: Look
  private let heading: FormHeading
  private var view: (any SceneView)?
  private var size = Size(columns: 0, rows: 0)
  private var headingLine: HeadingLine?

  /// - Parameters:
  ///   - look: The theme and the glyphs of every scene.
  ///   - heading: The words above and below the forms.
  public init(_ look: Look, _ heading: FormHeading = FormHeading()) {
    self.look = look
    self.heading = heading
  }

  public func present(_ scene: PresentedScene?) {
    view = scene.map(makeView)
    headingLine = (view as? any FormSceneView).map { HeadingLine(heading, of: $0.form) }
    if case .signIn = scene, let help = heading.help { (view as? any FormSceneView)?.form.help = help }
    view?.resize(to: size)
  }

  public func announceClosing(inSeconds seconds: Int?) {
    view?.notice = seconds.map {
      translated("Closing in {seconds} s. Press any key to stay.", ["seconds": String($0)])
    }
  }

  public func announce(_ message: Message) {
    view?.notice = message.text
  }

  private func makeView(of scene: PresentedScene) -> any SceneView {
    switch scene {
    case .signIn(let viewModel, let offersToRemember):
      SignInView(viewModel: viewModel, offersToRemember: offersToRemember, title: heading.title, look: look)
    case .signUp(let viewModel): SignUpView(viewModel: viewModel, look: look)
    case .challenge(let viewModel): ChallengeView(viewModel: viewModel, look: look)
    case .activity(let viewModel, let email): ActivityView(viewModel: viewModel, email: email, look: look)
    case .changePassword(let viewModel): ChangePasswordView(viewModel: viewModel, look: look)
    }
  }

  func handle(_ event: Event) {
    switch event {
    case .key, .pasteBegan, .pasted, .pasteEnded, .mouse:
      // A user who goes on has read the notice.
      if view?.notice != nil { view?.notice = nil }
      didAct()
    case .resized, .redraw, .suspending, .capsLock: break
    }
    view?.handle(event)
  }

  func resize(to size: Size) {
    self.size = size
    view?.resize(to: size)
  }

  func draw(in frame: inout Frame) {
    view?.draw(in: &frame)
  }
}
