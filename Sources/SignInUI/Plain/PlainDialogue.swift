public import Identity
import Sentences
public import SignIn
import Signals
public import Terminal

/// A scene without a screen.
protocol PlainView: AnyObject {
  var form: PlainForm { get }
}

/// Leads from scene to scene where there is no screen: line by line, with the view models of the screen.
public final class PlainDialogue {
  private let dependencies: Coordinator.Dependencies
  private let typewriter: any Typewriter
  private var view: (any PlainView)?
  private let idleLimit: IdleLimit?
  private let bag = DisposeBag()

  /// The end, once it has come.
  private(set) var result: Coordinator.Result?

  /// A dialogue that has not begun yet.
  public convenience init(_ dependencies: Coordinator.Dependencies, on terminal: LineTerminal) {
    self.init(dependencies, on: terminal as any Typewriter)
  }

  init(_ dependencies: Coordinator.Dependencies, on typewriter: any Typewriter) {
    self.dependencies = dependencies
    self.typewriter = typewriter
    idleLimit = dependencies.idleSeconds.map { IdleLimit(seconds: $0, scheduler: dependencies.scheduler) }
    // The countdown is said when it begins.
    idleLimit?.secondsLeft.scan((before: Int?.none, now: Int?.none)) { ($0.now, $1) }
      .compactMap { $0.before == nil ? $0.now : nil }
      .bind(to: Binder(self) { $0.view?.form.interrupt(Self.countdown($1)) }).disposed(by: bag)
    idleLimit?.passed.bind(to: Binder(self) { dialogue, _ in dialogue.end(.timedOut) }).disposed(by: bag)
  }

  /// Begins `scene` in place of the one before.
  public func transition(to scene: Coordinator.Scene) {
    view = make(scene)
    idleLimit?.didAct()
  }

  /// The store turned out to hold no account: the first one is created here, where that is allowed.
  public func didFindNoAccounts() {
    if dependencies.signUp == nil { end(.noAccounts) } else { transition(to: .signUp(email: nil)) }
  }

  /// Holds the dialogue until its end.
  public func run(on terminal: LineTerminal) -> Stage.Ending {
    terminal.onEvent = { [unowned self] in handle($0) }
    terminal.onTurnEnd = { [unowned self, unowned terminal] in
      settle()
      if result != nil { terminal.stop() }
    }
    switch terminal.run() {
    case .signal(let number): return .signal(number)
    case .terminalGone: return .terminalGone
    case .stopped: return result.map(Stage.Ending.finished) ?? .terminalGone
    }
  }

  func handle(_ event: LineTerminal.Event) {
    idleLimit?.didAct()
    view?.form.handle(event)
  }

  func settle() {
    view?.form.settle()
  }

  private func make(_ scene: Coordinator.Scene) -> any PlainView {
    switch scene {
    case .activity, .changePassword: preconditionFailure("A dialogue ends with the sign-in: nothing leads on.")
    case .signUp(let email):
      guard let signUp = dependencies.signUp else {
        preconditionFailure("Nothing leads to a form for new accounts where they are not allowed.")
      }
      return PlainSignUpView(viewModel: dependencies.signUpViewModel(signUp, email, routing: self), on: typewriter)
    case .signIn(let email):
      return PlainSignInView(
        viewModel: dependencies.signInViewModel(email, routing: self), offersToRemember: dependencies.memory != nil,
        on: typewriter)
    }
  }

  /// What was typed goes with the scene.
  private func end(_ result: Coordinator.Result) {
    self.result = result
    view = nil
  }

  private static func countdown(_ seconds: Int) -> String {
    translated("Closes in {seconds} s. Finish the line to stay.", ["seconds": String(seconds)])
  }
}

extension PlainDialogue: SignInRouting {
  /// The end: somebody signed in.
  public func didSignIn(_ signedIn: SignedIn) {
    end(.signedIn(signedIn))
  }

  /// The end: somebody left.
  public func didCancelSignIn() {
    end(.cancelled)
  }

  /// On to the form for a new account. What was typed for the email only asked for that.
  public func didAskToCreateAccount(email: String) {
    transition(to: .signUp(email: nil))
  }

  /// The end: no more tries.
  public func didUseUpAttempts() {
    end(.refused)
  }
}

extension PlainDialogue: SignUpRouting {
  /// The end: somebody signed in to the new account.
  public func didSignUp(_ signedIn: SignedIn) {
    end(.signedIn(signedIn))
  }

  /// On to signing in.
  public func didCreateAccount(_ email: EmailAddress) {
    transition(to: .signIn(email: email.text))
  }

  /// The end: there is no going back behind the end of input.
  public func didCancelSignUp() {
    end(.cancelled)
  }
}
