public import Identity

/// Checks a password as soon as a test lets it.
public struct HeldAuthenticator: Authenticator {
  private let gate: Gate
  private let authenticator: any Authenticator

  public init(gate: Gate, _ authenticator: any Authenticator) {
    (self.gate, self.authenticator) = (gate, authenticator)
  }

  public func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof {
    let proof = try await authenticator.begin(login, from: source)
    return login.kind == .email ? HeldProof(gate: gate, proof: proof) : proof
  }

  private struct HeldProof: Proof {
    let gate: Gate
    let proof: any Proof

    func proceed() async throws(StoreError) -> ProofStep { try await proof.proceed() }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      await gate.pass()
      return try await proof.verify(answer, admission)
    }
  }
}
