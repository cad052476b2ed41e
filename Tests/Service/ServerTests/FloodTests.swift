import AccountService
import Foundation
import Identity
import Messages
import ServiceTestSupport
import TestSupport
import Testing

@testable import Server
@testable import Unix

/// Floods of each kind of message that the protocol has, at its largest. The kinds come from the recorded messages, in which a
/// new one must be.
@MainActor @Suite struct FloodTests {
  private let fixture = ServerFixture()

  @Test(.tags(.serviceKeepsAccounts), arguments: FloodMessage.all(upTo: 4_096))
  func `No flood of a stranger takes more of a turn than its bytes, and another user is served`(
    _ message: FloodMessage
  ) async throws {
    let forms = try await forms(beside: try await service(), count: 16) { try await .welcomed(beside: $0, uid: 1000) }
    try await flood(forms, with: message)
  }

  @Test(.tags(.serviceKeepsAccounts), arguments: FloodMessage.all(upTo: SecretPrefix.longestMessage))
  func `No flood of a member takes more of a turn than its bytes, and another user is served`(
    _ message: FloodMessage
  ) async throws {
    let forms = try await forms(beside: try await service(), count: 4) { first in
      let form = try await TestClient.welcomed(beside: first, uid: 1000)
      form.begin(.signIn, wantsSession: false)
      guard case .ended(.signedIn)? = await form.reply() else { throw ServiceFixture.Unexpected(nil) }
      return form
    }
    try await flood(forms, with: message)
  }

  @Test(arguments: FloodMessage.all(upTo: 65_536).filter { $0.bytes.count > 4_096 })
  func `A message of more than 4 KB of a stranger ends the connection, and none of it is read`(
    _ message: FloodMessage
  ) async throws {
    let first = try await service()
    for hasGreeted in [false, true] {
      let form =
        hasGreeted
        ? try await TestClient.welcomed(beside: first, uid: 1000) : try TestClient(beside: first, uid: 1000)
      _ = form.socket.send(message.bytes)
      #expect(await form.isEnded())
    }
  }

  @Test func `A person who floods the service is slowed down, which the log says once a minute`() async throws {
    // given
    let first = try await service()
    var events: [ServerEvent] = []
    first.server.onEvent = { events.append($0) }
    let forms = try await forms(beside: first, count: 2) { try await .welcomed(beside: $0, uid: 1000) }
    // when two forms ask more than it may, and read the answers
    let request = Request.previousSignIn.message(1)
    var (sent, answers) = (0, 0)
    while sent < 2_000 {
      for form in forms.dropFirst() {
        while sent < 2_000, case .sent = form.socket.send(request) { sent += 1 }
      }
      let before = answers
      for form in forms.dropFirst() { answers += await form.allReplies(atMost: 20).count }
      if answers == before { break }
    }
    // then each message took a token
    #expect(answers <= Limits.person.messages.events)
    #expect(answers >= Limits.person.messages.events - 10)
    #expect(events == [.slowedDown(uid: 1000)])
    // and another user is served
    _ = try await TestClient.welcomed(beside: first, uid: 1001)
  }

  @Test func `A message that ends its connection takes its tokens, too`() async throws {
    // given a person who has sent as much as it may but 12 KB, over connections that each broke the protocol
    let first = try await service()
    var events: [ServerEvent] = []
    first.server.onEvent = { events.append($0) }
    let broken = [UInt8](repeating: UInt8(ascii: "{"), count: 4_000)
    var ended = 0
    while ended < Limits.person.messages.events / 4 - 3 {
      let form = try TestClient(beside: first, uid: 1000)
      _ = form.socket.send(broken)
      guard await form.isEnded() else { break }
      ended += 1
      form.close()
    }
    #expect(events == [.offence(uid: 1000)])
    // when it sends four more
    var forms: [TestClient] = []
    for _ in 0..<4 {
      let form = try TestClient(beside: first, uid: 1000)
      forms.append(form)
      _ = form.socket.send(broken)
      await form.turn(until: { form.isAtEnd }, atMost: 20)
    }
    // then the last one is not read
    #expect(forms.map { $0.isAtEnd } == [true, true, true, false])
    #expect(events == [.offence(uid: 1000), .slowedDown(uid: 1000)])
  }

  private func service() async throws -> TestClient {
    fixture.limits = Limits(gateUIDs: [])
    try await fixture.addAda()
    return try await TestClient.welcomed(fixture)
  }

  private func forms(
    beside first: TestClient, count: Int, _ form: (TestClient) async throws -> TestClient
  ) async throws -> [TestClient] {
    var forms = [first]
    for _ in 0..<count { forms.append(try await form(first)) }
    return forms
  }

  /// - Parameter forms: The first form at the service, and those of somebody who floods it.
  private func flood(_ forms: [TestClient], with message: FloodMessage) async throws {
    let first = forms[0]
    let scheduler = first.server.admission.forms
    var most = 0
    first.loop.onTurnEnd = { most = max(most, scheduler.bytesOfLastTurn) }
    // when each sends as much as its socket takes
    for form in forms.dropFirst() {
      while case .sent = form.socket.send(message.bytes) {}
    }
    // then another user is served
    let other = try await TestClient.welcomed(beside: first, uid: 1001)
    other.begin(.signIn, wantsSession: false)
    guard case .ended(.signedIn)? = await other.reply() else { throw ServiceFixture.Unexpected(nil) }
    first.loop.onTurnEnd = {}
    // and no turn took more bytes than it has, and the message that used them up
    #expect(most > 0)
    #expect(most < Limits.bytesOfTurn + message.bytes.count)
  }
}

/// A recorded request that was made longer.
struct FloodMessage: Sendable, CustomTestStringConvertible {
  let bytes: [UInt8]
  let testDescription: String

  /// The longest of each kind.
  static func all(upTo most: Int) -> [FloodMessage] {
    var longest: [String: FloodMessage] = [:]
    for line in recorded {
      let message = FloodMessage(line, upTo: most)
      if let other = longest[message.testDescription], other.bytes.count >= message.bytes.count { continue }
      longest[message.testDescription] = message
    }
    return longest.values.sorted { $0.testDescription < $1.testDescription }
  }

  private init(_ line: String, upTo most: Int) {
    let value = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
    testDescription = Self.kind(of: value)
    var longest = Array(line.utf8)
    for growsLists in [true, false] {
      var size = 8
      while size < most,
        let data = try? JSONSerialization.data(
          withJSONObject: Self.grown(value, to: size, growsLists: growsLists)), data.count <= most
      {
        if data.count > longest.count { longest = Array(data) }
        size += size / 8
      }
    }
    bytes = longest
  }

  private static func kind(of value: [String: Any]) -> String {
    let name = value.keys.first { $0 != "number" } ?? "?"
    guard name == "administer", let body = value[name] as? [String: Any],
      let request = body["request"] as? [String: Any]
    else { return name }
    return "administer " + (request.keys.first ?? "?")
  }

  /// The value with lists of so many elements, or with texts of so many characters.
  private static func grown(_ value: Any, to size: Int, growsLists: Bool) -> Any {
    switch value {
    case let fields as [String: Any]: return fields.mapValues { grown($0, to: size, growsLists: growsLists) }
    case let list as [Any]:
      let elements = list.map { grown($0, to: size, growsLists: growsLists) }
      guard growsLists else { return elements }
      return (0..<size).map { elements.isEmpty ? "failed" : elements[$0 % elements.count] }
    case let text as String: return growsLists ? text : text + String(repeating: "x", count: size)
    default: return value
    }
  }

  private static let recorded: [String] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
      path: "../MessagesTests/Recorded")
    let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
    return files.filter { $0.lastPathComponent.hasPrefix("requests-") }
      .flatMap { (try? String(contentsOf: $0, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? [] }
  }()
}
