public import Identity
public import Secrets

extension AccountService {
  /// The ports of the store. A store opens with its first operation.
  public typealias Store = AccountStore & SessionStore & AttemptLog & ThrottleStore & SubjectStore & SecondStepStore
    & OwnerStore

  /// The store and the rules.
  public struct Configuration: Sendable {
    let rules: Rules
    let store: any Store
    let authenticator: any Authenticator
    let steps: Steps
    let hasStore: @Sendable () throws(StoreError) -> Bool
    let onStranger: @Sendable (Subject) -> Void
    let health: @Sendable () async -> StoreHealth

    /// A configuration with these rules.
    /// - Parameters:
    ///   - store: The store. The first attempt creates it if it is missing.
    ///   - authenticator: Proves who somebody is.
    ///   - steps: The steps behind the password.
    ///   - onStranger: Called when another provider proved somebody who has no account, see ``Identity/LinkedSubjects``.
    ///   - health: Tries the store.
    ///   - hasStore: Returns whether the store exists. It only looks, because a welcome must not create a store.
    public init(
      _ rules: Rules, store: any Store, authenticator: any Authenticator, steps: Steps = Steps(),
      onStranger: @escaping @Sendable (Subject) -> Void = { _ in },
      health: @escaping @Sendable () async -> StoreHealth = { StoreHealth() },
      hasStore: @escaping @Sendable () throws(StoreError) -> Bool
    ) {
      self.rules = rules
      self.store = store
      self.authenticator = authenticator
      self.steps = steps
      self.onStranger = onStranger
      self.health = health
      self.hasStore = hasStore
    }
  }

  /// The rules that the settings give.
  public struct Rules: Sendable {
    /// The server's own version, as it says in its welcome.
    public var program: String
    /// The rules for new passwords.
    public var newPassword: NewPasswordRules
    /// Makes new hashes.
    public var argon2id: Argon2id
    /// The rule for failures.
    public var throttle: Throttle
    /// The lifetime of a session.
    public var session: SessionLifetime
    /// When the form may create an account; nil for never.
    public var signUp: AdditionCondition?
    /// The users who may ask whose session any token is. Root always may, and others may ask about their own sessions.
    public var verifyUIDs: Set<UInt32>
    /// The names under which people can sign in.
    public var logins: LoginKind
    /// The provider at which people approve their sign-in; nil where there is none.
    public var approval: ApprovalProvider?
    /// Whether keys without a touch count as a second step.
    public var takesSoftwareKeys = false

    /// Rules with the given properties.
    public init(
      program: String, newPassword: NewPasswordRules, argon2id: Argon2id, throttle: Throttle, session: SessionLifetime,
      signUp: AdditionCondition?, verifyUIDs: Set<UInt32>, logins: LoginKind = .email,
      approval: ApprovalProvider? = nil
    ) {
      self.program = program
      self.newPassword = newPassword
      self.argon2id = argon2id
      self.throttle = throttle
      self.session = session
      self.signUp = signUp
      self.verifyUIDs = verifyUIDs
      self.logins = logins
      self.approval = approval
    }

    /// The sessions whose tokens the user of that uid, as the kernel names it, may show. Anybody else's token is a wrong one
    /// in their hands, so that a stolen token opens nothing.
    public func bearer(_ uid: UInt32) -> TokenBearer {
      uid == 0 || verifyUIDs.contains(uid) ? .anybody : .user(uid)
    }
  }

  /// The steps behind the password.
  public struct Steps: Sendable {
    /// Those of a sign-in.
    public var signingIn: [any FurtherStep] = []
    /// Those before a change that a member makes.
    public var confirming: [any FurtherStep] = []
    /// The one that sets up the second step of an account.
    public var settingUpSecondStep: (any FurtherStep)?
    /// The one that adds a key.
    public var addingKey: (any FurtherStep)?

    /// No steps.
    public init() {}
  }
}
