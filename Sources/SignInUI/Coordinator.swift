public import Identity
public import SignIn
public import Signals
import Terminal

/// Leads from scene to scene: it alone makes them, and view models tell it, as their routing, where the way goes.
public final class Coordinator {
  /// A scene: one view model and its view.
  public enum Scene: Hashable, Sendable {
    /// The sign-in form.
    case signIn
  }

  /// How it ends.
  public enum Result: Sendable {
    /// Somebody signed in.
    case signedIn(SignedIn)
    /// Somebody left the form.
    case cancelled
    /// All tries that one run grants were refused.
    case refused
  }

  /// What scenes are made of.
  public struct Dependencies {
    /// Signs in.
    public var signIn: any SigningIn
    /// The lengths of password accepted at sign-in.
    public var passwordLength: Signal<ClosedRange<Int>>
    /// Where the email is remembered; nil where that is not offered.
    public var memory: (any EmailMemory)?
    /// What an administrator or a command line decides.
    public var settings: SignInViewModel.Settings
    /// Time.
    public var scheduler: any Scheduler
    /// What everything is drawn with.
    public var look: Look

    /// All of it.
    public init(
      signIn: any SigningIn, passwordLength: Signal<ClosedRange<Int>>, memory: (any EmailMemory)?,
      settings: SignInViewModel.Settings, scheduler: any Scheduler, look: Look
    ) {
      self.signIn = signIn
      self.passwordLength = passwordLength
      self.memory = memory
      self.settings = settings
      self.scheduler = scheduler
      self.look = look
    }
  }

  /// The end, once it has come.
  public private(set) var result: Result?

  private let dependencies: Dependencies
  private var scene: (any SceneView)?
  private var size = Size(columns: 0, rows: 0)

  /// A coordinator without a scene yet.
  public init(_ dependencies: Dependencies) {
    self.dependencies = dependencies
  }

  /// Shows `scene` in place of the one before.
  public func transition(to scene: Scene) {
    let view = make(scene)
    view.resize(to: size)
    self.scene = view
  }

  private func make(_ scene: Scene) -> any SceneView {
    switch scene {
    case .signIn:
      SignInView(
        viewModel: SignInViewModel(
          signIn: dependencies.signIn, passwordLength: dependencies.passwordLength, memory: dependencies.memory,
          settings: dependencies.settings, scheduler: dependencies.scheduler, routing: self),
        offersToRemember: dependencies.memory != nil, look: dependencies.look)
    }
  }

  func handle(_ event: Event) {
    scene?.handle(event)
  }

  func resize(to size: Size) {
    self.size = size
    scene?.resize(to: size)
  }

  func draw(in frame: inout Frame) {
    scene?.draw(in: &frame)
  }
}

extension Coordinator: SignInRouting {
  /// The end: somebody signed in.
  public func didSignIn(_ signedIn: SignedIn) {
    result = .signedIn(signedIn)
  }

  /// The end: somebody left.
  public func didCancelSignIn() {
    result = .cancelled
  }

  /// The end: no more tries.
  public func didUseUpAttempts() {
    result = .refused
  }
}
