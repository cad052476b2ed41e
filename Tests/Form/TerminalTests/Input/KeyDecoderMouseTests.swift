import Testing

@testable import Terminal

@Suite("Key decoder: mouse")
struct KeyDecoderMouseTests {
  private let place = Position(row: 4, column: 9)

  @Test(
    "reports with xterm's numbers, positions counted from 1",
    arguments: [
      ("0;10;5M", Mouse.Action.press(.left), Key.Modifiers()), ("0;10;5m", .release(.left), []),
      ("1;10;5M", .press(.middle), []), ("2;10;5M", .press(.right), []), ("64;10;5M", .wheelUp, []),
      ("65;10;5M", .wheelDown, []), ("4;10;5M", .press(.left), .shift), ("8;10;5M", .press(.left), .alt),
      ("16;10;5M", .press(.left), .control), ("32;10;5M", .drag(.left), []), ("35;10;5M", .move, []),
      ("80;10;5M", .wheelUp, .control),
    ] as [(String, Mouse.Action, Key.Modifiers)])
  func reports(rest: String, action: Mouse.Action, modifiers: Key.Modifiers) {
    #expect(DecoderProbe.events(of: "\u{1B}[<" + rest) == [.mouse(Mouse(action, at: place, modifiers))])
  }

  @Test("the three bytes of an old report are consumed while the mouse is on, and typed while it is off")
  func oldReports() {
    var decoder = KeyDecoder()
    #expect(DecoderProbe.events(of: "\u{1B}[M *%x", decoder) == .typed(" *%x"))
    decoder.expectsMouse = true
    #expect(
      DecoderProbe.events(of: "\u{1B}[M *%x", decoder) == [
        .mouse(Mouse(.press(.left), at: place)), .key(.character("x")),
      ])
    #expect(DecoderProbe.events(of: "\u{1B}[M#*%", decoder) == [.mouse(Mouse(.release(.left), at: place))])
    #expect(DecoderProbe.events(of: "\u{1B}[M \rx", decoder) == .keys(Key(.enter), .character("x")))
  }
}
