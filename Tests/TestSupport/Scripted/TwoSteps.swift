public import Identity
import Secrets
import Synchronization

/// Asks for a password and then for a code, of people with an account. "secret" and "123456" are right.
public struct TwoSteps: Authenticator {
  /// Events while an answer is verified; the first answer is 1.
  public typealias Meanwhile = @Sendable (_ answer: Int) async throws(StoreError) -> Void

  /// The steps between the right password and the code.
  var between: [ProofStep] = []
  var meanwhile: Meanwhile = { _ async throws(StoreError) in }
  let right: SealedPassword
  let code: SealedPassword

  /// A plan with these steps between the right password and the code.
  public init(
    right: String = "secret", between: [ProofStep] = [],
    meanwhile: @escaping Meanwhile = { _ async throws(StoreError) in }
  ) throws {
    self.between = between
    self.meanwhile = meanwhile
    self.right = try password(right)
    code = try password("123456")
  }

  /// A proof by that plan.
  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    Steps(of: self)
  }

  private final class Steps: Proof {
    private let plan: TwoSteps
    private let left: Mutex<[ProofStep]>
    private let answers = Mutex(0)

    init(of plan: TwoSteps) {
      self.plan = plan
      left = Mutex([.ask([Challenge(.password)])] + plan.between + [.ask([Challenge(.code(digits: 6))])])
    }

    func proceed() async throws(StoreError) -> ProofStep {
      left.withLock { $0.isEmpty ? .refused : $0.removeFirst() }
    }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      let number = answers.withLock { answers in
        answers += 1
        return answers
      }
      try await plan.meanwhile(number)
      guard let account = admission.account else { return .refused }
      return switch answer {
      case .secret(let password, _) where password.isSame(as: plan.right): try await proceed()
      case .secret(let code, _) where code.isSame(as: plan.code): .proven(account.subject)
      case .begin, .proceed, .secret, .method: .refused
      }
    }
  }
}

/// Plays the given steps, whatever is answered. The last one repeats.
public struct ScriptedSteps: Authenticator {
  let steps: [ProofStep]

  /// A script of these steps.
  public init(_ steps: ProofStep...) {
    self.steps = steps
  }

  /// A script of these steps.
  public init(_ steps: [ProofStep]) {
    self.steps = steps
  }

  /// A proof by that script.
  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof { Steps(steps) }

  private final class Steps: Proof {
    private let left: Mutex<[ProofStep]>

    init(_ steps: [ProofStep]) {
      left = Mutex(steps)
    }

    func proceed() async throws(StoreError) -> ProofStep {
      left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? .refused }
    }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { try await proceed() }
  }
}
