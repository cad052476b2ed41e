import Testing
import Unix

@testable import Terminal

/// Feeds a decoder and collects its events.
struct DecoderProbe {
  var decoder: KeyDecoder
  private(set) var events: [Event] = []

  init(_ decoder: KeyDecoder = KeyDecoder()) {
    self.decoder = decoder
  }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    Array(bytes).withUnsafeBytes { decoder.feed($0) { events.append($0) } }
  }

  mutating func feed(_ text: String) { feed(text.utf8) }

  /// Lets some milliseconds pass without more input.
  mutating func pause(_ milliseconds: Int) {
    var rest = milliseconds
    while let timeout = decoder.timeout, timeout <= rest {
      rest -= timeout
      decoder.timedOut { events.append($0) }
    }
  }

  /// Lets the decoder's time-outs pass without more input.
  mutating func wait() {
    while decoder.timeout != nil { decoder.timedOut { events.append($0) } }
  }

  /// The events of `bytes` without further input.
  static func events(of bytes: some Sequence<UInt8>, _ decoder: KeyDecoder = KeyDecoder()) -> [Event] {
    var probe = DecoderProbe(decoder)
    probe.feed(bytes)
    probe.wait()
    return probe.events
  }

  static func events(of text: String, _ decoder: KeyDecoder = KeyDecoder()) -> [Event] {
    events(of: text.utf8, decoder)
  }
}

extension [Event] {
  /// The events of pressing keys.
  static func keys(_ keys: Key...) -> [Event] { keys.map(Event.key) }

  /// The events of typing a text.
  static func typed(_ text: String) -> [Event] { text.unicodeScalars.map { .key(.character($0)) } }

  /// The events of a paste.
  static func paste(_ text: String) -> [Event] {
    [.pasteBegan] + text.unicodeScalars.map { .pasted($0) } + [.pasteEnded]
  }
}

@Suite("Key decoder")
struct KeyDecoderTests {
  @Test("characters of every script are keys")
  func characters() {
    #expect(DecoderProbe.events(of: "aZ~ é日😀e\u{301}") == .typed("aZ~ é日😀e\u{301}"))
  }

  @Test("control bytes are the keys that send them")
  func controls() {
    #expect(DecoderProbe.events(of: [0x0D, 0x0A, 0x09]) == .keys(Key(.enter), Key(.enter), Key(.tab)))
    #expect(DecoderProbe.events(of: [0x7F, 0x08]) == .keys(Key(.backspace), Key(.backspace)))
    #expect(DecoderProbe.events(of: [0x01, 0x1A, 0x00]) == .keys(.control("a"), .control("z"), .control(" ")))
    #expect(
      DecoderProbe.events(of: [0x1C, 0x1D, 0x1E, 0x1F])
        == .keys(.control("\\"), .control("]"), .control("^"), .control("_")))
  }

  @Test("ESC before a key is Alt, even before a character of several bytes")
  func alt() {
    #expect(DecoderProbe.events(of: "\u{1B}f\u{1B}F\u{1B}é") == .keys(.alt("f"), .alt("F"), .alt("é")))
    #expect(DecoderProbe.events(of: "\u{1B}\u{7F}\u{1B}\r") == .keys(Key(.backspace, .alt), Key(.enter, .alt)))
    #expect(DecoderProbe.events(of: "\u{1B}_x\u{1B}_") == .keys(.alt("_"), .character("x"), .alt("_")))
    #expect(DecoderProbe.events(of: [0x1B, 0x01]) == .keys(Key(.scalar("a"), [.alt, .control])))
  }

  @Test("ESC alone is Esc after 25 ms, not before")
  func loneEscape() {
    // given
    var probe = DecoderProbe()
    // when ESC comes
    probe.feed([0x1B])
    // then the decoder asks to wait
    #expect(probe.events.isEmpty)
    #expect(probe.decoder.timeout == 25)
    // when nothing follows
    probe.wait()
    // then it was Esc, and nothing is pending
    #expect(probe.events == .keys(Key(.escape)))
    #expect(probe.decoder.timeout == nil)
  }

  @Test("two ESC are two Esc; before a key the first is Alt, before a mouse or a paste it is Esc")
  func doubleEscape() {
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}") == .keys(Key(.escape), Key(.escape)))
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}\u{1B}") == .keys(Key(.escape), Key(.escape), Key(.escape)))
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}[A") == .keys(Key(.up, .alt)))
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}x") == .keys(Key(.escape), .alt("x")))
    let press = Mouse(.press(.left), at: Position(row: 4, column: 9))
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}[<0;10;5M") == .keys(Key(.escape)) + [.mouse(press)])
    let paste: [Event] = [.pasteBegan, .pasted("x"), .pasteEnded]
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}[200~x\u{1B}[201~") == .keys(Key(.escape)) + paste)
    var old = DecoderProbe()
    old.decoder.expectsMouse = true
    old.feed("\u{1B}\u{1B}[M *%")
    #expect(old.events == .keys(Key(.escape)) + [.mouse(press)])
    // An unknown one may be a key with Alt, but none with a private mark.
    #expect(DecoderProbe.events(of: "\u{1B}\u{1B}[99z") == [])
    for answer in ["<66;10;5M", "?1;2$y", ">1;2c", "?1;2"] {
      #expect(DecoderProbe.events(of: "\u{1B}\u{1B}[" + answer) == .keys(Key(.escape)))
    }
  }

  @Test("Esc twice waits no longer than on this machine, whatever the delay")
  func escapeTwice() {
    // given a decoder that waits long
    var probe = DecoderProbe(KeyDecoder(escapeDelay: 1_000))
    probe.feed([0x1B])
    #expect(probe.decoder.timeout == 1_000)
    // when Esc is pressed again
    probe.feed([0x1B])
    // then both follow at once
    #expect(probe.decoder.timeout == 25)
    probe.pause(25)
    #expect(probe.events == .keys(Key(.escape), Key(.escape)))
    // and two ESC that came together may be the beginning of Alt with an arrow
    probe.feed([0x1B, 0x1B])
    #expect(probe.decoder.timeout == 1_000)
    // and so may those that were pressed, for a moment
    var quick = DecoderProbe(KeyDecoder(escapeDelay: 5))
    quick.feed([0x1B])
    quick.feed([0x1B])
    #expect(quick.decoder.timeout == 5)
    quick.feed("[A")
    #expect(quick.events == .keys(Key(.up, .alt)))
  }

  @Test("a string without its end was typed: Alt with a key, and what followed")
  func unfinishedString() {
    #expect(DecoderProbe.events(of: "\u{1B}_") == .keys(.alt("_")))
    #expect(DecoderProbe.events(of: "\u{1B}X\u{1B}^") == .keys(.alt("X"), .alt("^")))
    #expect(DecoderProbe.events(of: "\u{1B}_é日") == .keys(.alt("_")) + .typed("é日"))
    #expect(DecoderProbe.events(of: "\u{1B}_pw\r") == .keys(.alt("_")) + .typed("pw") + .keys(Key(.enter)))
    #expect(DecoderProbe.events(of: "\u{1B}_pw\u{1B}[A") == .keys(.alt("_")) + .typed("pw") + .keys(Key(.up)))
    #expect(DecoderProbe.events(of: "\u{1B}_\u{1B}") == .keys(.alt("_"), Key(.escape)))
    // but nobody types that much at once
    #expect(DecoderProbe.events(of: "\u{1B}_" + String(repeating: "z", count: 2_000) + "\r") == .keys(Key(.enter)))
  }

  @Test("Alt-_ is no slower than Esc")
  func altUnderscore() {
    var probe = DecoderProbe()
    probe.feed("\u{1B}_")
    #expect(probe.decoder.timeout == 25)
    probe.pause(25)
    #expect(probe.events == .keys(.alt("_")))
  }

  @Test(
    "an unfinished sequence waits 500 ms and is never Esc", arguments: ["[", "O", "[1", "[1;5", "[<0;1", "]11", "P1"])
  func unfinished(rest: String) {
    // given
    var probe = DecoderProbe()
    // when only the beginning comes
    probe.feed("\u{1B}" + rest)
    #expect(probe.decoder.timeout == 500)
    probe.wait()
    // then it gives at most a key with Alt
    #expect(probe.events.allSatisfy { $0 == .key(.alt("[")) || $0 == .key(.alt("O")) })
    // and the next key is read as itself
    probe.feed("x")
    #expect(probe.events.last == .key(.character("x")))
  }

  @Test(
    "the keys of xterm and its imitators",
    arguments: [
      ("[A", Key(.up)), ("OA", Key(.up)), ("[1;5C", Key(.right, .control)), ("[1;3D", Key(.left, .alt)),
      ("[1;2B", Key(.down, .shift)), ("[1;8A", Key(.up, [.shift, .alt, .control])), ("[1;9A", Key(.up, .alt)),
      ("[H", Key(.home)), ("OF", Key(.end)), ("[1~", Key(.home)), ("[4~", Key(.end)), ("[7~", Key(.home)),
      ("[8~", Key(.end)), ("[2~", Key(.insert)), ("[3~", Key(.delete)), ("[3;5~", Key(.delete, .control)),
      ("[5~", Key(.pageUp)), ("[6~", Key(.pageDown)), ("[Z", Key(.tab, .shift)), ("[1;2Z", Key(.tab, .shift)),
      ("OP", Key(.function(1))), ("[11~", Key(.function(1))), ("[[A", Key(.function(1))),
      ("[1;2P", Key(.function(1), .shift)),
      ("[P", Key(.function(1))), ("OS", Key(.function(4))), ("[[E", Key(.function(5))), ("[15~", Key(.function(5))),
      ("[17~", Key(.function(6))), ("[21~", Key(.function(10))), ("[24~", Key(.function(12))),
      ("[34~", Key(.function(20))),
      ("[3^", Key(.delete, .control)), ("[a", Key(.up, .shift)),
      ("Od", Key(.left, .control)),
      ("O5C", Key(.right, .control)), ("OM", Key(.enter)), ("Op", .character("0")), ("Oy", .character("9")),
      ("Ok", .character("+")), ("OX", .character("=")), ("[27;5;105~", .control("i")), ("[97;5u", .control("a")),
      ("[97;2u", .character("A")), ("[97;4u", .alt("A")), ("[13;5u", Key(.enter, .control)), ("[27u", Key(.escape)),
      ("[9;2u", Key(.tab, .shift)), ("[127;5u", Key(.backspace, .control)), ("[97:65;2:1u", .character("A")),
    ])
  func sequences(rest: String, key: Key) {
    #expect(DecoderProbe.events(of: "\u{1B}" + rest) == [.key(key)])
  }

  @Test(
    "unrequested replies and reports type nothing",
    arguments: [
      "[?62;1;2c", "[>41;379;0c", "[24;80R", "[0n", "[?2004;1$y", "[I", "[O", "[8;24;80t", "[99~", "[1;5X",
      "]11;rgb:0000/0000/0000\u{7}", "]11;rgb:0000/0000/0000\u{1B}\\", "P>|XTerm(379)\u{1B}\\", "P1+r544e\u{1B}\\",
      "[57358u",
      "[201~", "[M", "[!p", "[ q", "[1 q", "Oz", "[<0;0;0M", "[<200;1;1M",
    ])
  func replies(rest: String) {
    #expect(DecoderProbe.events(of: "\u{1B}" + rest + "x") == .typed("x"))
  }

  @Test("the terminal's description of its keys comes first")
  func terminfo() {
    let sequences = KeySequences([
      (Array("\u{1B}A".utf8), Key(.up)), (Array("\u{1B}[P".utf8), Key(.delete)),
      (Array("\u{1B}[3$".utf8), Key(.delete, .shift)),
      (Array("\u{1B}".utf8), Key(.escape)), (Array("\u{1B}[".utf8), Key(.home)), (Array("\u{8}".utf8), Key(.left)),
    ])
    let decoder = KeyDecoder(sequences: sequences)
    #expect(DecoderProbe.events(of: "\u{1B}A", decoder) == .keys(Key(.up)))
    #expect(DecoderProbe.events(of: "\u{1B}[P", decoder) == .keys(Key(.delete)))
    #expect(DecoderProbe.events(of: "\u{1B}[3$x", decoder) == .keys(Key(.delete, .shift), .character("x")))
    #expect(DecoderProbe.events(of: "\u{1B}[B\u{8}", decoder) == .keys(Key(.down), Key(.backspace)))
  }

  @Test("a sequence cut off by a key is lost, the key is not")
  func interrupted() {
    #expect(DecoderProbe.events(of: "\u{1B}[1;\rx") == .keys(Key(.enter), .character("x")))
    #expect(DecoderProbe.events(of: "\u{1B}[1;\u{1B}[A") == .keys(Key(.up)))
    #expect(DecoderProbe.events(of: "\u{1B}[12é") == .typed("é"))
    #expect(DecoderProbe.events(of: "\u{1B}]0;title\u{3}") == .keys(.control("c")))
    #expect(DecoderProbe.events(of: "\u{1B}]0;title\u{1B}[A") == .keys(Key(.up)))
    #expect(DecoderProbe.events(of: "\u{1B}]\u{1B}") == .keys(.alt("]"), Key(.escape)))
    #expect(DecoderProbe.events(of: [0x1B, 0xC3, 0x61]) == .typed("a"))
  }

  @Test("the wait for an endless sequence or reply has a limit")
  func bounded() {
    let long = "\u{1B}[" + String(repeating: "1;", count: 3_000) + "A"
    #expect(Array(DecoderProbe.events(of: long + "xy").suffix(2)) == .typed("xy"))
    let reply = "\u{1B}]" + String(repeating: "z", count: 5_000)
    #expect(DecoderProbe.events(of: reply).count < 1_000)
  }

  @Test("bytes that aren't UTF-8 are dropped, and nothing else")
  func invalid() {
    #expect(
      DecoderProbe.events(of: [0x61, 0xFF, 0x62, 0xC3, 0x63, 0xE2, 0x82, 0x1B, 0x5B, 0x41]) == .typed("abc") + [
        .key(Key(.up))
      ])
    #expect(DecoderProbe.events(of: [0xC2, 0x9B, 0x41]) == .typed("A"))  // a C1 control in UTF-8 is no key
  }

  @Test("in a single-byte locale, bytes above ASCII are looked up")
  func singleByte() {
    var table = [Unicode.Scalar?](repeating: nil, count: 128)
    table[0xE9 - 0x80] = "é"
    let decoder = KeyDecoder(charset: .singleByte(table))
    #expect(DecoderProbe.events(of: [0xE9, 0x61, 0xC3, 0x62], decoder) == .typed("éab"))
    #expect(DecoderProbe.events(of: [0x1B, 0xE9], decoder) == .keys(.alt("é")))
  }
}
