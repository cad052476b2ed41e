import AccountService
import Messages
import TestSupport
import Testing
import Unix

@MainActor @Suite struct SocketChannelTests {
  @Test func `A channel that is closed is watched no more`() async throws {
    let loop = RunLoop(signals: -1)
    let (one, other) = try SeqpacketSocket.pair()
    defer { other.close() }
    let channel = SocketChannel(one, loop)
    var turns = 0
    channel.watch {
      turns += 1
      _ = channel.receive()
    }
    #expect(other.send([1, 0, 1, 0]).isSent)
    await loop.turn(until: { turns == 1 })
    #expect(turns == 1)
    channel.close()
    await loop.turn(until: { true })
    #expect(turns == 1)
  }
}
