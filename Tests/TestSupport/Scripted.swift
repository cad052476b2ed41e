public import Identity
public import Secrets

/// A sign-in whose answers a test gives by hand, one try after the other.
@MainActor
public final class ScriptedSignIn: SigningIn {
  /// A try that waits for its answer.
  public struct Try {
    /// The address that was tried.
    public let email: EmailAddress
    /// Characters of the password that was tried.
    public let characterCount: Int
    fileprivate let answer: CheckedContinuation<SignInOutcome, Never>
  }

  private var tries: [Try] = []
  private var waiter: CheckedContinuation<Try, Never>?

  /// A script without answers yet.
  public nonisolated init() {}

  /// Waits for the test to answer.
  @concurrent
  public func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome {
    await receive(email, characterCount: password.characterCount)
  }

  private func receive(_ email: EmailAddress, characterCount: Int) async -> SignInOutcome {
    await withCheckedContinuation { answer in
      let new = Try(email: email, characterCount: characterCount, answer: answer)
      if let waiter {
        self.waiter = nil
        waiter.resume(returning: new)
      } else {
        tries.append(new)
      }
    }
  }

  /// The next try, as soon as there is one.
  public func nextTry() async -> Try {
    if !tries.isEmpty { return tries.removeFirst() }
    return await withCheckedContinuation { waiter = $0 }
  }

  /// Answers a try.
  public func answer(_ waiting: Try, _ outcome: SignInOutcome) {
    waiting.answer.resume(returning: outcome)
  }
}
