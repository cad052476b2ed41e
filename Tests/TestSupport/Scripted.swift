public import Identity
public import Secrets

/// A sign-in whose answers a test gives by hand.
public typealias ScriptedSignIn = Scripted<SignInOutcome>

/// A sign-up whose answers a test gives by hand.
public typealias ScriptedSignUp = Scripted<SignUpOutcome>

extension Scripted: SigningIn where Outcome == SignInOutcome {
  /// Waits for the test to answer.
  @concurrent
  public func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome {
    await receive(email, characterCount: password.characterCount)
  }
}

extension Scripted: SigningUp where Outcome == SignUpOutcome {
  /// Waits for the test to answer.
  @concurrent
  public func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    await receive(email, characterCount: password.characterCount)
  }
}

/// Answers to tries with an email and a password, given by hand, one try after the other.
@MainActor
public final class Scripted<Outcome: Sendable>: Sendable {
  /// A try that waits for its answer.
  public struct Try {
    /// The address that was tried.
    public let email: EmailAddress
    /// Characters of the password that was tried.
    public let characterCount: Int
    fileprivate let answer: CheckedContinuation<Outcome, Never>
  }

  private var tries: [Try] = []
  private var waiter: CheckedContinuation<Try, Never>?

  /// A script without answers yet.
  public nonisolated init() {}

  func receive(_ email: EmailAddress, characterCount: Int) async -> Outcome {
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
  public func answer(_ waiting: Try, _ outcome: Outcome) {
    waiting.answer.resume(returning: outcome)
  }
}
