public import Identity
public import Secrets

/// Changes the password of the account that signed in on a connection to a keeper.
public struct RemotePasswordChange: ChangingPassword {
  private let client: KeeperClient

  /// - Parameter client: The connection.
  public init(_ client: KeeperClient) {
    self.client = client
  }

  /// Changes the password at the keeper, which knows the session to spare.
  nonisolated(nonsending) public func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword, sparing spared: SessionID?
  ) async -> PasswordChangeOutcome {
    do throws(StoreError) {
      let answer = try await client.ask(
        .begin(Begin(.changePassword, email, wantsSession: false)),
        [.password(.password, old), .password(.newPassword, new)])
      guard case .ended(let ending) = answer.reply else { throw .keeper(.nonsense) }
      switch ending {
      case .changed: return .changed
      case .violation(let violation): return .violation(violation)
      case .refused(let seconds, isNew: false): return .refused(blockedFor: seconds)
      case .throttled(let seconds, isNew: false): return .throttled(seconds: seconds)
      case .disabled(isNew: false): return .disabled
      case .unavailable(let error, isNew: false): return .unavailable(error)
      case .cancelled(isNew: false): return .cancelled
      default: throw .keeper(.nonsense)
      }
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }
}
