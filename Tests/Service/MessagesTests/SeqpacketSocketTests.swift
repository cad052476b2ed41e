import Glibc
import Identity
import Secrets
import TestSupport
import Testing
import Unix
import AccountService
import Messages

@Suite struct SeqpacketSocketTests {
  @Test func `Messages arrive one by one, whatever was sent behind them`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    #expect(one.send([1, 0, 1, 0]).isSent)
    #expect(one.send([2, 0, 1, 0, 9]).isSent)
    #expect(other.receive().message == [1, 0, 1, 0])
    #expect(other.receive().message == [2, 0, 1, 0, 9])
    #expect(other.receive().isNothing)
  }

  @Test func `A secret arrives with its kind and its request`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    let password = try GuardedText("correct horse").sealed()
    let result = password.withUTF8 { one.send(SecretPrefix(.newPassword, to: ChallengeID(772), sequence: 513), $0) }
    #expect(result?.isSent == true)
    guard case .secret(let prefix, let text) = other.receive() else {
      Issue.record("This is not the secret that was sent.")
      return
    }
    #expect(prefix == SecretPrefix(.newPassword, to: ChallengeID(772), sequence: 513))
    #expect(text.contentsEqual(GuardedText("correct horse")))
  }

  @Test(arguments: [
    [0x20, 0, 1, 0, 1, 0, 0], [0x20, 0, 1, 0, 9, 0, 0, 0, 65], [0x20, 0, 1, 0, 1, 1, 0, 0, 65],
    [0x20, 1, 1, 0, 1, 0, 0, 0, 65], [0x20, 0, 1, 0, 1, 0, 0, 0, 0xff], [0x20],
  ])
  func `A message that breaks the rules is dropped, and the next one arrives`(_ message: [UInt8]) throws {
    try expectDropped(message)
  }

  @Test func `An empty answer arrives, and the next message behind it`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    let prefix = SecretPrefix(.password, to: ChallengeID(7), sequence: 513)
    #expect(try GuardedText().sealedAnswer().withUTF8 { one.send(prefix, $0) }?.isSent == true)
    #expect(one.send([1, 0, 1, 0]).isSent)
    // An earlier answer in the same text is not taken for this one.
    guard case .secret(prefix, let text) = other.receive(secretInto: GuardedText("correct horse")) else {
      Issue.record("This is not the answer that was sent.")
      return
    }
    #expect(text.isEmpty)
    #expect(other.receive().message == [1, 0, 1, 0])
  }

  @Test func `A secret or a message that is too long is dropped, and the next one arrives`() throws {
    try expectDropped([0x20, 0, 1, 0, 1, 0, 0, 0] + [UInt8](repeating: 65, count: 1025))
    try expectDropped([UInt8](repeating: 1, count: 65_537))
  }

  @Test func `The longest secret and the longest message arrive`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    #expect(one.send([0x20, 0, 1, 0, 1, 0, 0, 0] + [UInt8](repeating: 65, count: 1024)).isSent)
    guard case .secret(_, let text) = other.receive() else {
      Issue.record("This is no secret.")
      return
    }
    #expect(text.byteCount == 1024)
    let message = [UInt8](repeating: 1, count: 65_536)
    #expect(one.send(message).isSent)
    #expect(other.receive().message == message)
  }

  @Test func `A reader may take less, and drops what is longer`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    for message in [[1, 0, 1, 0], [1, 0, 1, 0, 9]] as [[UInt8]] { #expect(one.send(message).isSent) }
    #expect(other.receive(upTo: 4).message == [1, 0, 1, 0])
    #expect(other.receive(upTo: 4).isMalformed)
    #expect(other.receive().isNothing)
  }

  private func expectDropped(_ message: [UInt8]) throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    #expect(one.send(message).isSent)
    #expect(one.send([1, 0, 1, 0]).isSent)
    #expect(other.receive().isMalformed)
    #expect(other.receive().message == [1, 0, 1, 0])
  }

  @Test(arguments: [[1, 0, 1, 0], [0x20, 0, 1, 0, 1, 0, 0, 0, 65], [0x20, 0, 1]])
  func `A descriptor that is sent along is not kept`(_ message: [UInt8]) async throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    let descriptor = try #require(SentDescriptor())
    #expect(descriptor.send(message, on: one.descriptor))
    #expect(!other.receive().isNothing)
    #expect(await eventually { descriptor.isGone })
  }

  /// Closes a socket of which a program that another test is starting may have a copy.
  private func leave(_ socket: SeqpacketSocket) {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
    socket.close()
  }

  @Test func `The end of the other side is seen behind its last message`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { other.close() }
    #expect(one.send([1, 0, 1, 0]).isSent)
    leave(one)
    #expect(other.receive().message == [1, 0, 1, 0])
    #expect(other.receive().isEnd)
    #expect(!other.send([1, 0, 1, 0]).isSent)
  }

  @Test func `A last message arrives though its sender had not read everything`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { one.close() }
    #expect(one.send([1, 0, 1, 0]).isSent)
    #expect(other.send([2, 0, 1, 0]).isSent)
    leave(other)
    #expect(one.receive().message == [2, 0, 1, 0])
    #expect(one.receive().isEnd)
  }

  @Test func `A side that reads nothing stops the other one, which does not wait`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    let message = [UInt8](repeating: 1, count: 60_000)
    var sent = 0
    while sent < 1000, one.send(message).isSent { sent += 1 }
    #expect((1..<1000).contains(sent))
    #expect(one.send(message).isFull)
  }

  @Test func `A side that is gone, or says that nothing follows, ends the connection`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { other.close() }
    one.finish()
    #expect(other.receive().isEnd)
    #expect(other.send([1, 0, 1, 0]).isSent)
    #expect(one.receive().message == [1, 0, 1, 0])
    leave(one)
    #expect(other.send([1, 0, 1, 0]).isEnd)
  }

  @Test func `A descriptor that was passed on is a connection only if it keeps the boundaries of messages`() throws {
    // given a connection that waits and outlives exec(3)
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    #expect(fcntl(one.descriptor, F_SETFL, 0) == 0 && fcntl(one.descriptor, F_SETFD, 0) == 0)
    // when it is taken over
    let inherited = try #require(SeqpacketSocket(inherited: one.descriptor))
    // then it does neither any more
    #expect(inherited.receive().isNothing)
    #expect(fcntl(one.descriptor, F_GETFD) & FD_CLOEXEC != 0)
    // and other descriptors are none
    var ends: [Int32] = [-1, -1]
    for type in [SOCK_STREAM, SOCK_DGRAM] {
      try #require(socketpair(AF_UNIX, Int32(type.rawValue), 0, &ends) == 0)
      defer { for end in ends { Glibc.close(end) } }
      #expect(SeqpacketSocket(inherited: ends[0]) == nil)
    }
    #expect(SeqpacketSocket(inherited: -1) == nil)
  }

  @Test func `A descriptor that is none is the end of a connection`() {
    let socket = SeqpacketSocket(descriptor: -1)
    #expect(socket.receive().isEnd)
    #expect(socket.send([1, 0, 1, 0]).isEnd)
  }

  @Test(arguments: [EINTR, EAGAIN, ECONNRESET])
  func `The end of a connection is one, whatever an earlier call has met`(_ earlier: Int32) throws {
    // given
    let (one, other) = try SeqpacketSocket.pair()
    defer { other.close() }
    leave(one)
    // when
    errno = earlier
    // then
    #expect(other.receive().isEnd)
  }

  @Test func `An empty message is sent, and reads as the end`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    #expect(one.send([]).isSent)
    #expect(other.receive().isEnd)
  }

  @Test func `The kernel says who is at the other end`() throws {
    let (one, other) = try SeqpacketSocket.pair()
    defer { close(one, other) }
    #expect(one.peer?.pid == getpid())
    #expect(one.peer?.uid == getuid())
  }

  private func close(_ sockets: SeqpacketSocket...) {
    for socket in sockets { socket.close() }
  }
}

extension SeqpacketSocket.Dispatch {
  var isSent: Bool { if case .sent = self { true } else { false } }
  var isFull: Bool { if case .full = self { true } else { false } }
  var isEnd: Bool { if case .end = self { true } else { false } }
}

extension SeqpacketSocket.Arrival {
  var message: [UInt8]? { if case .message(let message) = self { message } else { nil } }
  var isNothing: Bool { if case .nothing = self { true } else { false } }
  var isMalformed: Bool { if case .malformed = self { true } else { false } }
  var isEnd: Bool { if case .end = self { true } else { false } }
}
