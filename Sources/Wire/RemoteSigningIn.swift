public import Identity
public import Secrets

/// Signs in by a keeper.
public struct RemoteSigningIn: SigningIn {
  private let client: KeeperClient
  private let wantsSession: Bool

  /// - Parameters:
  ///   - client: The connection.
  ///   - session: Whether to open a session.
  public init(_ client: KeeperClient, session: Bool) {
    self.client = client
    wantsSession = session
  }

  /// A new conversation at the keeper.
  public func begin(_ login: Login, _ password: SealedPassword?) -> any SigningInUnderWay {
    RemoteConversation(
      client, Begin(.signIn, login.email, wantsSession: wantsSession, hasSecrets: password != nil), password)
  }
}

/// One sign-in at a keeper. All its requests have the same number.
private struct RemoteConversation: SigningInUnderWay {
  private let client: KeeperClient
  private let begin: Begin
  private let password: SealedPassword?
  private let number: Number

  @MainActor private final class Number {
    var sequence: UInt16?
    nonisolated init() {}
  }

  init(_ client: KeeperClient, _ begin: Begin, _ password: SealedPassword?) {
    self.client = client
    self.begin = begin
    self.password = password
    number = Number()
  }

  // On the caller's actor, like all that asks a keeper: elsewhere it would start threads of libdispatch.
  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep {
    await ask(answer)
  }

  @MainActor private func ask(_ answer: Answer) async -> SignInStep {
    if case .begin = answer, let password {
      // The form asks before it knows the rules. Nothing is sent before the welcome, which has them.
      do throws(StoreError) {
        let lengths = try await client.welcome().acceptedLengths
        if !lengths.contains(password.characterCount) { return .ended(.passwordLength) }
      } catch {
        return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
      }
    }
    let sequence = number.sequence ?? client.newSequence()
    number.sequence = sequence
    do throws(StoreError) {
      let answer =
        switch answer {
        case .begin:
          try await client.ask(.begin(begin), password.map { [.password(.password, $0)] } ?? [], in: sequence)
        case .proceed: try await client.ask(.proceed, in: sequence)
        case .secret(let password, let challenge):
          try await client.ask(nil, [.password(.password, password, to: challenge)], in: sequence)
        case .text(let text, let challenge): try await client.ask(.text(text, to: challenge), in: sequence)
        }
      switch answer.reply {
      case .ask(let challenges): return .ask(challenges)
      case .tell(let notice): return .tell(notice)
      case .wait(let waiting): return .wait(waiting)
      default: return .ended(try SignInOutcome(answer, to: .signIn))
      }
    } catch {
      return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }
}

extension SignInOutcome {
  /// The outcome in an answer to a conversation.
  /// - Throws: A fault if it is no end of a conversation with that purpose.
  init(_ answer: KeeperClient.Answer, to purpose: Begin.Purpose) throws(StoreError) {
    guard case .ended(let ending) = answer.reply else { throw .keeper(.nonsense) }
    let isNew: Bool
    switch ending {
    case .signedIn(let email, let session, let new):
      isNew = new
      if Task.isCancelled {
        // The keeper ends the session of a cancelled sign-in.
        self = .cancelled
      } else if let session, let token = answer.token {
        self = .signedIn(SignedIn(email: email, session: session, token: token))
      } else {
        self = .signedIn(SignedIn(email: email))
      }
    case .refused(let seconds, let new): (self, isNew) = (.refused(blockedFor: seconds), new)
    case .throttled(let seconds, let new): (self, isNew) = (.throttled(seconds: seconds), new)
    case .disabled(let new): (self, isNew) = (.disabled, new)
    case .cancelled(let new): (self, isNew) = (.cancelled, new)
    case .unavailable(let error, let new): (self, isNew) = (.unavailable(error), new)
    case .changed, .violation, .exists, .notFirst: throw .keeper(.nonsense)
    }
    guard isNew == (purpose == .signUp) else { throw .keeper(.nonsense) }
  }
}
