import Foundation
import Identity
import Secrets
import TestSupport
import Testing
import AccountService
import Messages

/// A service of one form, with a store of its own in a sandbox, and the form, which a test plays.
final class ServiceWithClient {
  static let ada = email("ada@lovelace.example")
  static let quick = "hash = { memory-kib = 19456, passes = 2 }\n"

  static let hello = Hello(
    program: "test", source: AttemptSource(tty: "pts/3", uid: 4242, host: "192.0.2.7", program: "menu"))

  let sandbox: Sandbox
  let socket: SeqpacketSocket
  let program: ChildProcess
  let person: EmailAddress
  private(set) var token: SecureToken?
  private var lastNumber: UInt16 = 0

  /// - Parameter settings: The content of the file of `--config`.
  init(settings: String = quick, in sandbox: Sandbox? = nil) throws {
    let sandbox = try sandbox ?? Sandbox()
    self.sandbox = sandbox
    person = Self.ada
    let config = sandbox.path("given.toml")
    try settings.write(toFile: config, atomically: true, encoding: .utf8)
    let (ours, its) = try SeqpacketSocket.pair()
    socket = ours
    program = try sandbox.start(
      Pty.product("StoreProbe"), ["--store", "sqlite:\(sandbox.path("own.db"))", "--config", config],
      link: its.descriptor)
    its.close()
  }

  /// Speaks to a server that runs already.
  init(over socket: SeqpacketSocket, to program: ChildProcess, in sandbox: Sandbox, as person: EmailAddress = ada) {
    (self.sandbox, self.socket, self.program, self.person) = (sandbox, socket, program, person)
  }

  deinit { socket.close() }

  /// Says hello, and returns the answer.
  /// - Parameter signs: Whether the form can have a key sign.
  func hello(signs: Bool? = nil) async -> Reply? {
    await answer(to: .hello(Hello(program: Self.hello.program, source: Self.hello.source, signs: signs)))
  }

  func answer(to request: Request) async -> Reply? {
    send(request)
    return await reply()
  }

  @discardableResult
  func send(_ request: Request) -> UInt16 {
    lastNumber += 1
    _ = socket.send(request.message(lastNumber))
    return lastNumber
  }

  /// Holds a conversation with these secrets, and returns its end.
  func converse(_ purpose: Begin.Purpose, _ secrets: String..., wantsSession: Bool = false) async -> Ending? {
    begin(purpose, secrets, wantsSession: wantsSession)
    return await ending()
  }

  /// Begins a conversation with these secrets, and waits for nothing.
  func begin(_ purpose: Begin.Purpose, _ secrets: [String], wantsSession: Bool = false) {
    let number = send(.begin(Begin(purpose, person, wantsSession: wantsSession)))
    for (kind, secret) in zip([SecretKind.password, .newPassword], secrets) { send(kind, secret, number) }
  }

  /// The end of the conversation; nil if something else comes.
  func ending() async -> Ending? {
    var reply = await reply()
    while case .queued = reply { reply = await self.reply() }
    guard case .ended(let ending)? = reply else { return nil }
    if case .signedIn(_, .some, _) = ending { await receiveToken() }
    return ending
  }

  func verify(_ token: SecureToken) async -> Reply? {
    lastNumber += 1
    send(.token, token.base64URL, lastNumber)
    return await reply()
  }

  /// Begins a conversation, and returns the first question after the password.
  func question(_ purpose: Begin.Purpose, _ password: String, wantsSession: Bool = false) async -> Question? {
    let number = send(.begin(Begin(purpose, person, wantsSession: wantsSession)))
    send(.password, password, number)
    if case .ask(let question)? = await reply() { return question }
    return nil
  }

  /// Signs in by a name that a worker proves.
  func signIn(as name: String, _ password: String) async throws -> Ending? {
    let number = send(.begin(Begin(.signIn, .name(try name.ofPam), wantsSession: false)))
    send(.password, password, number)
    return await ending()
  }

  /// Begins to prove a name, as a server does to a worker, and returns the first question.
  func question(of name: String) async throws -> Question? {
    send(.begin(Begin(.signIn, .name(try name.ofPam), wantsSession: false, hasSecrets: false)))
    if case .ask(let question)? = await reply() { return question }
    return nil
  }

  /// Answers the first challenge of a question, in the conversation begun last.
  func answer(_ question: Question?, _ text: String) async -> Reply? {
    guard let challenge = question?.challenges.first?.id else { return nil }
    send(.password, text, lastNumber, to: challenge)
    let reply = await reply()
    if case .ended(.signedIn(_, .some, _))? = reply { await receiveToken() }
    return reply
  }

  /// Tries a wrong password, typed before and when it is asked for.
  /// - Returns: All replies, as they came, but without the random number of the challenge.
  func repliesToWrongPasswords() async throws -> [[UInt8]] {
    var replies: [[UInt8]] = []
    func receive() async {
      while case .message(let bytes) = await arrival() {
        if case .queued? = Envelope<Reply>(bytes)?.body { continue }
        return replies.append(bytes)
      }
    }
    var number = send(.begin(Begin(.signIn, person, wantsSession: false)))
    send(.password, "wrong horse", number)
    await receive()
    number = send(.begin(Begin(.signIn, person, wantsSession: false, hasSecrets: false)))
    await receive()
    guard let asked = replies.last, case .ask(let question)? = Envelope<Reply>(asked)?.body,
      let challenge = question.challenges.first
    else { return replies }
    let text = String(decoding: asked, as: UTF8.self).replacing("\"id\":\(challenge.id.number)", with: "\"id\":0")
    replies[replies.count - 1] = Array(text.utf8)
    send(.password, "wrong horse", number, to: challenge.id)
    await receive()
    return replies
  }

  /// Goes on with the conversation begun last.
  func proceed() async -> Reply? {
    _ = socket.send(Request.proceed.message(lastNumber))
    return await reply()
  }

  private func send(_ kind: SecretKind, _ text: String, _ number: UInt16, to challenge: ChallengeID? = nil) {
    var text = text
    _ = text.withUTF8 { socket.send(SecretPrefix(kind, to: challenge, sequence: number), $0) }
  }

  func receiveToken() async {
    guard case .secret(_, let text) = await arrival() else { return }
    token = text.withUTF8 { SecureToken(base64URL: String(decoding: $0, as: UTF8.self)) }
  }

  /// The next reply; nil at the end.
  func reply() async -> Reply? {
    if case .message(let message) = await arrival() { Envelope<Reply>(message)?.body } else { nil }
  }

  func isEnded() async -> Bool {
    if case .end = await arrival() { true } else { false }
  }

  private func arrival() async -> SeqpacketSocket.Arrival {
    var arrival = SeqpacketSocket.Arrival.nothing
    _ = await eventually {
      arrival = socket.receive()
      if case .nothing = arrival { return false }
      return true
    }
    return arrival
  }
}

extension String {
  fileprivate var ofPam: LoginName {
    get throws { try #require(LoginName(self, of: "pam")) }
  }
}
