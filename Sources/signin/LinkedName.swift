import Identity
import Secrets
import Sentences
import Wire

/// Links a user name of another provider to the account that signed in: asks for the name, then lets the provider prove it.
struct LinkedName: SigningIn {
  let client: KeeperClient
  /// The names that the keeper takes.
  let logins: LoginKind

  func begin(_ login: Login, _ password: SealedPassword?) -> any SigningInUnderWay {
    LinkingUnderWay(client, logins)
  }
}

/// One link under way.
@MainActor private final class LinkingUnderWay: SigningInUnderWay {
  private let client: KeeperClient
  private let logins: LoginKind
  private let question = Challenge(.prompt(translated("User name"), isSecret: false))
  private var proof: (any SigningInUnderWay)?

  nonisolated init(_ client: KeeperClient, _ logins: LoginKind) {
    (self.client, self.logins) = (client, logins)
  }

  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep {
    await step(after: answer)
  }

  private func step(after answer: Answer) async -> SignInStep {
    if let proof { return await proof.next(answer) }
    switch answer {
    case .begin: return .ask([question])
    case .secret(let typed, question.id):
      // A user name is no secret.
      let name = typed.withUTF8 { String(decoding: $0, as: UTF8.self) } ?? ""
      guard let login = logins.login(name), case .name = login else {
        return .ask(Question([question], fault: .wrong))
      }
      let proof = RemoteSigningIn.linking(client).begin(login, nil)
      self.proof = proof
      return await proof.next(.begin)
    case .secret, .proceed, .method: return .ended(.cancelled)
    }
  }
}
