import Identity
import Testing
import Messages

@Suite struct MessageTests {
  @Test(arguments: Samples.requests)
  func `A request arrives as it was sent`(_ request: Request) {
    let message = request.message(0x1234)
    #expect(Request(message) == request)
    #expect(MessageHeader(message)?.sequence == 0x1234)
  }

  @Test(arguments: Samples.replies)
  func `A reply arrives as it was sent`(_ reply: Reply) {
    #expect(Reply(reply.message(7)) == reply)
  }

  @Test func `The outcomes that a word of a search names arrive with it`() {
    guard case .page(let search, _)? = Request(Samples.requests[6].message(1)) else {
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
    hostile.replaceSubrange(place..<place + 7, with: "x\")OR(\"".utf8)
    // when
    guard case .page(let received, _)? = Request(hostile) else {
      Issue.record("The request was refused.")
      return
    }
    // then
    #expect(received.words == ["abgelehnt"])
    #expect(received.outcomes(named: "abgelehnt").isEmpty)
  }

  @Test func `A request is no reply, and a reply no request`() {
    for request in Samples.requests { #expect(Reply(request.message(1)) == nil) }
    for reply in Samples.replies { #expect(Request(reply.message(1)) == nil) }
  }

  @Test func `A message that is cut anywhere is never another message of its kind with all its fields`() {
    for message in Samples.requests.map({ $0.message(1) }) {
      for count in 0..<message.count {
        if let cut = Request(Array(message[..<count])) { #expect(cut.message(1).count <= count) }
      }
    }
  }

  @Test func `Any byte may be wrong, and the reader still ends`() {
    for message in Samples.requests.map({ $0.message(1) }) + Samples.replies.map({ $0.message(1) }) {
      for place in message.indices {
        for flipped in [message[place] ^ 1, message[place] ^ 0x80, 0, 255] {
          var changed = message
          changed[place] = flipped
          _ = Request(changed)
          _ = Reply(changed)
        }
      }
    }
  }

  @Test func `A field that a newer version adds is skipped from tag 128 on, and refused below`() {
    #expect(Request(Request.cancel.message(1) + [128, 1, 0, 42]) == .cancel)
    #expect(Request(Request.cancel.message(1) + [127, 1, 0, 42]) == nil)
  }

  @Test func `A field that says it is longer than the message is refused`() {
    #expect(Request(Request.cancel.message(1) + [128, 255, 255, 42]) == nil)
  }

  @Test func `An email that cannot be one is refused`() {
    var message = Request.begin(Begin(.signIn, Samples.email, wantsSession: false)).message(1)
    message.replace([UInt8(ascii: "@")], with: [UInt8(ascii: ".")])
    #expect(Request(message) == nil)
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
    let replies = Reply.page(
      AttemptPage(attempts: attempts, next: AttemptID(time: Timestamp(milliseconds: -1), number: 1)))
    let rows = replies.flatMap { reply -> [Attempt] in
      if case .rows(let rows) = reply { rows } else { [] }
    }
    #expect(rows == attempts)
    #expect(replies.last == Reply.endOfRows(next: AttemptID(time: Timestamp(milliseconds: -1), number: 1)))
    #expect(replies.allSatisfy { $0.message(1).count <= MessageHeader.longestMessage })
  }
}

@Suite struct ProtocolVersionTests {
  @Test func `Programs of one major version take the smaller minor version`() {
    let (one, other) = (ProtocolVersion(major: 1, minor: 4), ProtocolVersion(major: 1, minor: 2))
    #expect(ProtocolVersion.common(one, other) == other)
    #expect(ProtocolVersion.common(other, one) == other)
  }

  @Test func `Programs of different major versions cannot talk`() {
    #expect(ProtocolVersion.common(ProtocolVersion(major: 1, minor: 0), ProtocolVersion(major: 2, minor: 0)) == nil)
  }
}
