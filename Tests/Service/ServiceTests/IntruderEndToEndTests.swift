import Foundation
import Identity
import SQLiteStore
import Secrets
import TestSupport
import Testing
import AccountService
import Messages
import Store

/// A program of another user that sends a service any bytes it likes.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "Only root can become another user."))
struct IntruderEndToEndTests {
  private let ada = email("ada@lovelace.example")
  private let bob = email("bob@example.com")
  private static let hello = Request.hello(Hello(program: "intruder", source: .test)).message(1)

  /// Sends and receives one message after the other, as user 4242. Returns what came; empty for the end.
  private func play(
    _ service: ServiceInTest, _ moves: [Move], at socket: String = "signin.sock"
  ) async throws -> (received: [[UInt8]], finished: ChildProcess.Finished) {
    let script = """
      import socket, sys
      s = socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
      s.settimeout(20)
      s.connect(sys.argv[1])
      for move in sys.argv[2:]:
          try:
              if move != "?": s.send(bytes.fromhex(move))
              else: print(s.recv(65536).hex() or "-")
          except (ConnectionResetError, BrokenPipeError): print("-")
      """
    let words = moves.map { move in
      switch move {
      case .send(let bytes): bytes.map { String(Int($0) + 0x100, radix: 16).suffix(2) }.joined()
      case .receive: "?"
      }
    }
    let user = ["--reuid=4242", "--regid=4242", "--clear-groups"]
    let finished = try await service.sandbox.run(
      "setpriv", user + ["/usr/bin/python3", "-c", script, service.folder + "/" + socket] + words)
    let received = finished.output.split(separator: "\n").map { line -> [UInt8] in
      if line == "-" { return [] }
      return stride(from: 0, to: line.count, by: 2).compactMap { UInt8(line.dropFirst($0).prefix(2), radix: 16) }
    }
    return (received, finished)
  }

  private enum Move {
    case send([UInt8])
    case receive
  }

  private func secret(_ kind: SecretKind, _ text: String, _ number: UInt8) -> Move {
    .send([0x20, 0, number, 0, kind.rawValue, 0, 0, 0] + text.utf8)
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `Another user cannot connect where administrators do, and is left where people do`() async throws {
    let service = try await ServiceInTest()
    let refused = try await play(service, [.send(Self.hello), .receive], at: "admin.sock")
    #expect(refused.received.isEmpty)
    #expect(refused.finished.errors.contains("PermissionError"), "\(refused.finished.errors)")
    _ = try await service.store.newAccount(bob)
    let requests: [AdminRequest] = [
      .accounts(after: nil, limit: 9), .sessions(nil), .throttleState,
      .change(bob, .lock, .test), .page(AttemptQuery(email: nil), before: nil, limit: 9),
    ]
    for request in requests {
      let played = try await play(
        service, [.send(Self.hello), .receive, .send(Request.administer(request).message(2)), .receive])
      #expect(played.received.count == 2, "\(played.finished.errors)")
      #expect(played.received.last == [], "\(request)")
    }
    #expect(try await service.store.accounts(after: nil, limit: 9).map(\.isLocked) == [false])
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `A member with another uid reaches neither the session nor the password of somebody else`() async throws {
    // given
    let service = try await ServiceInTest()
    let hash = try Argon2id(memoryKiB: HashCost.minimum.memoryKiB, passes: HashCost.minimum.passes)
      .hash(password("correct horse"))
    for who in [ada, bob] { _ = try await service.store.add(who, hash) }
    let account = try #require(try await service.store.account(of: bob))
    let token = SecureToken()
    let session = try #require(try await service.store.open(token.digest, for: account, lasting: SessionLifetime()))
    // when Ada signs in, and uses Bob's password and token
    let moves: [Move] = [
      .send(Self.hello), .receive, .send(Request.begin(Begin(.signIn, ada, wantsSession: false)).message(2)),
      secret(.password, "correct horse", 2), .receive,
      .send(Request.begin(Begin(.changePassword, bob, wantsSession: false)).message(3)),
      secret(.password, "correct horse", 3), secret(.newPassword, "battery staple", 3), .receive,
      secret(.token, token.base64URL, 4), .receive,
      .send(Request.page(AttemptSearch(""), before: nil).message(5)), .receive,
    ]
    let played = try await play(service, moves)
    // then
    let replies = played.received.compactMap { Envelope<Reply>($0)?.body }
    try #require(replies.count == 5, "\(played.finished.errors)")
    #expect(replies[1] == .ended(.signedIn(ada, nil, isNew: false)))
    #expect(replies[2] == .unavailable(.notNow))
    if case .verified(.some) = replies[3] { Issue.record("The token of another user was good.") }
    guard case .rows(let rows) = replies[4] else {
      Issue.record("There are no rows.")
      return
    }
    #expect(rows.allSatisfy { $0.email == ada })
    #expect(rows.first?.source.uid == 4242)
    #expect(try await service.store.account(of: bob) == account)
    #expect(try await service.store.sessions(of: nil) == [session])
  }
}
