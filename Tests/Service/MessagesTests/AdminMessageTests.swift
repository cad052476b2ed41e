import Identity
import Secrets
import TestSupport
import Testing
import Unix
import AccountService
import Messages

@Suite struct AdminMessageTests {
  @Test func `A request arrives as it was sent`() throws {
    for request in try AdminSamples.requests() {
      #expect(Envelope<Request>(Request.administer(request).message(0x1234))?.body == .administer(request))
    }
  }

  @Test func `A reply arrives as it was sent`() {
    for reply in AdminSamples.replies {
      #expect(Envelope<Reply>(Reply.administration(reply).message(7))?.body == .administration(reply))
    }
  }

  @Test func `A hash that nothing could verify is refused`() throws {
    var message = Request.administer(.add(try AdminSamples.account(), .always, Samples.source)).message(1)
    message.replace(Array("m=65536".utf8), with: Array("m=99999".utf8))
    #expect(Envelope<Request>(message) != nil)
    message.replace(Array("m=99999,t=3".utf8), with: Array("m=99999,t=0".utf8))
    #expect(Envelope<Request>(message) == nil)
  }

  @Test func `The longest lists fit into their messages, with every entry once`() throws {
    let long = String(repeating: "x", count: 240)
    let emails = (0..<1000).compactMap {
      EmailAddress("\(long.prefix(60))@\(long.prefix(60)).\(long.prefix(60)).x\($0)x.org")
    }
    #expect(emails.count == 1000)
    // Accounts to add
    let hash = try AdminSamples.hash()
    let new = emails.map { NewAccount(email: $0, passwordHash: hash) }
    var batches: [AdminRequest] = []
    AdminRequest.eachBatch(of: new) { batches.append($0) }
    #expect(batches.flatMap { if case .batch(let accounts) = $0 { accounts } else { [] as [NewAccount] } } == new)
    #expect(batches.allSatisfy { Request.administer($0).message(1).count <= SecretPrefix.longestMessage })
    // Lists
    let times = Timestamp(milliseconds: .max)
    let summaries = emails.map { AccountSummary(email: $0, isLocked: true, added: times, lastSignIn: times) }
    let sessions = emails.map {
      Session(id: SessionID(), email: $0, opened: times, lastUsed: times, lifetime: SessionLifetime())
    }
    var state = ThrottleState()
    for (number, email) in emails.enumerated() {
      let key = ThrottleKey(email: email.key, source: ThrottleSource(uid: .max, place: long))
      state.runs[key] = FailureRun(failures: .max, since: times, last: times)
      state.pending[AttemptID(time: times, number: Int64(number))] = PendingAttempt(key: key, charged: times)
      state.pairs[key] = ThrottlePair(succeeded: times, waiting: number.isMultiple(of: 2) ? times : nil)
    }
    let positions = Array(0..<40_000)
    let subjects = emails.compactMap { Subject(text: "\(long.prefix(32)):" + $0.text.suffix(255)) }
    for whole: [Reply] in [
      .list(.accounts(summaries)), .list(.subjects(subjects)), .list(.sessions(sessions)), .list(.throttle(state)),
      .list(.positions(positions)),
    ] {
      let list = whole.flatMap(\.parts)
      #expect(list.allSatisfy { $0.message(1).count <= SecretPrefix.longestMessage })
      #expect(list.dropLast().allSatisfy { if case .administration(let reply) = $0 { reply.isPart } else { false } })
      #expect(list.last == .administration(.end(next: nil)))
    }
    var read = ThrottleState()
    let states = [Reply].list(.throttle(state)).flatMap(\.parts)
    for case .administration(.throttle(let part))? in states.map({ Envelope<Reply>($0.message(1))?.body }) {
      read.runs.merge(part.runs) { first, _ in first }
      read.pending.merge(part.pending) { first, _ in first }
      read.pairs.merge(part.pairs) { first, _ in first }
    }
    #expect(read == state)
    let lists = [Reply].list(.positions(positions)).flatMap(\.parts)
    let places = lists.compactMap { Envelope<Reply>($0.message(1))?.body }.flatMap { reply in
      if case .administration(.positions(let some)) = reply { some } else { [] as [Int] }
    }
    #expect(places == positions)
  }
}

@Suite struct AdministrationSocketTests {
  @Test func `The administrators' socket is beside that of people`() {
    #expect(AdministrationSocket.path(beside: "/run/signin/signin.sock") == "/run/signin/admin.sock")
    #expect(AdministrationSocket.path(beside: "/x") == "/admin.sock")
  }

  @Test func `A socket that is missing, or no socket, is not waited for`() {
    let refusals: [(String, ServiceSocket.Refusal)] = [
      ("/nowhere/admin.sock", .absent), ("/etc/passwd", .noSocket), ("/etc/passwd/admin.sock", .absent),
      ("admin.sock", .absent),
    ]
    for (path, refusal) in refusals {
      #expect(throws: refusal) { try AdministrationSocket.connect(at: path) }
    }
  }
}

/// One message of each kind of the administrators' socket, with every field that it can have.
enum AdminSamples {
  static func hash() throws -> PasswordHash {
    try PasswordHash(
      phc: "$argon2id$v=19$m=65536,t=3,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
  }

  static func account() throws -> NewAccount { NewAccount(email: Samples.email, passwordHash: try hash()) }

  static func requests() throws -> [AdminRequest] {
    let (email, source) = (Samples.email, Samples.source)
    let token = Samples.digest
    let codes = [RecoveryCodeDigest(bytes: Array(0..<32))].compactMap { $0 }
    let search = AttemptSearch("ssh abgelehnt", naming: { $0 == .refused ? "abgelehnt" : $0.rawValue })
    let id = AttemptID(time: Timestamp(milliseconds: 1), number: 9)
    let changes: [AccountChange] = [
      .password(try hash()), .oneTimePassword(try hash()), .removeSecondStep, .recoveryCodes(codes), .recoveryCodes([]),
      .lock, .unlock, .remove, .addKey(NewAccountKey(.sample, name: "ring")), .removeKey(.sample),
    ]
    let sessions: [SessionSelection] = [.id(Samples.session.id), .token(token), .allOf(email), .all]
    let failures: [ThrottleSelection] = [
      .email(email), .source(ThrottleSource(uid: 1000, place: "2001:db8:0:0::/64")), .uid(.max), .all,
    ]
    return [
      .account(email), .accounts(after: nil, limit: 200),
      .accounts(after: email, limit: .max), .add(try account(), .always, source),
      .add(try account(), .onlyFirst, source), .batch([]), .batch([try account(), try account()]),
      .addAll(.allOrNone, allowing: PasswordLengths(clamping: 6...20), source),
      .addAll(.missingOnly, allowing: PasswordLengths(clamping: 1...1024), source),
      .keys(email), .subjects(email), .link(Samples.subject, email, source), .unlink(Samples.subject, email, source),
      .rename(email, Samples.name.email, source), .addLinked(email, Samples.subject, source),
      .allow(PasswordLengths(clamping: 8...64)), .verify(token), .sessions(nil), .sessions(email),
      .page(AttemptQuery(email: nil), before: nil, limit: 50),
      .page(AttemptQuery(email: email, search: search), before: id, limit: 50),
      .page(AttemptQuery(owner: email, search: search), before: id, limit: -1), .throttleState, .health,
    ] + changes.map { .change(email, $0, source) } + sessions.map { .revoke($0, source) } + failures.map { .clear($0) }
  }

  static let replies: [AdminReply] = {
    let time = Timestamp(milliseconds: 1_790_000_000_000)
    let key = ThrottleKey(email: "ada@lovelace.example", source: ThrottleSource(uid: 33, place: "castle"))
    let state = ThrottleState(
      runs: [key: FailureRun(failures: 3, since: time, last: time)],
      pending: [AttemptID(time: time, number: 4): PendingAttempt(key: key, charged: time)])
    return [
      .account(KnownAccount(id: .max, email: Samples.email, hasSecondStep: true)), .account(nil),
      .accounts([
        AccountSummary(email: Samples.email, isLocked: true, added: time, lastSignIn: time),
        AccountSummary(email: Samples.email, isLocked: false, added: time, lastSignIn: nil),
      ]),
      .accounts([]), .keys([Samples.accountKey]), .keys([]), .sessions([Samples.session, Samples.session]),
      .rows([Samples.attempt]), .throttle(state),
      .throttle(ThrottleState()), .positions([0, 255, 256, 4_000_000_000]), .positions([]), .end(next: nil),
      .end(next: AttemptID(time: time, number: 3)), .addition(.added), .addition(.exists), .addition(.notFirst),
      .subjects([Samples.subject, Samples.subject]), .subjects([]), .linking(.linked), .linking(.taken),
      .linking(.missing), .linking(.ours), .renaming(.renamed), .lookup(.found), .lookup(.missing),
      .lengths(PasswordLengths(clamping: 4...64)),
      .session(Samples.session), .session(nil), .count(0),
      .count(.max), .health(ServiceHealth(store: StoreHealth(), load: ServiceLoad())), .health(health),
    ]
  }()

  static var health: ServiceHealth {
    var load = ServiceLoad()
    load.count(AttemptOutcome.refused.rawValue)
    load.count(StoreError.inputOutput(.full, path: "/var/lib/signin/signin.db"))
    load.hashing.add(.milliseconds(80))
    load.queueing.add(.seconds(90))
    (load.connections, load.administrators, load.hashesRunning, load.hashesWaiting) = (3, 1, 2, 4)
    let key = "/var/lib/signin/signin.db.key"
    return ServiceHealth(
      store: StoreHealth(
        faults: [
          StoreHealth.Fault(.writing, .database(.notAllowed, path: "service=signin"), reason: "SQLSTATE 28P01"),
          StoreHealth.Fault(.key, .unreachable(.keyLost, path: key)),
        ], replication: Replication(standbys: 1, lagMilliseconds: 12)), load: load)
  }
}
