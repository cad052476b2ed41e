public import Identity
public import SignIn
public import Signals

/// Everything that scenes need.
public struct SceneDependencies {
  /// Where to ask, and what is known before anybody asks.
  public var accounts: Accounts
  /// Options set by an administrator or on the command line.
  public var settings = SignInViewModel.Settings()
  /// Remembers the login; nil if that is not offered.
  public var memory: (any EmailMemory)?
  /// The provider at which people sign in by an approval elsewhere, if they can't sign in otherwise; nil if they can.
  public var onlyProvider: () -> ApprovalProvider? = { nil }
  /// Writes recovery codes into a new file that only the user can read, and returns its path; nil if it can't. Nil where files
  /// are not the user's own.
  public var saveCodes: ((_ codes: [String], _ email: EmailAddress) -> String?)?
  /// Removes that file: its codes are good for nothing.
  public var discardCodes: (_ path: String) -> Void = { _ in }
  /// The current day and the user's time zone.
  public var clock: any WallClock
  /// The clock of all timers.
  public var scheduler: any Scheduler
  /// The seconds without a key after which the program ends; nil for never.
  public var idleSeconds: Int?
  /// Called after each sign-in, before the next scene.
  public var didSignIn: (SignedIn) -> Void = { _ in }

  /// Dependencies with the program's defaults.
  public init(_ accounts: Accounts, clock: any WallClock, scheduler: any Scheduler) {
    self.accounts = accounts
    self.clock = clock
    self.scheduler = scheduler
  }
}

/// Keeps the remembered email, or user name, between runs.
public protocol EmailMemory: AnyObject {
  /// The remembered login, nil if there is none.
  var email: String? { get }

  /// The provider at which its owner approved the last sign-in, by its name in the settings; nil for another way.
  var provider: String? { get }

  /// Remembers `email` in place of an earlier one, with the provider; nil forgets it. A failure here never refuses a sign-in.
  func remember(_ email: String?, provenBy provider: String?)
}
