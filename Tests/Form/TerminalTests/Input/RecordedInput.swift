import Testing

@testable import Terminal

/// What terminals send: each key of each terminal, and what they send unasked, or to a program that ran before.
nonisolated enum RecordedInput {
  /// A sequence and what it means; nil for nothing.
  struct Recording: CustomTestStringConvertible {
    let terminal: String
    let bytes: [UInt8]
    let key: Key?

    var testDescription: String {
      "\(terminal): \(String(decoding: bytes.dropFirst(), as: UTF8.self).debugDescription)"
    }
  }

  static let all: [Recording] =
    recordings("xterm, foot, Alacritty, VTE, tmux", xterm) + recordings("rxvt-unicode", rxvt)
    + recordings("Linux console", linux) + recordings("VT220, PuTTY, st, GNU screen", vt220)
    + recordings("kitty's protocol", kitty)
    + terminfo + ignored("kitty's protocol", releases + modifiersAlone) + ignored("replies", replies)

  private static let xterm: [(String, Key)] =
    cursor("O") + cursor("[") + modified + [
      ("[Z", Key(.tab, .shift)), ("[2~", Key(.insert)), ("[3~", Key(.delete)), ("[5~", Key(.pageUp)),
      ("[6~", Key(.pageDown)), ("OP", Key(.function(1))), ("OQ", Key(.function(2))), ("OR", Key(.function(3))),
      ("OS", Key(.function(4))), ("[15~", Key(.function(5))), ("[17~", Key(.function(6))),
      ("[24~", Key(.function(12))), ("OM", Key(.enter)), ("Oj", .character("*")), ("f", .alt("f")),
      ("\u{7F}", Key(.backspace, .alt)), ("_", .alt("_")), ("X", .alt("X")), ("^", .alt("^")),
      ("[27;5;105~", .control("i")),
    ]

  private static let rxvt: [(String, Key)] =
    cursor("[") + [
      ("[7~", Key(.home)), ("[8~", Key(.end)), ("[a", Key(.up, .shift)), ("Oa", Key(.up, .control)),
      ("\u{1B}[A", Key(.up, .alt)), ("\u{1B}[3~", Key(.delete, .alt)), ("\u{1B}Oc", Key(.right, [.control, .alt])),
      ("[3^", Key(.delete, .control)), ("[3@", Key(.delete, [.control, .shift])), ("[11~", Key(.function(1))),
      ("[14~", Key(.function(4))),
    ]

  private static let linux: [(String, Key)] =
    cursor("[") + [
      ("[1~", Key(.home)), ("[4~", Key(.end)), ("[[A", Key(.function(1))), ("[[E", Key(.function(5))),
      ("[17~", Key(.function(6))), ("[P", Key(.function(1))),
    ]

  private static let vt220: [(String, Key)] =
    cursor("O") + [
      ("[1~", Key(.home)), ("[4~", Key(.end)), ("[3~", Key(.delete)), ("[P", Key(.function(1))),
      ("OP", Key(.function(1))), ("[12~", Key(.function(2))), ("[15~", Key(.function(5))), ("Op", .character("0")),
      ("Om", .character("-")),
    ]

  private static let kitty: [(String, Key)] =
    [
      ("[27u", Key(.escape)), ("[27;1:1u", Key(.escape)), ("[13u", Key(.enter)), ("[9;2u", Key(.tab, .shift)),
      ("[127u", Key(.backspace)), ("[97u", .character("a")), ("[97;1:1u", .character("a")),
      ("[97;1:2u", .character("a")), ("[97;5u", .control("a")), ("[97;5:2u", .control("a")), ("[97;3u", .alt("a")),
      ("[97:65;2u", .character("A")), ("[49:33;2u", .character("!")), ("[49:33;2;33u", .character("!")),
      ("[97;1;97u", .character("a")), ("[97;65;65u", .character("A")), ("[0;;229u", .character("å")),
      ("[1089::99;5u", .control("c")), ("[1089;1u", .character("с")), ("[97;133u", .control("a")),
      ("[1;1:1B", Key(.down)), ("[1;1:2B", Key(.down)), ("[1;2:1A", Key(.up, .shift)), ("[1;129A", Key(.up)),
      ("[1;194A", Key(.up, .shift)), ("[3;5:1~", Key(.delete, .control)), ("[13;1:1~", Key(.function(3))),
      ("[1;1:1P", Key(.function(1))), ("[57376u", Key(.function(13))), ("[57398u", Key(.function(35))),
      ("[57409u", .character(".")), ("[57410u", .character("/")), ("[57411u", .character("*")),
      ("[57412u", .character("-")), ("[57413u", .character("+")), ("[57414u", Key(.enter)),
      ("[57414;5:1u", Key(.enter, .control)), ("[57415u", .character("=")), ("[57416u", .character(",")),
      ("[57417u", Key(.left)), ("[57418u", Key(.right)), ("[57419u", Key(.up)), ("[57420;2u", Key(.down, .shift)),
      ("[57421u", Key(.pageUp)), ("[57422u", Key(.pageDown)), ("[57423u", Key(.home)), ("[57424u", Key(.end)),
      ("[57425u", Key(.insert)), ("[57426u", Key(.delete)), ("[57399;129u", .character("0")),
    ]
    + (0...9).map { ("[\(57_399 + $0)u", .character(Unicode.Scalar(UInt8(0x30 + $0)))) }

  private static let releases =
    ["[97;1:3u", "[97;5:3u", "[27;1:3u", "[13;1:3u", "[127;1:3u", "[57414;1:3u", "[97:65;2:3u", "[97;1:3;97u"]
    + "ABCDEFHPQS".map { "[1;1:3\($0)" } + [2, 3, 5, 6, 13, 15, 17, 24].map { "[\($0);1:3~" } + ["[1;2:3Z"]

  /// Shift, Control, Alt, Super and the like; Caps Lock, Num Lock; keys for media; the keypad's middle.
  private static let modifiersAlone =
    (57_441...57_454).flatMap { ["[\($0)u", "[\($0);2:1u", "[\($0);1:3u"] }
    + [57_358, 57_359, 57_360, 57_361, 57_362, 57_363, 57_427, 57_428, 57_440].map { "[\($0)u" } + ["[E", "[1;1:1E"]

  private static let replies =
    [
      "[?62;1;2c", "[>41;379;0c", "[=0;0c", "[24;80R", "[0n", "[?997;1n", "[?2004;1$y", "[?1u", "[I", "[O",
      "[8;24;80t", "[48;24;80;480;800t",
    ]
    + ["\u{7}", "\u{1B}\\"].flatMap { end in
      ["]11;rgb:0000/0000/0000", "]4;1;rgb:ffff/0000/0000", "]52;c;c2VjcmV0", "]0;title", "]lTitle"].map { $0 + end }
    }
    + [
      "P>|XTerm(379)", "P1+r544e=1b", "P1$r0m", "P!|00000000", "_Gi=31;OK", "_Gi=31,p=1;ENOENT: a file, a~", "_Gi=1;é",
      "_", "^a message", "^", "X a string", "X", "_\(String(repeating: "x", count: 3_000))",
    ].map { $0 + "\u{1B}\\" }

  private static func cursor(_ introducer: String) -> [(String, Key)] {
    [
      ("A", Key.Code.up), ("B", .down), ("C", .right), ("D", .left), ("H", .home), ("F", .end),
    ].map { (introducer + $0, Key($1)) }
  }

  /// Arrows and F1 with modifiers.
  private static var modified: [(String, Key)] {
    (2...8).flatMap { number -> [(String, Key)] in
      let held = Key.Modifiers(rawValue: UInt8(number - 1))
      return [
        ("[1;\(number)A", Key(.up, held)), ("[1;\(number)P", Key(.function(1), held)),
        ("[3;\(number)~", Key(.delete, held)),
      ]
    }
  }

  private static func recordings(_ terminal: String, _ table: [(String, Key)]) -> [Recording] {
    table.map { Recording(terminal: terminal, bytes: Array("\u{1B}\($0)".utf8), key: $1) }
  }

  private static func ignored(_ terminal: String, _ table: [String]) -> [Recording] {
    table.map { Recording(terminal: terminal, bytes: Array("\u{1B}\($0)".utf8), key: nil) }
  }
}
