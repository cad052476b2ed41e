import AccountService
import Identity
import Secrets

/// Unlocks a terminal: signs in to the account that locked it, by the email that it has now, and to no other.
struct UnlockingAccount: SigningIn {
  let client: AccountClient
  let account: AccountReference
  /// Called with the email that the account has now.
  let didFind: @MainActor @Sendable (EmailAddress) -> Void

  func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    UnlockingConversation(self, login, password)
  }
}

/// One attempt to unlock.
@MainActor private final class UnlockingConversation: SignInConversation {
  private let unlocking: UnlockingAccount
  private let login: Login
  private let password: SealedPassword?
  private var signIn: (any SignInConversation)?

  nonisolated init(_ unlocking: UnlockingAccount, _ login: Login, _ password: SealedPassword?) {
    (self.unlocking, self.login, self.password) = (unlocking, login, password)
  }

  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep {
    await step(after: answer)
  }

  private func step(after answer: Answer) async -> SignInStep {
    if let signIn { return await signIn.next(answer) }
    do throws(StoreError) {
      guard let email = try await unlocking.client.currentEmail(of: unlocking.account) else {
        return .ended(.unavailable(.service(.accountGone)))
      }
      unlocking.didFind(email)
      // A name is no email that somebody else may have by now: its provider proves whose it is.
      let current = if case .email = login { Login.email(email) } else { login }
      let signIn = unlocking.client.unlock(unlocking.account).begin(current, password)
      self.signIn = signIn
      return await signIn.next(answer)
    } catch {
      return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }
}
