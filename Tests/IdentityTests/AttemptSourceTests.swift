import Identity
import Testing

@Suite("The source of an attempt")
struct AttemptSourceTests {
  @Test("is counted by user and host, not by terminal or program")
  func throttleKey() {
    let first = AttemptSource(tty: "pts/1", uid: 1000, host: "10.0.0.7", program: "signin")
    let second = AttemptSource(tty: "pts/2", uid: 1000, host: "10.0.0.7", program: "bash")
    let stranger = AttemptSource(tty: "pts/1", uid: 1001, host: "10.0.0.7", program: "signin")
    #expect(first.throttleKey == "1000@10.0.0.7")
    #expect(first.throttleKey == second.throttleKey)
    #expect(first.throttleKey != stranger.throttleKey)
  }

  @Test("keeps at most 255 bytes of a text, in whole characters")
  func cutsTexts() {
    let source = AttemptSource(
      tty: "", uid: 0, host: String(repeating: "h", count: 300), program: String(repeating: "é", count: 200))
    #expect(source.host == String(repeating: "h", count: 255))
    #expect(source.program == String(repeating: "é", count: 127))
  }
}
