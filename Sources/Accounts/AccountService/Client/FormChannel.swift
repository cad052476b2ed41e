public import Identity
public import Secrets

/// The form's end of a connection to its accounts: a socket, or the accounts themselves in this process.
@MainActor public protocol FormChannel: AnyObject {
  /// What it means that the service takes no such request from whoever asks.
  var notNow: ServiceFault { get }
  /// Calls `isReady` in a turn of the loop when something arrived.
  func watch(_ isReady: @escaping @MainActor () -> Void)
  /// Sends a request; false if the connection is broken.
  func send(_ request: Request, _ number: UInt16) -> Bool
  /// Sends a secret; false if the connection is broken.
  func send(_ secret: AccountClient.Secret, _ number: UInt16) -> Bool
  /// What arrived next, or nothing.
  func receive() -> ReplyArrival
  /// Says that no request follows.
  func finish()
  func close()
}

/// Something from the service, or the lack of it.
public enum ReplyArrival {
  case nothing, end
  case fault(ServiceFault)
  case reply(Reply, UInt16)
  case token(SecureToken, UInt16)
}
