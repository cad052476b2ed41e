import Identity
import Testing
import AccountService
import Messages

@Suite struct EnvelopeTests {
  @Test(arguments: Samples.requests)
  func `A request arrives as it was sent`(_ request: Request) {
    let message = Envelope<Request>(request.message(0x1234))
    #expect(message?.body == request)
    #expect(message?.number == 0x1234)
  }

  @Test(arguments: Samples.replies)
  func `A reply arrives as it was sent`(_ reply: Reply) {
    #expect(Envelope<Reply>(reply.message(7))?.body == reply)
  }

  @Test func `Every field has a name`() throws {
    // Swift calls a payload without a label _0, which says nothing to whoever writes a worker or reads a trace.
    let requests = Samples.requests + (try AdminSamples.requests()).map { .administer($0) }
    let replies = Samples.replies + AdminSamples.replies.map { .administration($0) }
    let messages = requests.map { $0.message(1) } + replies.map { $0.message(1) }
    let nameless = messages.map { String(decoding: $0, as: UTF8.self) }.filter { $0.contains("\"_") }
    #expect(nameless.isEmpty, "\(nameless.joined(separator: "\n"))")
  }

  @Test func `The outcomes that a word of a search names arrive with it`() {
    guard case .page(let search, _)? = Envelope<Request>(Samples.requests[7].message(1))?.body else {
      Issue.record("This is not the request that was sent.")
      return
    }
    #expect(search.words == ["ssh", "abgelehnt"])
    #expect(search.outcomes(named: "abgelehnt") == [.refused])
  }

  @Test func `A text that is no outcome's name does not arrive with a word of a search`() {
    // given a search whose outcome is replaced by as many other bytes
    let search = AttemptSearch([(word: "abgelehnt", outcomes: [.refused])])
    let message = Request.page(search, before: nil).message(1)
    guard let place = message.indices.first(where: { message[$0...].starts(with: "refused".utf8) }) else {
      Issue.record("The outcome is not in the message.")
      return
    }
    var hostile = message
    hostile.replaceSubrange(place..<place + 7, with: "x')OR('".utf8)
    // when
    guard case .page(let received, _)? = Envelope<Request>(hostile)?.body else {
      Issue.record("The request was refused.")
      return
    }
    // then
    #expect(received.words == ["abgelehnt"])
    #expect(received.outcomes(named: "abgelehnt").isEmpty)
  }

  @Test func `A request is no reply, and a reply no request`() {
    for request in Samples.requests { #expect(Envelope<Reply>(request.message(1)) == nil) }
    for reply in Samples.replies { #expect(Envelope<Request>(reply.message(1)) == nil) }
  }

  @Test func `A message that is cut anywhere is none`() {
    for message in Samples.requests.map({ $0.message(1) }) {
      for count in 0..<message.count {
        #expect(Envelope<Request>(Array(message[..<count])) == nil)
      }
    }
  }

  @Test func `Any byte may be wrong, and the reader still ends`() {
    for message in Samples.requests.map({ $0.message(1) }) + Samples.replies.map({ $0.message(1) }) {
      for place in message.indices {
        for flipped in [message[place] ^ 1, message[place] ^ 0x80, 0, 255] {
          var changed = message
          changed[place] = flipped
          _ = Envelope<Request>(changed)
          _ = Envelope<Reply>(changed)
        }
      }
    }
  }

  @Test func `A field that a newer version adds is skipped`() {
    let message = #"{"number": 7, "later": [1], "method": {"use": "code", "also": {"deep": true}}}"#
    #expect(Envelope<Request>(Array(message.utf8))?.body == .method(.code))
  }

  @Test(arguments: [#"{"number":7,"later":{}}"#, #"{"later":{"what":[1,2]},"number":7}"#, #"{"number":7}"#])
  func `A case that only a newer version has is told from nonsense, with its number`(_ message: String) {
    guard case .unknown(number: 7) = Envelope<Request>.read(Array(message.utf8)) else {
      Issue.record("The request was not recognised as unknown.")
      return
    }
  }

  @Test(arguments: [
    #"{"cancel":{}}"#, #"{"number":65536,"cancel":{}}"#, #"{"number":-1,"cancel":{}}"#, #"{"number":"1","cancel":{}}"#,
    #"{"number":1,"cancel":{},"cancel":{}}"#, #"{"number":1,"begin":{}}"#, #"{"number":1,"method":{"use":"later"}}"#,
    #"{"number":1,"page":{"search":[{"word":"x"}]}}"#, #"[{"number":1,"cancel":{}}]"#, #"{"number":1,"cancel":{}} "#,
    "",
  ])
  func `A message that breaks the protocol is malformed`(_ message: String) {
    guard case .malformed = Envelope<Request>.read(Array(message.utf8)) else {
      Issue.record("The message was read.")
      return
    }
  }

  @Test(arguments: [
    #"{"number":1,"ask":{"question":{"challenges":[]}}}"#,
    #"{"number":1,"ask":{"question":{"challenges":[{"id":0,"kind":{"password":{}}}]}}}"#,
    #"{"number":1,"ask":{"question":{"challenges":[{"id":1,"kind":{"code":{"digits":17}}}]}}}"#,
    #"{"number":1,"ask":{"question":{"challenges":[{"id":1,"kind":{"code":{"digits":0}}}]}}}"#,
    #"{"number":1,"ask":{"question":{"challenges":[{"id":1,"kind":{"password":{}}},{"id":1,"kind":{"recoveryCode":{}}}]}}}"#,
    #"{"number":1,"queued":{"place":0}}"#, #"{"number":1,"unavailable":{"reason":{}}}"#,
  ])
  func `A reply beyond the limits of its values is malformed`(_ message: String) {
    #expect(Envelope<Reply>(Array(message.utf8)) == nil)
  }

  @Test func `The version in a greeting is read whatever else a later major version changes`() {
    for greeting in [
      #"{"number":0,"hello":{"form":{"version":{"major":9,"minor":1},"terminal":"pts/3"}}}"#,
      #"{"welcome":{"service":{"version":{"major":9,"minor":1}}}}"#,
    ] {
      #expect(Envelope<Request>(Array(greeting.utf8)) == nil)
      #expect(ProtocolVersion(greeting: Array(greeting.utf8)) == ProtocolVersion(major: 9, minor: 1))
    }
    #expect(ProtocolVersion(greeting: Request.cancel.message(1)) == nil)
  }

  @Test func `An email that cannot be one is refused`() {
    var message = Request.begin(Begin(.signIn, Samples.email, wantsSession: false)).message(1)
    message.replace([UInt8(ascii: "@")], with: [UInt8(ascii: ".")])
    #expect(Envelope<Request>(message) == nil)
  }

  @Test func `A page of the longest rows fits into its messages, with every row once`() {
    let long = String(repeating: "x", count: 300)
    let source = AttemptSource(tty: long, uid: .max, host: long, program: long)
    let attempts = (1...100).map { number in
      Attempt(
        id: AttemptID(time: Timestamp(milliseconds: -1), number: Int64(number)), time: Timestamp(milliseconds: .max),
        email: Samples.email,
        outcome: AttemptOutcome(rawValue: long), source: source, times: .max, until: Timestamp(milliseconds: .min))
    }
    let page = AttemptPage(attempts: attempts, next: AttemptID(time: Timestamp(milliseconds: -1), number: 1))
    let replies = Reply.page(page).flatMap(\.parts)
    let rows = replies.flatMap { reply -> [Attempt] in
      if case .rows(let rows) = reply { rows } else { [] }
    }
    #expect(rows == attempts)
    #expect(replies.last == Reply.endOfRows(next: AttemptID(time: Timestamp(milliseconds: -1), number: 1)))
    #expect(replies.allSatisfy { $0.message(1).count <= SecretPrefix.longestMessage })
  }

  @Test func `A message of 65,536 bytes is read, and none of more`() {
    func message(_ count: Int) -> [UInt8] {
      let (start, end) = (#"{"number":1,"#, #""cancel":{}}"#)
      let blanks = String(repeating: " ", count: count - start.utf8.count - end.utf8.count)
      return Array((start + blanks + end).utf8)
    }
    #expect(Envelope<Request>(message(65_536))?.body == .cancel)
    #expect(Envelope<Request>(message(65_537)) == nil)
  }

  @Test func `No list is longer than its reader takes`() {
    func parts(_ count: Int) -> [Reply] { Reply.administration(.positions(Array(repeating: 1, count: count))).parts }
    #expect(parts(4096).count == 1 && parts(4097).count == 2)
    #expect(parts(0).isEmpty)
  }

  @Test func `An account has as many sessions as fit into its message, the latest ones, and their count`() {
    let long = String(repeating: "\u{1}", count: 64)
    let source = AttemptSource(tty: long, uid: .max, host: long, program: long)
    let time = Timestamp(milliseconds: 0)
    let sessions = (1...150).map { _ in
      Session(
        id: SessionID(), email: Samples.email, opened: time, lastUsed: time, lifetime: SessionLifetime(),
        place: SessionPlace(source))
    }
    let account = AccountOverview(sessions: sessions, own: nil, twoStep: nil, passwordSet: nil)
    let parts = Reply.account(overview: account).parts
    guard case .account(let sent)? = parts.first, parts.count == 1 else { return #expect(parts.isEmpty) }
    #expect(sent.others == Array(sessions.prefix(sent.others.count)) && sent.otherCount == 150)
    #expect((20..<100).contains(sent.others.count))
    #expect(parts[0].message(1).count <= SecretPrefix.longestMessage)
  }
}

@Suite struct ProtocolVersionTests {
  @Test func `Programs of one major version can talk, whatever their minor versions`() {
    let current = ProtocolVersion.current
    #expect(current.isCompatible)
    #expect(ProtocolVersion(major: current.major, minor: current.minor + 1).isCompatible)
    #expect(ProtocolVersion(major: current.major, minor: 0).isCompatible)
    for major in [current.major - 1, current.major + 1] {
      #expect(!ProtocolVersion(major: major, minor: current.minor).isCompatible)
    }
  }
}
