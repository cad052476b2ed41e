import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing

@testable import AccountService

/// The rules of a connection as a value. `ConnectionTests` does its steps.
@Suite struct ConnectionStateTests {
  private static let hello = Request.hello(
    Hello(program: "test", source: AttemptSource(tty: "", uid: 1, host: "", program: "")))
  private static let page = Request.page(AttemptSearch(""), before: nil)

  /// A connection that was welcomed.
  private func open(
    _ entrance: Entrance = .signIn, signUp: AdditionCondition? = nil, logins: LoginKind = .email
  ) -> ConnectionState {
    var state = ConnectionState(entrance, signUp: signUp, logins: logins)
    _ = state.take(Self.hello, 0)
    let welcome = Welcome(
      program: "", acceptedLengths: 1...64, newLengths: 6...20, hasAccounts: true, signUp: signUp, logins: logins)
    #expect(state.finished(0, .replies([.welcome(welcome)])).is("reply 0"))
    return state
  }

  /// A connection at which Ada has signed in, by request 1.
  private func signedIn(_ session: Session? = .ofAda) -> ConnectionState {
    var state = open()
    #expect(state.take(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true)), 1).is("more"))
    #expect(state.take(SecretPrefix(.password, sequence: 1)).is("run 1"))
    #expect(state.finished(1, .signedIn(.ofAda(session), isNew: false)).is("signed in 1"))
    return state
  }

  // MARK: Greeting

  @Test func `Only a hello begins a connection, and only one`() {
    for request in [Self.page, .cancel, .proceed] {
      var state = ConnectionState(signUp: nil)
      #expect(state.take(request, 3).is("disconnect 3", .unavailable(.notNow)))
      #expect(state.take(Self.hello, 4).is("nothing"))
    }
    var state = ConnectionState(signUp: nil)
    #expect(state.take(Self.hello, 0).is("run 0"))
    #expect(state.take(Self.page, 1).is("disconnect 0"))
    var again = open()
    #expect(again.take(Self.hello, 9).is("disconnect 0"))
  }

  @Test func `A secret before the welcome ends the connection`() {
    var state = ConnectionState(signUp: nil)
    #expect(
      state.take(SecretPrefix(.token, sequence: 5)).is("disconnect 5", .unavailable(.notNow))
    )
    #expect(state.take(SecretPrefix(.token, sequence: 5)).is("nothing"))
    var greeted = ConnectionState(signUp: nil)
    _ = greeted.take(Self.hello, 0)
    #expect(greeted.take(SecretPrefix(.token, sequence: 5)).is("disconnect 0"))
  }

  @Test func `A form of another version is told ours, whether its hello can be read or not`() {
    let other = ProtocolVersion(major: 9, minor: 0)
    var state = ConnectionState(signUp: nil)
    let hello = Hello(version: other, program: "", source: AttemptSource(tty: "", uid: 1, host: "", program: ""))
    let told = state.take(.hello(hello), 7)
    guard case .disconnect(.unavailable(.version(.current)), 7) = told else { return #expect(told.is("")) }
    var unreadable = ConnectionState(signUp: nil)
    guard case .disconnect(.unavailable(.version(.current)), 0) = unreadable.protocolError(other) else {
      return #expect(Bool(false))
    }
    // and one of our version, or behind the welcome, is told nothing
    var ours = ConnectionState(signUp: nil)
    #expect(ours.protocolError(.current).is("disconnect 0"))
    var nonsense = ConnectionState(signUp: nil)
    #expect(nonsense.protocolError().is("disconnect 0"))
    var welcomed = open()
    #expect(welcomed.protocolError(other).is("disconnect 0"))
  }

  @Test func `A welcome that failed ends the connection with its reason`() {
    var state = ConnectionState(signUp: nil)
    _ = state.take(Self.hello, 6)
    let step = state.finished(6, .replies([.unavailable(.busy), .done]))
    #expect(step.is("disconnect 6", .unavailable(.busy)))
    var nonsense = ConnectionState(signUp: nil)
    _ = nonsense.take(Self.hello, 6)
    #expect(nonsense.finished(6, .ended(.changed)).is("disconnect 0"))
  }

  @Test func `A request of a later version is answered, unless its number is in use or nobody was welcomed`() {
    var state = open()
    #expect(state.takeUnknown(8).is("answer 8", .unavailable(.unsupported)))
    #expect(state.take(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true)), 8).is("more"))
    #expect(state.takeUnknown(8).is("disconnect 0"))
    var connected = ConnectionState(signUp: nil)
    #expect(connected.takeUnknown(8).is("disconnect 0"))
  }

  // MARK: Room

  @Test func `A form has four requests at once, beside a conversation`() {
    var state = signedIn()
    #expect(state.take(.begin(Begin(.changePassword, ServiceFixture.ada, wantsSession: false)), 2).is("more"))
    for number: UInt16 in 3...6 { #expect(state.take(Self.page, number).is("run \(number)")) }
    #expect(state.take(Self.page, 7).is("disconnect 0"))
  }

  @Test func `A form has 33 cancelled requests at once`() {
    var state = signedIn()
    for number: UInt16 in 2...33 {
      #expect(state.take(Self.page, number).is("run \(number)"))
      #expect(state.take(.cancel, number).is("cancel \(number)"))
    }
    #expect(state.take(Self.page, 34).is("run 34"))
    #expect(state.take(.cancel, 34).is("cancel 34"))
    var other = state
    #expect(state.take(Self.page, 35).is("disconnect 0"))
    #expect(other.take(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true)), 35).is("disconnect 0"))
  }

  @Test func `One conversation is there at a time, and the next may begin beside one that is cancelled`() {
    let begin = Request.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true))
    var state = open()
    #expect(state.take(begin, 1).is("more"))
    var twice = state
    #expect(twice.take(begin, 2).is("disconnect 0"))
    #expect(state.take(SecretPrefix(.password, sequence: 1)).is("run 1"))
    var beside = state
    #expect(beside.take(begin, 2).is("disconnect 0"))
    #expect(state.take(.cancel, 1).is("cancel 1"))
    #expect(state.take(begin, 2).is("more"))
  }

  @Test func `Messages are short before a sign-in and behind a sign-out, and long for members and administrators`() {
    #expect(ConnectionState(.administration, signUp: nil).longestMessage == .max)
    #expect(open().longestMessage == 4096)
    var state = signedIn()
    #expect(state.longestMessage == .max)
    #expect(state.take(.signOut, 2).is("run 2"))
    #expect(state.longestMessage == 4096)
  }

  // MARK: Conversations

  @Test func `A conversation waits for its secrets, in their order`() {
    var state = signedIn()
    #expect(!state.isWaiting)
    #expect(state.take(.begin(Begin(.changePassword, ServiceFixture.ada, wantsSession: false)), 2).is("more"))
    #expect(state.isWaiting)
    var wrong = state
    #expect(wrong.take(SecretPrefix(.newPassword, sequence: 2)).is("disconnect 0"))
    var challenged = state
    #expect(challenged.take(SecretPrefix(.password, to: ChallengeID(1), sequence: 2)).is("disconnect 0"))
    #expect(state.take(SecretPrefix(.password, sequence: 2)).is("keep"))
    #expect(state.take(SecretPrefix(.newPassword, sequence: 2)).is("run 2"))
    #expect(!state.isWaiting)
  }

  @Test func `A conversation waits for the answer to its question, and for a notice to be read`() {
    var state = open()
    let begin = Begin(.signIn, ServiceFixture.ada, wantsSession: true, hasSecrets: false)
    #expect(state.take(.begin(begin), 1).is("run 1"))
    let question = Question(
      [Challenge(.code(digits: 6), id: ChallengeID(4))], methods: [.recoveryCode], fault: nil, timeLimit: nil)
    #expect(state.finished(1, .step(.ask(question))).is("await 1"))
    #expect(state.isWaiting)
    // It takes its own challenge and methods.
    for wrong in [nil, ChallengeID(5)] {
      var state = state
      #expect(state.take(SecretPrefix(.password, to: wrong, sequence: 1)).is("disconnect 0"))
    }
    for request in [Request.method(.code), .proceed] {
      var state = state
      #expect(state.take(request, 1).is("disconnect 0"))
    }
    var other = state
    #expect(other.take(.method(.recoveryCode), 1).is("run 1"))
    #expect(state.take(SecretPrefix(.password, to: ChallengeID(4), sequence: 1)).is("run 1"))
    // And a notice takes neither.
    #expect(state.finished(1, .step(.tell(.quotation("", .information)))).is("await 1"))
    #expect(state.isWaiting)
    var answered = state
    #expect(answered.take(SecretPrefix(.password, to: ChallengeID(4), sequence: 1)).is("disconnect 0"))
    #expect(state.take(.proceed, 1).is("run 1"))
  }

  @Test func `A conversation that is cancelled while it has a job ends when the job is done`() {
    var state = open()
    _ = state.take(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true, hasSecrets: false)), 1)
    #expect(state.take(.cancel, 1).is("cancel 1"))
    let question = Question([Challenge(.password)], methods: [], fault: nil, timeLimit: nil)
    #expect(state.finished(1, .step(.ask(question))).is("drop 1", .ended(.cancelled(isNew: false))))
    #expect(!state.isWaiting)
  }

  @Test(arguments: [true, false]) func `A sign-in that is cancelled before its end is none`(_ hasSession: Bool) {
    var state = open()
    _ = state.take(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true, hasSecrets: false)), 1)
    _ = state.take(.cancel, 1)
    let step = state.finished(1, .signedIn(.ofAda(hasSession ? .ofAda : nil), isNew: true))
    #expect(step.is(hasSession ? "revoke 1" : "reply 1", .ended(.cancelled(isNew: true))))
    #expect(state.take(Self.page, 2).is("answer 2", .unavailable(.notNow)))
  }

  @Test func `A sign-in that is cancelled behind its end is undone, and no other`() {
    var state = signedIn()
    #expect(state.take(.cancel, 2).is("nothing"))
    #expect(state.take(Self.page, 3).is("run 3"))
    #expect(state.take(.cancel, 1).is("revoke 1"))
    #expect(state.take(Self.page, 4).is("answer 4", .unavailable(.notNow)))
    // without a session there is nothing to end
    var without = signedIn(nil)
    #expect(without.take(.cancel, 1).is("nothing"))
    #expect(without.take(Self.page, 3).is("answer 3", .unavailable(.notNow)))
  }

  @Test func `A session that was shown by its token is not undone by a cancellation`() {
    var state = signedIn()
    #expect(state.take(SecretPrefix(.token, sequence: 1)).is("run 1"))
    #expect(state.finished(1, .verified(.ofAda, SecureToken().digest)).is("reply 1"))
    #expect(state.take(.cancel, 1).is("nothing"))
    #expect(state.take(Self.page, 2).is("run 2"))
  }

  @Test func `A sign-in whose form has gone is undone`() {
    var state = open()
    _ = state.take(.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true, hasSecrets: false)), 1)
    state.close()
    #expect(state.finished(1, .signedIn(.ofAda(.ofAda), isNew: false)).is("revoke 1"))
    #expect(state.finished(1, .signedIn(.ofAda(nil), isNew: false)).is("nothing"))
    #expect(state.finished(1, .ended(.changed)).is("nothing"))
  }

  @Test func `A conversation that is not allowed is refused behind its secrets`() {
    var state = open()
    #expect(state.take(.begin(Begin(.signUp, ServiceFixture.ada, wantsSession: true)), 1).is("more"))
    #expect(
      state.take(SecretPrefix(.password, sequence: 1)).is("drop 1", .unavailable(.notNow)))
    // and one that needs secrets can't be asked for them
    #expect(
      state.take(.begin(Begin(.signUp, ServiceFixture.ada, wantsSession: true, hasSecrets: false)), 2).is(
        "disconnect 0"))
  }

  // MARK: Members

  @Test func `A member who could not sign out is still one, unless another has signed in`() {
    var state = signedIn()
    #expect(state.take(.signOut, 2).is("run 2"))
    #expect(state.take(Self.page, 3).is("answer 3", .unavailable(.notNow)))
    #expect(state.finished(2, .replies([.unavailable(.busy)])).is("reply 2"))
    #expect(state.take(Self.page, 4).is("run 4"))
    // and one who could is not
    #expect(state.take(.endSession, 5).is("run 5"))
    #expect(state.finished(5, .replies([.done])).is("reply 5"))
    #expect(state.take(Self.page, 6).is("answer 6", .unavailable(.notNow)))
  }

  @Test func `A request of a member that fails leaves them signed in`() {
    var state = signedIn()
    #expect(state.take(Self.page, 2).is("run 2"))
    #expect(state.take(.signOut, 3).is("run 3"))
    #expect(state.finished(2, .replies([.unavailable(.busy)])).is("reply 2"))
    #expect(state.take(Self.page, 4).is("answer 4", .unavailable(.notNow)))
  }

  // MARK: Administrators

  @Test func `An administrator's program has one request at a time, and the batches of an import before it`() {
    var state = open(.administration)
    #expect(state.take(.administer(.batch([])), 1).is("more"))
    #expect(state.take(.administer(.batch([])), 1).is("more"))
    for (request, number) in [(AdminRequest.health, 1), (.batch([]), 2), (.health, 2)] as [(AdminRequest, UInt16)] {
      var state = state
      #expect(state.take(.administer(request), number).is("disconnect 0"))
    }
    let lengths = PasswordLengths(clamping: 6...20)
    let source = AttemptSource(tty: "", uid: 1, host: "", program: "")
    #expect(state.take(.administer(.addAll(.allOrNone, allowing: lengths, source)), 1).is("run 1"))
    var busy = state
    #expect(busy.take(.administer(.health), 2).is("disconnect 0"))
    #expect(state.finished(1, .replies([.done])).is("reply 1"))
    #expect(state.take(.administer(.health), 2).is("run 2"))
  }

  @Test func `A form administers nothing, and an administrator's program signs nobody in and shows no token`() {
    var form = signedIn()
    #expect(form.take(.administer(.health), 2).is("disconnect 0"))
    let program = open(.administration)
    for request in [Request.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true)), Self.page, .overview] {
      var program = program
      #expect(program.take(request, 1).is("disconnect 0"))
    }
    var token = program
    #expect(token.take(SecretPrefix(.token, sequence: 1)).is("disconnect 0"))
    var change = program
    #expect(change.take(.begin(Begin(.changePassword, ServiceFixture.ada, wantsSession: false)), 1).is("more"))
  }

  @Test func `A request that is refused by a limit is dropped, and its number is free again`() {
    var state = signedIn()
    #expect(state.take(Self.page, 2).is("run 2"))
    #expect(state.refused(2).is("drop 2", .unavailable(.busy)))
    #expect(state.take(Self.page, 2).is("run 2"))
  }
}

extension ConnectionState.Step {
  /// Whether it does that for that number, with that reply if one is given. The end of a connection has a reply only if it is
  /// given.
  fileprivate func `is`(_ text: String, _ reply: Reply? = nil) -> Bool {
    guard self.text == text else { return false }
    if case .disconnect(let last, _) = self { return last == reply }
    return reply.map { replies == [$0] } ?? true
  }

  private var text: String {
    switch self {
    case .run(_, let number): "run \(number)"
    case .awaitMore: "more"
    case .awaitAnswer(_, let number): "await \(number)"
    case .keepSecret: "keep"
    case .answer(_, let number): "answer \(number)"
    case .drop(_, let number): "drop \(number)"
    case .cancel(let number): "cancel \(number)"
    case .reply(_, let number): "reply \(number)"
    case .sendSignedIn(_, _, let number): "signed in \(number)"
    case .revoke(_, _, let number): "revoke \(number)"
    case .nothing: "nothing"
    case .disconnect(_, let number): "disconnect \(number)"
    }
  }

  private var replies: [Reply] {
    switch self {
    case .answer(let reply, _), .drop(let reply, _), .awaitAnswer(let reply, _): [reply]
    case .reply(let replies, _): replies
    case .revoke(_, let reply, _), .disconnect(let reply, _): reply.map { [$0] } ?? []
    case .run, .awaitMore, .keepSecret, .cancel, .sendSignedIn, .nothing: []
    }
  }
}

extension Session {
  fileprivate static let ofAda = Session(
    id: SessionID(), email: ServiceFixture.ada, opened: Timestamp(milliseconds: 1),
    lastUsed: Timestamp(milliseconds: 1),
    lifetime: SessionLifetime())
}

extension SignedIn {
  fileprivate static func ofAda(_ session: Session?) -> SignedIn {
    let owner = Owner(of: ServiceFixture.ada, by: .account(7, revision: 3))
    guard let session else { return SignedIn(email: ServiceFixture.ada, owner: owner) }
    return SignedIn(email: ServiceFixture.ada, session: session, token: SecureToken(), owner: owner)
  }
}
