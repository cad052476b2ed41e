import Identity
import Secrets
import Sentences
import AccountService

/// Links a user name of another provider to the account that signed in: asks for the name, then lets the provider prove it.
struct LinkedName: SigningIn {
  /// Lets a provider prove a name.
  let proof: any SigningIn
  /// The names that can be linked.
  let logins: LoginKind
  /// The provider at which people approve instead of typing a name; nil for another one.
  var approval: ApprovalProvider?

  func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    LinkingConversation(proof, logins, approval)
  }
}

/// One link under way.
@MainActor private final class LinkingConversation: SignInConversation {
  private let provider: any SigningIn
  private let logins: LoginKind
  private let approval: ApprovalProvider?
  private let question = Challenge(.prompt(translated("User name"), isSecret: false))
  private var proof: (any SignInConversation)?
  private var name = ""
  /// First the account's password, until it is right; then that of the linked name.
  private var (ownWasAsked, ownWasRight) = (false, false)

  nonisolated init(_ provider: any SigningIn, _ logins: LoginKind, _ approval: ApprovalProvider?) {
    (self.provider, self.logins, self.approval) = (provider, logins, approval)
  }

  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep {
    await step(after: answer)
  }

  private func step(after answer: Answer) async -> SignInStep {
    if let proof {
      let step = await proof.next(answer)
      guard case .ask(let question) = step else { return step }
      return .ask(labelled(question))
    }
    switch answer {
    case .begin:
      guard let login = approval?.login() else { return .ask([question]) }
      proof = provider.begin(login, nil)
      return await step(after: .begin)
    case .secret(let typed, question.id):
      // A user name is no secret.
      let name = typed.withUTF8 { String(decoding: $0, as: UTF8.self) } ?? ""
      guard let login = logins.login(name), case .name = login else {
        return .ask(Question([question], fault: .wrong))
      }
      let proof = provider.begin(login, nil)
      (self.proof, self.name) = (proof, name)
      return await step(after: .begin)
    case .secret, .proceed, .method: return .ended(.cancelled)
    }
  }

  /// Tells the password of the name from that of the account.
  private func labelled(_ question: Question) -> Question {
    var question = question
    ownWasRight = ownWasRight || ownWasAsked && question.fault == nil
    if ownWasRight {
      let words = translated("Password of {name}", ["name": name])
      question.challenges = question.challenges.map { challenge in
        challenge.kind == .password ? Challenge(.prompt(words, isSecret: true), id: challenge.id) : challenge
      }
    }
    ownWasAsked = ownWasAsked || question.challenges.contains { $0.kind == .password }
    return question
  }
}
