public import Identity
public import Secrets
import Synchronization

/// A sign-in that waits until the test answers it. It does not notice that its task is cancelled, so an answer can be
/// made to come late.
public final class ScriptedSignIn: SigningIn {
  private struct State {
    var emails: [EmailAddress] = []
    var unseenCalls = 0
    var watcher: CheckedContinuation<Void, Never>?
    var answers: [SignInOutcome] = []
    var waiting: [CheckedContinuation<SignInOutcome, Never>] = []
  }

  private let state = Mutex(State())

  /// A sign-in that nobody has called yet.
  public init() {}

  /// The emails it was called with so far.
  public var emails: [EmailAddress] { state.withLock { $0.emails } }

  /// Waits for the test's answer.
  @concurrent
  public func signIn(_ email: EmailAddress, _ password: SealedPassword) async -> SignInOutcome {
    await withCheckedContinuation { continuation in
      let (watcher, answer) = state.withLock { state -> (CheckedContinuation<Void, Never>?, SignInOutcome?) in
        state.emails.append(email)
        let watcher = state.watcher
        state.watcher = nil
        if watcher == nil { state.unseenCalls += 1 }
        guard state.answers.isEmpty else { return (watcher, state.answers.removeFirst()) }
        state.waiting.append(continuation)
        return (watcher, nil)
      }
      watcher?.resume()
      if let answer { continuation.resume(returning: answer) }
    }
  }

  /// Returns once there was one more call than this has returned for.
  public func wasCalled() async {
    await withCheckedContinuation { continuation in
      let isSeen = state.withLock { state in
        guard state.unseenCalls == 0 else {
          state.unseenCalls -= 1
          return true
        }
        state.watcher = continuation
        return false
      }
      if isSeen { continuation.resume() }
    }
  }

  /// Answers the oldest call that waits, or the next one.
  public func answer(_ outcome: SignInOutcome) {
    let waiting = state.withLock { state -> CheckedContinuation<SignInOutcome, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.answers.append(outcome)
      return nil
    }
    waiting?.resume(returning: outcome)
  }
}
