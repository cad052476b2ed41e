import Identity
import TestSupport
import Testing

@Suite("A session")
struct SessionTests {
  private let opened = Timestamp(milliseconds: 1_000_000)

  @Test("expires half an hour after its last use by default")
  func idleExpiry() {
    let session = session(lastUsed: opened.advanced(by: .seconds(600)))
    #expect(session.expires == opened.advanced(by: .seconds(2_400)))
  }

  @Test("expires twelve hours after it was opened, even if it is in use")
  func absoluteExpiry() {
    let session = session(lastUsed: opened.advanced(by: .seconds(12 * 3600 - 1)))
    #expect(session.expires == opened.advanced(by: .seconds(12 * 3600)))
    #expect(session.expires == session.absoluteExpiry)
  }

  @Test("has a name of 32 hexadecimal digits, new each time")
  func name() {
    let id = SessionID()
    #expect(id.text.count == 32)
    #expect(SessionID(id.text) == id)
    #expect(SessionID() != id)
    // And each digit is in some of them
    #expect(Set((1...100).map { _ in SessionID().text }.joined()).count == 16)
  }

  @Test(
    "is not found by any other kind of name",
    arguments: ["", "abc", String(repeating: "g", count: 32), String(repeating: "A", count: 32)])
  func otherNames(_ text: String) {
    #expect(SessionID(text) == nil)
  }

  private func session(lastUsed: Timestamp) -> Session {
    Session(
      id: SessionID(), email: email("ann@example.com"), opened: opened, lastUsed: lastUsed, lifetime: SessionLifetime())
  }
}
