public import Identity
public import Secrets

/// Proves by its script, in one step, and hashes nothing.
public struct ScriptedAuthenticator: Authenticator {
  private let script: @Sendable (EmailAddress) async throws(StoreError) -> ProofStep

  /// - Parameter script: Returns what follows the password of an email; the password is ignored.
  public init(_ script: @escaping @Sendable (EmailAddress) async throws(StoreError) -> ProofStep) {
    self.script = script
  }

  /// A proof that asks for a password.
  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    OneStep(email: login.email, script: script)
  }

  private struct OneStep: Proof {
    let email: EmailAddress
    let script: @Sendable (EmailAddress) async throws(StoreError) -> ProofStep

    func proceed() async throws(StoreError) -> ProofStep { .ask([Challenge(.password)]) }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      try await script(email)
    }
  }
}

extension Authenticator {
  /// The step after a password alone, charged as `admission`.
  public func answer(
    to password: SealedPassword, of email: EmailAddress, _ admission: Admission
  ) async throws(StoreError) -> ProofStep {
    let proof = try await begin(.email(email), from: .test)
    guard case .ask(let question) = try await proof.proceed(), let first = question.challenges.first else {
      return .refused
    }
    return try await proof.verify(.secret(password, to: first.id), admission)
  }
}

extension AccountStore {
  /// The charge of an attempt with `email`, as the store is now. No log has it.
  public func admission(of email: EmailAddress) async throws(StoreError) -> Admission {
    Admission(
      attempt: AttemptID(time: Timestamp(milliseconds: 0), number: 1), account: try await account(of: email),
      costliestHash: try await costliestHashCost())
  }
}
