import Identity
import SSHKeys

/// A signature that a step asks for.
struct KeySigning {
  let request: SignatureRequest
  let challenge: ChallengeID
  /// The key that is to be added; nil for one that the account has.
  var newKey: PublicKeyLine?
  /// Why the signature before did not count; nil if there was none.
  let fault: Message?
  /// Another way to answer, if the agent is of no help; nil for none.
  var otherWay: ProofMethod?

  /// The signature that the only challenge of a question asks for; nil if it asks for something else.
  init?(_ question: Question) {
    guard let challenge = question.challenges.first, question.challenges.count == 1 else { return nil }
    switch challenge.kind {
    case .signature(let request), .newKey(let request):
      (self.request, self.challenge, otherWay) = (request, challenge.id, question.methods.first)
      let fault = Message(faultOf: question)
      self.fault = fault?.isAboutKey == true ? fault : nil
    case .password, .newPassword, .code, .recoveryCode, .confirmation, .prompt: return nil
    }
  }

  /// Whether a key is to be added.
  var isForNewKey: Bool { request.purpose == .newKey }

  /// Returns the keys of an agent that can be added.
  func offers(of agent: (any KeyAgent)?) async throws(AgentFault) -> KeyOffers {
    guard let agent else { throw .missing }
    let keys = try await agent.keys().filter { !request.keys.contains($0.key) }
    guard !keys.isEmpty else { throw .noKey }
    return KeyOffers(keys)
  }

  /// Has the agent sign.
  func answer(by agent: (any KeyAgent)?) async throws(AgentFault) -> Answer {
    guard let agent else { throw .missing }
    guard request.service == agent.service else { throw .otherService }
    let candidates: [PublicKey]
    if let newKey {
      candidates = [newKey.key]
    } else {
      let offered = Set(try await agent.keys().map(\.key))
      let keys = request.keys.filter(offered.contains)
      candidates = keys.filter(\.kind.isSecurityKey) + keys.filter { !$0.kind.isSecurityKey }
    }
    var fault = AgentFault.noKey
    for key in candidates {
      do throws(AgentFault) {
        return try await answer(by: agent, key)
      } catch .refused {
        // Of several devices, one is at hand.
        fault = .refused
      }
    }
    throw fault
  }

  private func answer(by agent: any KeyAgent, _ key: PublicKey) async throws(AgentFault) -> Answer {
    let raw = try await agent.sign(request.bytesToSign, by: key)
    guard let signature = try? KeySignature(key, agentReturned: raw, namespace: SignatureRequest.namespace),
      let sealed = try? KeyAnswer(signature, name: newKey?.name ?? "").sealed()
    else { throw .nonsense }
    return .secret(sealed, to: challenge)
  }
}
