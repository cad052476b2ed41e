import Identity
import Secrets

/// Creates accounts by a client.
struct ClientSigningUp: SigningUp {
  let client: AccountClient
  let wantsSession: @Sendable () -> Bool

  nonisolated(nonsending) func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    do throws(StoreError) {
      let answer = try await client.ask(
        .begin(Begin(.signUp, email, wantsSession: wantsSession())), [.password(.password, password)])
      guard case .ended(let ending) = answer.reply else { throw .service(.nonsense) }
      switch ending {
      case .exists: return .notAdded(.exists)
      case .notFirst: return .notAdded(.notFirst)
      case .violation(let violation): return .notAdded(.violation(violation))
      case .cancelled(isNew: false): return .notAdded(.cancelled)
      case .unavailable(let error, isNew: false): return .notAdded(.unavailable(error))
      case .throttled(let seconds, isNew: false): return .throttled(seconds: seconds)
      case .disabled(isNew: false): return .disabled
      default:
        let outcome = try SignInOutcome(answer, to: .signUp, of: .email(email))
        if let signedIn = outcome.signedIn { await client.remember(signedIn.token) }
        return .added(outcome)
      }
    } catch {
      return .notAdded(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }
}
