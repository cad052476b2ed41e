import Testing

@testable import Terminal

@Suite("Key decoder: paste")
struct KeyDecoderPasteTests {
  private let begin = "\u{1B}[200~"
  private let end = "\u{1B}[201~"

  @Test("a paste is reported scalar by scalar, including control characters, and presses no key")
  func content() {
    #expect(DecoderProbe.events(of: begin + "a\r\n\té日\u{3}" + end) == .paste("a\r\n\té日\u{3}"))
  }

  @Test("a text that only looks like a marker is text")
  func lookalikes() {
    for text in ["\u{1B}[", "\u{1B}[20", "\u{1B}[202~", "\u{1B}\u{1B}[20x", "\u{1B}[A", "\u{1B}[201"] {
      #expect(DecoderProbe.events(of: begin + text + end) == .paste(text))
    }
  }

  @Test("invalid bytes in a paste are dropped, and nothing else")
  func invalid() {
    #expect(
      DecoderProbe.events(of: Array((begin + "a").utf8) + [0xFF, 0xC3] + Array(("b" + end).utf8)) == .paste("ab"))
  }

  @Test("the end of a paste is reported at once, and keys after it come after 25 ms")
  func keysBehind() {
    // given
    var probe = DecoderProbe()
    // when a paste and a Return come in one piece
    probe.feed(begin + "pw" + end + "\r")
    // then the paste is complete already, and the key waits
    #expect(probe.events == .paste("pw"))
    #expect(probe.decoder.timeout == 25)
    // when no second end marker follows
    probe.wait()
    // then it was typed
    #expect(probe.events == .paste("pw") + .keys(Key(.enter)))
  }

  @Test("an end marker within a paste splits it into two pastes, and presses no key")
  func embeddedEnd() {
    #expect(
      DecoderProbe.events(of: begin + "a" + end + "evil\r" + end + "x") == .paste("a") + .paste("evil\r") + [
        .key(.character("x"))
      ])
    let flood = String(repeating: "evil\r", count: 1_000)
    let events = DecoderProbe.events(of: begin + "a" + end + flood + end)
    #expect(events == .paste("a") + .paste(flood))
  }

  @Test("a begin marker within a paste is left out")
  func embeddedBegin() {
    #expect(DecoderProbe.events(of: begin + "a" + begin + "b" + end) == .paste("ab"))
  }

  @Test("pastes may follow each other, with keys between")
  func several() {
    #expect(DecoderProbe.events(of: begin + "a" + end + begin + "b" + end) == .paste("a") + .paste("b"))
    let between = DecoderProbe.events(of: begin + "a" + end + "x\r" + begin + "b" + end)
    let keys: [Event] = .keys(.character("x"), Key(.enter))
    #expect(between == .paste("a") + keys + .paste("b"))
  }

  @Test("an unclosed paste ends after two seconds without input")
  func unclosed() {
    // given
    var probe = DecoderProbe()
    // when a paste begins and never ends
    probe.feed(begin + "abc\u{1B}[20")
    // then it may wait two seconds
    #expect(probe.decoder.timeout == 2_000)
    probe.wait()
    // and it is closed, with all its text
    #expect(probe.events == .paste("abc\u{1B}[20"))
    // and keys are keys again
    probe.feed("\r")
    #expect(probe.events.last == .key(Key(.enter)))
  }

  @Test("an end marker without a paste is ignored")
  func strayEnd() {
    #expect(DecoderProbe.events(of: end + "x") == .typed("x"))
  }
}
