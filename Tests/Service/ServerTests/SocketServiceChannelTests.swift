import AccountService
import Messages
import Secrets
import Testing

@testable import Server
@testable import Unix

/// The service's end of a socket.
@MainActor @Suite struct SocketServiceChannelTests {
  @Test(arguments: SecretKind.allCases)
  func `A password counts as 3 KB however short it is, and no secret stays where it was received`(
    _ kind: SecretKind
  ) throws {
    // given
    let (form, service) = try SeqpacketSocket.pair()
    defer {
      form.close()
      service.close()
    }
    let incoming = GuardedText(capacity: SecretPrefix.longestSecret)
    let channel = SocketServiceChannel(
      service, try #require(service.peer), RunLoop(signals: -1), Outbox(), incoming: incoming)
    // when
    _ = [UInt8(ascii: "x")].withUnsafeBufferPointer { form.send(SecretPrefix(kind, sequence: 1), $0) }
    let (arrival, bytes) = channel.receive(upTo: 100)
    // then
    guard case .secret(let prefix, let password, _) = arrival else {
      Issue.record("No secret arrived.")
      return
    }
    #expect(prefix.kind == kind)
    #expect((password?.characterCount == 1) == (kind != .token))
    #expect(bytes == (kind == .token ? 1 : 3_072))
    #expect(incoming.isEmpty)
  }
}
