public import Identity
public import Secrets

/// Conversations whose steps the test gives, one for each answer.
@MainActor
public final class ScriptedConversation: SigningIn {
  /// One thing that a conversation was told.
  public enum Said: Hashable, Sendable {
    /// The conversation began, with so many characters of a password.
    case begin(Int)
    /// It is to go on.
    case proceed
    /// Another way to answer is wanted.
    case method(ProofMethod)
    /// An answer to a challenge.
    case answer(String, to: ChallengeID)
  }

  private struct Pending {
    let number: Int
    let said: Said
    let step: CheckedContinuation<SignInStep, Never>
  }

  /// The number of conversations that were let go of.
  public private(set) var released = 0

  private var count = 0
  private var pending: [Pending] = []
  private var waiter: CheckedContinuation<Void, Never>?

  /// A script without steps yet.
  public nonisolated init() {}

  /// A conversation of this script.
  public nonisolated func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    Running(script: self, characterCount: password?.characterCount ?? 0)
  }

  /// Waits for the next answer, gives the step that follows it, and returns the answer.
  @discardableResult
  public func go(on step: SignInStep) async -> Said {
    if pending.isEmpty { await withCheckedContinuation { waiter = $0 } }
    let next = pending.removeFirst()
    next.step.resume(returning: step)
    return next.said
  }

  /// Whether an answer waits for its step.
  public var isAsked: Bool { !pending.isEmpty }

  fileprivate func receive(_ said: Said) async -> SignInStep {
    count += 1
    let number = count
    return await withTaskCancellationHandler {
      await withCheckedContinuation { step in
        pending.append(Pending(number: number, said: said, step: step))
        waiter?.resume()
        waiter = nil
      }
    } onCancel: {
      Task { @MainActor in self.cancel(number) }
    }
  }

  private func cancel(_ number: Int) {
    guard let index = pending.firstIndex(where: { $0.number == number }) else { return }
    pending.remove(at: index).step.resume(returning: .ended(.cancelled))
  }

  fileprivate func release() { released += 1 }

  @MainActor private final class Running: SignInConversation {
    private let script: ScriptedConversation
    private let characterCount: Int

    nonisolated init(script: ScriptedConversation, characterCount: Int) {
      self.script = script
      self.characterCount = characterCount
    }

    isolated deinit { script.release() }

    func next(_ answer: Answer) async -> SignInStep { await script.receive(said(answer)) }

    private func said(_ answer: Answer) -> Said {
      switch answer {
      case .begin: .begin(characterCount)
      case .proceed: .proceed
      case .method(let method): .method(method)
      case .secret(let password, let id):
        .answer(password.withUTF8 { String(decoding: $0, as: UTF8.self) } ?? "", to: id)
      }
    }
  }
}
