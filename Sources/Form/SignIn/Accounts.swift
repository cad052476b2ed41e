public import Identity
public import Signals

/// The accounts, as the forms see them: where to ask, what is known before anybody asks, and the attempts so far.
public struct Accounts {
  /// Signs in.
  public var signIn: any SigningIn
  /// Creates accounts; nil if sign-up is not allowed.
  public var signUp: (any SigningUp)?
  /// Returns the account of a user who has signed in; nil if the program ends with the sign-in.
  public var ownAccount: ((SignedIn) -> OwnAccount)?

  /// Whether the sign-in form offers to create an account. Without that, only an empty store does.
  public var offersSignUp: Signal<Bool> = .just(false)
  /// The logins that are taken, which may become known while a form is open.
  public var logins: Signal<LoginKind> = .just(.email)
  /// The provider at which people may approve their sign-in elsewhere, which may become known while a form is open; nil for
  /// none.
  public var approval: Signal<ApprovalProvider?> = .just(nil)
  /// The password lengths accepted at sign-in, in characters, once they are known; they may widen while a form is open.
  public var passwordLength: Signal<PasswordPolicy?> = .just(nil)
  /// The rules for a new password, once they are known.
  public var rules: Signal<NewPasswordRules?> = .just(nil)
  /// The email that the account of a lock has now, whenever that is asked.
  public var emailOfLock: Signal<String> = .merge()
  /// The reasons why sign-in and sign-up are impossible, found before the first request.
  public var faults: Signal<StoreError> = .merge()
  /// The place in a queue that a submission gets, whenever it changes; 1 is the next one.
  public var queue: Signal<Int> = .merge()

  /// The agent with the user's keys; nil if there is none.
  public var agent: (any KeyAgent)?

  /// The attempts of this run of the program, whichever form makes them.
  public let tally: AttemptTally

  /// Accounts of which nothing else is known yet.
  public init(signIn: any SigningIn, tally: AttemptTally) {
    self.signIn = signIn
    self.tally = tally
  }
}

/// The account of a person who is signed in: what they can see of it, and change.
public struct OwnAccount {
  /// The email of the account.
  public let email: EmailAddress
  /// Reads the account, and what happened to it.
  public let reading: any ReadingAccount
  /// Changes the password.
  public let changePassword: any ChangingPassword
  /// Whether it has a password of ours to change: people whom another provider proves have theirs there.
  public let hasPassword: Bool
  /// Makes a change, in a conversation.
  public let change: (OwnChange) -> any SigningIn
  /// Links a user name, in a conversation; nil where there are no user names.
  public let link: (any SigningIn)?

  /// Creates the account of a user who is signed in.
  public init(
    _ email: EmailAddress, reading: any ReadingAccount, changePassword: any ChangingPassword, hasPassword: Bool,
    change: @escaping (OwnChange) -> any SigningIn, link: (any SigningIn)? = nil
  ) {
    self.email = email
    self.reading = reading
    self.changePassword = changePassword
    self.hasPassword = hasPassword
    self.change = change
    self.link = link
  }
}
