import Identity
import Secrets

/// Signs in by a client, or has another conversation that questions lead.
struct ClientSigningIn: SigningIn {
  let client: AccountClient
  let begin: @Sendable (Login, _ hasPassword: Bool) -> Begin

  func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    ClientConversation(client, begin(login, password != nil), password)
  }
}

/// One sign-in at a server. All its requests have the same number. Letting go of it ends it at the server, too.
@MainActor private final class ClientConversation: SignInConversation {
  private let client: AccountClient
  private let begin: Begin
  private let password: SealedPassword?
  private var sequence: UInt16?
  private var isOver = false
  /// How long the wait takes that the form goes on with.
  private var waited = Duration.zero

  nonisolated init(_ client: AccountClient, _ begin: Begin, _ password: SealedPassword?) {
    self.client = client
    self.begin = begin
    self.password = password
  }

  isolated deinit {
    if let sequence, !isOver { client.abandon(sequence) }
  }

  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep {
    await reply(to: answer)
  }

  private func reply(to answer: Answer) async -> SignInStep {
    do throws(StoreError) {
      if case .begin = answer, case .email = begin.login, let password {
        // The form asks before it knows the rules. Nothing is sent before the welcome, which has them. Providers outside
        // of the store have rules of their own.
        let lengths = try await client.welcome().acceptedLengths
        if !lengths.contains(password.characterCount) { return .ended(.passwordLength) }
      }
      let answer = try await ask(answer)
      switch answer.reply {
      case .ask(let question): return .ask(question)
      case .tell(let notice): return .tell(notice)
      case .wait(let reason, let page):
        waited = page?.timeLimit ?? .zero
        return .wait(reason, at: page)
      default:
        isOver = true
        let outcome = try SignInOutcome(answer, to: begin.purpose, of: begin.login)
        if let signedIn = outcome.signedIn { client.remember(signedIn.token) }
        return .ended(outcome)
      }
    } catch {
      isOver = true
      return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }

  private func ask(_ answer: Answer) async throws(StoreError) -> AccountClient.Response {
    let sequence = sequence ?? client.newSequence()
    self.sequence = sequence
    switch answer {
    case .begin:
      return try await client.ask(.begin(begin), password.map { [.password(.password, $0)] } ?? [], in: sequence)
    case .proceed: return try await client.ask(.proceed, in: sequence, waiting: waited)
    case .secret(let password, let challenge):
      return try await client.ask(nil, [.password(.password, password, to: challenge)], in: sequence)
    case .method(let method): return try await client.ask(.method(method), in: sequence)
    }
  }
}

extension SignInOutcome {
  /// The outcome in an answer to a conversation.
  /// - Throws: A fault if it is no end of a conversation with that purpose.
  init(_ answer: AccountClient.Response, to purpose: Begin.Purpose, of login: Login) throws(StoreError) {
    guard case .ended(let ending) = answer.reply else { throw .service(.nonsense) }
    let isNew: Bool
    switch ending {
    case .signedIn(let email, let session, let new):
      isNew = new
      if Task.isCancelled {
        // The server ends the session of a cancelled sign-in.
        self = .cancelled
      } else if let session, let token = answer.token {
        self = .signedIn(SignedIn(email: email, session: session, token: token, login: login.known(by: email)))
      } else {
        self = .signedIn(SignedIn(email: email, login: login.known(by: email)))
      }
    case .refused(let seconds, let new): (self, isNew) = (.refused(blockedFor: seconds), new)
    case .throttled(let seconds, let new): (self, isNew) = (.throttled(seconds: seconds), new)
    case .disabled(let new): (self, isNew) = (.disabled, new)
    case .cancelled(let new): (self, isNew) = (.cancelled, new)
    case .unavailable(let error, let new): (self, isNew) = (.unavailable(error), new)
    case .secondStepMissing: (self, isNew) = (.secondStepMissing, purpose == .signUp)
    case .changed where purpose.isChange: (self, isNew) = (.changed, false)
    case .passwordExpired where purpose != .signUp: (self, isNew) = (.passwordExpired, false)
    case .taken where purpose == .link: (self, isNew) = (.taken, false)
    case .passwordExpired, .changed, .confirmed, .taken, .violation, .exists, .notFirst: throw .service(.nonsense)
    }
    guard isNew == (purpose == .signUp) else { throw .service(.nonsense) }
  }
}

extension Login {
  /// The login, or nil if it is the email: then the email counts as its owner first typed it.
  fileprivate func known(by email: EmailAddress) -> Login? {
    self == .email(email) ? nil : self
  }
}
