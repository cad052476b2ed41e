import Identity
import Server
import Secrets
import TestSupport
import Testing
import Messages

/// Forms that send anything, at any time. `ConversationFaults` plays millions of them without a socket.
@MainActor @Suite struct HostileFormTests {
  private static let bob = email("bob@example.com")

  @Test(arguments: 0..<40)
  func `A form that sends anything learns nothing of others, and the server outlives it`(_ seed: UInt64) async throws {
    // given
    let fixture = ServerFixture()
    fixture.signUp = nil
    try await fixture.addAda()
    try await fixture.add(Self.bob)
    let form = try PlayedForm(fixture)
    var random = SeededGenerator(seed: seed)
    var asked: [UInt16: Int] = [:]
    // when
    if Bool.random(using: &random) || seed % 4 != 0 { form.send(PlayedForm.hello, 0) }
    await form.turn(until: { false }, atMost: 3)
    for _ in 0..<60 {
      let number = UInt16.random(in: 1...9, using: &random)
      if send(to: form, number, &random) { asked[number, default: 0] += 1 }
      if Int.random(in: 0..<3, using: &random) == 0 { await form.turn(until: { false }, atMost: 2) }
    }
    let replies = await form.allReplies()
    // then
    for (number, count) in Dictionary(grouping: replies.filter(\.reply.isLast), by: \.number).mapValues(\.count)
    where number > 0 {
      #expect(count <= asked[number, default: 0], "\(number) was answered more often than asked.")
    }
    for case .rows(let rows) in replies.map(\.reply) { #expect(rows.allSatisfy { $0.email == PlayedForm.ada }) }
    form.link.finish()
    #expect(await form.turned(reads: false) { form.server.isIdle })
    let log = try await form.log()
    #expect(log.allSatisfy { $0.outcome != .pending })
    #expect(log.allSatisfy { $0.email != Self.bob || $0.outcome != .signedIn })
  }

  /// Sends something. Returns whether it wants an answer of its own.
  private func send(to form: PlayedForm, _ number: UInt16, _ random: inout SeededGenerator) -> Bool {
    switch Int.random(in: 0..<14, using: &random) {
    case 0...3:
      form.send(.begin(Begin(.signIn, PlayedForm.ada, wantsSession: true)), number)
      form.send(.password, PlayedForm.secret, number)
    case 4:
      form.send(.begin(Begin(.signIn, Self.bob, wantsSession: true)), number)
      form.send(.password, "wrong password", number)
    case 5:
      form.send(.begin(Begin(.changePassword, Self.bob, wantsSession: false)), number)
      form.send(.password, PlayedForm.secret, number)
      form.send(.newPassword, "battery staple", number)
    case 6, 7: form.send(.page(AttemptSearch(""), before: nil), number)
    case 8: form.send(.previousSignIn, number)
    case 9: form.send(.signOut, number)
    case 10: form.send(.token, "no token", number)
    case 11:
      form.send(.cancel, number)
      return false
    default:
      // Now and then something that ends the connection.
      guard Int.random(in: 0..<6, using: &random) == 0 else { return false }
      let bytes = (0..<Int.random(in: 1...40, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
      _ = form.link.send(bytes)
      return false
    }
    return true
  }
}

extension Reply {
  /// Whether nothing follows it for its request.
  fileprivate var isLast: Bool {
    switch self {
    case .rows, .ask, .tell, .wait, .queued: false
    default: true
    }
  }
}
