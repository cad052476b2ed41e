public import Identity
public import Secrets

/// The accounts behind a form: in this process, or at a service. Everything waits for the welcome, which has the rules.
///
/// It knows who has signed in. What only they may do fails with ``Identity/ServiceFault/sessionEnded`` once their session
/// has ended.
@MainActor public protocol AccountBackend: AnyObject, Sendable {
  /// Called for each welcome.
  var onWelcome: (Welcome) -> Void { get set }
  /// Called when a request gets another place in the queue for hashes; 1 is the next one.
  var onQueue: (_ place: Int) -> Void { get set }
  /// Called when there is a reason for no welcome.
  var onFault: (StoreError) -> Void { get set }
  /// Called when the session of the user who signed in has ended.
  var onSessionEnd: () -> Void { get set }

  /// Begins to open the store, or to connect, unless that is done.
  func start()

  /// Waits for the welcome, and starts if need be.
  func welcome() async throws(StoreError) -> Welcome

  /// Signs in.
  /// - Parameters:
  ///   - session: Whether to open a session.
  ///   - requiresSecondStep: Whether to sign in only to an account with a second step.
  nonisolated func signIn(session: Bool, requiresSecondStep: Bool) -> any SigningIn

  /// Creates accounts and signs in.
  /// - Parameter session: Whether to open a session.
  nonisolated func signUp(session: Bool) -> any SigningUp

  /// Changes the password of the user who has signed in.
  var changePassword: any ChangingPassword { get }

  /// Changes the account of whoever has signed in, in a conversation. It asks who they are, unless they have proven that in
  /// another one within five minutes.
  nonisolated func changing(_ change: OwnChange) -> any SigningIn

  /// The account of whoever has signed in.
  var account: any ReadingAccount { get }

  /// Links a name to the account of the user who has signed in.
  var linking: any SigningIn { get }

  /// The activity of the user who has signed in.
  var activity: any ReadingActivity { get }

  /// Returns the session of a token, or nil if the token is not valid. Its owner has signed in from now on.
  func verify(_ token: SecureToken) async throws(StoreError) -> Session?

  /// Signs out the user who has signed in. The session ends, and the log has a row about it.
  func signOut() async throws(StoreError)

  /// Ends the session of the user who has signed in, because it is no longer needed.
  func endSession() async throws(StoreError)

  /// Begins to leave: nothing new begins. ``leave(within:)`` must follow.
  func hangUp()

  /// Does what was promised, and closes the store or the connection.
  /// - Parameter limit: How long that may take. The rest is not waited for.
  func leave(within limit: Duration)
}
