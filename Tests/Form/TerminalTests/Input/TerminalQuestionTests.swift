import Testing
import Unix

@testable import Terminal

/// What a terminal sends after it was asked for its background and its kind.
private nonisolated struct Recording: CustomTestStringConvertible {
  let terminal: String
  let answer: String
  let background: Backdrop?

  var testDescription: String { terminal }

  init(_ terminal: String, _ answer: String, _ hex: Int? = nil) {
    self.terminal = terminal
    self.answer = answer.replacing("␛", with: "\u{1B}").replacing("␇", with: "\u{7}")
    background = hex.map { .reported(red: UInt8($0 >> 16), green: UInt8($0 >> 8 & 255), blue: UInt8($0 & 255)) }
  }
}

@Suite("The question for the background")
struct TerminalQuestionTests {
  private nonisolated static let recordings = [
    Recording("xterm 379", "␛]11;rgb:0000/0000/0000␛\\␛[?64;1;2;6;9;15;16;17;18;21;22c", 0x000000),
    Recording("xterm, white", "␛]11;rgb:ffff/ffff/ffff␛\\␛[?64;1;2;6;9;15;16;17;18;21;22c", 0xFFFFFF),
    Recording("GNOME Terminal (VTE)", "␛]11;rgb:3030/0a0a/2424␛\\␛[?65;1;9c", 0x300A24),
    Recording("kitty", "␛]11;rgb:2828/2a2a/3636␛\\␛[?62;c", 0x282A36),
    Recording("Alacritty", "␛]11;rgb:1d1d/1f1f/2121␛\\␛[?6c", 0x1D1F21),
    Recording("foot", "␛]11;rgb:2424/2424/2424␛\\␛[?62;4;22c", 0x242424),
    Recording("foot, transparent", "␛]11;rgba:2424/2424/2424/cccc␛\\␛[?62;4;22c", 0x242424),
    Recording("iTerm2", "␛]11;rgb:0000/2b2b/3636␇␛[?62;4c", 0x002B36),
    Recording("rxvt-unicode", "␛]11;rgb:fdfd/f6f6/e3e3␛\\␛[?1;2c", 0xFDF6E3),
    Recording("Linux terminal with two digits", "␛]11;rgb:fd/f6/e3␇␛[?6c", 0xFDF6E3),
    Recording("tmux 3.3a, which was not told a style", "␛[?1;2;4c"),
    Recording("tmux with window-style", "␛]11;rgb:1c1c/1c1c/1c1c␛\\␛[?1;2;4c", 0x1C1C1C),
    Recording("GNU screen 4.9", "␛[?1;2c"),
    Recording("PuTTY", "␛[?6c"),
    Recording("a serial line with a VT220", "␛[?62;1;2;6;7;8;9c"),
    Recording("a serial line with nobody at its end", ""),
  ]

  private static func decoder() -> KeyDecoder {
    var decoder = KeyDecoder()
    decoder.expectAnswer()
    return decoder
  }

  private static func feed(_ decoder: inout KeyDecoder, _ text: some StringProtocol) -> [Event] {
    var events: [Event] = []
    Array(text.utf8).withUnsafeBytes { bytes in decoder.feed(bytes) { events.append($0) } }
    return events
  }

  @Test("Each terminal's answer is one event, and no key, wherever it is torn", arguments: recordings)
  private func answers(recording: Recording) {
    for place in 0...recording.answer.utf8.count {
      var decoder = Self.decoder()
      let start = recording.answer.utf8.index(recording.answer.utf8.startIndex, offsetBy: place)
      let events = Self.feed(&decoder, recording.answer[..<start]) + Self.feed(&decoder, recording.answer[start...])
      #expect(events == (recording.background.map { [.background($0)] } ?? []))
      #expect(decoder.expectsAnswer == recording.answer.isEmpty)
      #expect(Self.feed(&decoder, "a") == [.key(.character("a"))])
    }
  }

  @Test("An Esc that is read together with the answer behind it is not lost", arguments: recordings)
  private func escapeBefore(recording: Recording) {
    for width in ["", "\u{1B}[12;2R"] where !recording.answer.isEmpty {
      var decoder = Self.decoder()
      let events = Self.feed(&decoder, "\u{1B}" + width + recording.answer)
      #expect(events == [.key(Key(.escape))] + (recording.background.map { [.background($0)] } ?? []))
      #expect(!decoder.expectsAnswer)
    }
  }

  @Test("A line that is two cells wide is an event; one cell is none, and a place that nobody asked for is none")
  func width() {
    for (answer, events) in [
      ("[12;3R", [Event.ambiguousIsWide]), ("[12;2R", []), ("[1;2R", [.key(Key(.function(3), .shift))]),
    ] {
      var decoder = Self.decoder()
      #expect(Self.feed(&decoder, "\u{1B}\(answer)\u{1B}[?6c") == events)
      #expect(!decoder.expectsAnswer)
      #expect(Self.feed(&decoder, "\u{1B}[12;3R") == [])
    }
  }

  @Test("The width is tried in blank cells, which are blank again")
  func tried() {
    #expect(
      TerminalQuestion.bytes(background: false, widthIn: 4)
        == Array("\u{1B}7\u{1B}[m\u{1B}[5;1H─\u{1B}[6n\u{1B}[5;1H  \u{1B}8\u{1B}[c".utf8))
    #expect(TerminalQuestion.bytes(background: true, widthIn: nil) == Array("\u{1B}]11;?\u{1B}\\\u{1B}[c".utf8))
  }

  @Test("Keys typed around and between the answers are not lost")
  func typedAhead() {
    var decoder = Self.decoder()
    let events = Self.feed(&decoder, "a\u{1B}]11;rgb:ffff/ffff/ffff\u{1B}\\b\u{1B}[?6cc")
    #expect(
      events == [
        .key(.character("a")), .background(.reported(red: 255, green: 255, blue: 255)), .key(.character("b")),
        .key(.character("c")),
      ])
  }

  @Test("An unsolicited answer is swallowed")
  func late() {
    for recording in Self.recordings {
      var decoder = Self.decoder()
      decoder.giveUpAnswer()
      #expect(Self.feed(&decoder, recording.answer).isEmpty)
      #expect(decoder.timeout == nil)
    }
  }

  @Test("While the answer is due, Esc is as quick as ever, and Ctrl-C is at once")
  func escape() {
    for delay in [EscapeDelay.local, EscapeDelay.remote] {
      var decoder = KeyDecoder(escapeDelay: delay)
      decoder.expectAnswer()
      _ = Self.feed(&decoder, "\u{1B}")
      #expect(decoder.timeout == delay)
      var events: [Event] = []
      decoder.timedOut { events.append($0) }
      #expect(events == [.key(Key(.escape))])
      #expect(Self.feed(&decoder, "\u{3}") == [.key(.control("c"))])
      #expect(decoder.expectsAnswer)
      // Only what begins an answer waits for the rest.
      for start in ["\u{1B}]", "\u{1B}[?"] {
        _ = Self.feed(&decoder, start)
        #expect(decoder.timeout == 500)
        decoder.timedOut { _ in }
      }
    }
  }

  @Test(
    "A hostile answer is no background, and no key",
    arguments: [
      "11;rgb:ffff/ffff", "11;rgb:ffff/ffff/ffff/ffff", "11;rgb:fffff/ffff/ffff", "11;rgb:-fff/+fff/ffff",
      "11;rgb:g/g/g",
      "11;rgb://", "11;#12345", "11;#", "11;", "11;red", "10;rgb:0/0/0", "4;11;rgb:0/0/0", "11;rgba:0/0/0",
      "11;rgb:0/0/0" + String(repeating: "0", count: 10_000), "11;rgb:０/０/０", "11;rgb:0/0/0;rm -rf", "11;?",
    ])
  func hostile(answer: String) {
    for end in ["\u{7}", "\u{1B}\\"] {
      var decoder = Self.decoder()
      let events = Self.feed(&decoder, "\u{1B}]\(answer)\(end)")
      #expect(!events.contains { if case .background = $0 { true } else { false } })
      if answer.utf8.count < 4000 { #expect(events.isEmpty) }
    }
  }

  @Test(
    "Colours are read as XParseColor reads them",
    arguments: [
      ("11;rgb:f/8/0", 0xFF8800), ("11;rgb:ff/80/00", 0xFF8000), ("11;rgb:fff/800/000", 0xFF8000),
      ("11;rgb:FFFF/8000/0000", 0xFF8000), ("11;#f80", 0xFF8800), ("11;#ff8000", 0xFF8000),
      ("11;#ffff80000000", 0xFF8000),
    ])
  func notations(answer: String, hex: Int) {
    let expected = Backdrop.reported(red: UInt8(hex >> 16), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
    #expect(TerminalQuestion.background(in: Array(answer.utf8)[...]) == expected)
  }

  @Test("Consoles and hardware terminals are not asked; what only begins like them is")
  func consoles() {
    for name in ["linux", "linux-16color", "vt100", "vt220-w", "vt52"] { #expect(TerminalQuestion.isConsole(name)) }
    for name in ["xterm", "vte-256color", "vt", "tmux", "screen.linux", ""] {
      #expect(!TerminalQuestion.isConsole(name))
    }
  }
}
