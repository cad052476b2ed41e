public import Identity
public import Secrets

/// A sign-in answered by the test.
public typealias ScriptedSignIn = Scripted<SignInOutcome>

/// A sign-up answered by the test.
public typealias ScriptedSignUp = Scripted<SignUpOutcome>

extension Scripted: SigningIn where Outcome == SignInOutcome {
  /// A conversation of one step, which waits for the test to answer.
  public nonisolated func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    OneStep(script: self, email: login.email, characterCount: password?.characterCount ?? 0)
  }

  private struct OneStep: SignInConversation {
    let script: Scripted
    let email: EmailAddress
    let characterCount: Int

    func next(_ answer: Answer) async -> SignInStep {
      .ended(await script.receive(email, characterCount: characterCount))
    }
  }
}

extension Scripted: SigningUp where Outcome == SignUpOutcome {
  /// Waits for the test to answer.
  public func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    await receive(email, characterCount: password.characterCount)
  }
}

/// Attempts with an email and a password that the test answers, one after the other.
@MainActor
public final class Scripted<Outcome: Sendable>: Sendable {
  /// An attempt that waits for its answer.
  public struct Pending {
    /// The email of the attempt.
    public let email: EmailAddress
    /// The number of characters of the password.
    public let characterCount: Int
    fileprivate let answer: CheckedContinuation<Outcome, Never>
  }

  private var tries: [Pending] = []
  private var waiter: CheckedContinuation<Pending, Never>?

  /// A script without answers yet.
  public nonisolated init() {}

  func receive(_ email: EmailAddress, characterCount: Int) async -> Outcome {
    await withCheckedContinuation { answer in
      let new = Pending(email: email, characterCount: characterCount, answer: answer)
      if let waiter {
        self.waiter = nil
        waiter.resume(returning: new)
      } else {
        tries.append(new)
      }
    }
  }

  /// The next attempt, waiting until there is one.
  public func nextAttempt() async -> Pending {
    if !tries.isEmpty { return tries.removeFirst() }
    return await withCheckedContinuation { waiter = $0 }
  }

  /// Answers an attempt.
  public func answer(_ waiting: Pending, _ outcome: Outcome) {
    waiting.answer.resume(returning: outcome)
  }
}
