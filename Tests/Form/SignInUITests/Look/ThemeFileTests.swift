import Terminal
import Testing

@testable import SignInUI

@Suite("The file of a theme")
struct ThemeFileTests {
  private func style(_ look: String, at depth: ColourDepth = .full) throws -> Style {
    try ThemeFile("valid = \(look)\n").theme(at: depth)[.valid]
  }

  @Test("has a role on each line, with colours, attributes and a background")
  func looks() throws {
    #expect(try style("28") == Style(foreground: .palette(28)))
    #expect(
      try style("bright-red bold underline on blue")
        == Style(foreground: .palette(9), background: .blue, attributes: [.bold, .underline]))
    #expect(try style("default dim italic reverse on default") == Style(attributes: [.dim, .italic, .reverse]))
    #expect(
      try ThemeFile("# none\n\n\ttitle\t= red # a comment\r\nhint = 8\r\n").theme(at: .full)[.hint]
        == Style(foreground: .palette(8)))
  }

  @Test("inherits the roles that it does not name: from the theme that it says, or else from dark or light")
  func inherited() throws {
    let own = Style(foreground: .red)
    for (text, parent) in [
      ("valid = red", ThemeName.dark), ("background = light\nvalid = red", .light),
      ("inherits = \"classic\"\nvalid = red", .classic), ("valid = red\ninherits = high-contrast", .highContrast),
      ("background = dark\ninherits = mono\nvalid = red", .mono),
    ] {
      let theme = try ThemeFile(text).theme(at: .full)
      for role in Theme.Role.allCases {
        #expect(theme[role] == (role == .valid ? own : parent.file().theme(at: .full)[role]), "\(role), \(text)")
      }
    }
    #expect(try ThemeFile("inherits = light").backdrop == .light)
  }

  @Test("gives the button the colour of an accent that it names, with text that is readable on it")
  func button() throws {
    for (accent, depth, text, ground) in [
      ("magenta", ColourDepth.full, UInt8(15), UInt8(5)), ("183", .full, 16, 183), ("#d7afff", .full, 16, 183),
      ("18", .full, 231, 18), ("183 or yellow", .eight, 0, 3),
    ] {
      let style = try ThemeFile("accent = \(accent)").theme(at: depth)[.button]
      #expect(
        style == Style(foreground: .palette(text), background: .palette(ground), attributes: .bold), "\(accent)")
    }
    let dark = ThemeName.dark.file().theme(at: .full)
    #expect(try ThemeFile("accent = default bold").theme(at: .full)[.button] == dark[.button])
    #expect(try ThemeFile("accent = 183\nbutton = red").theme(at: .full)[.button] == Style(foreground: .red))
  }

  @Test("has mixed colours, which a terminal shows by the nearest of its palette, and comments")
  func mixed() throws {
    #expect(try style("#5f87ff bold") == Style(foreground: .palette(69), attributes: .bold))
    #expect(
      try style("bold #6088FE on #000000")
        == Style(foreground: .palette(69), background: .palette(16), attributes: .bold))
    #expect(try style("red #facade") == style("red # facade"), "A look has one colour, so this is a comment.")
  }

  @Test("has looks for fewer colours after or: the terminal shows the first look whose colours it has")
  func alternatives() throws {
    let look = "203 or bright-magenta italic or default bold"
    #expect(try style(look) == Style(foreground: .palette(203)))
    #expect(try style(look, at: .sixteen) == Style(foreground: .palette(13), attributes: .italic))
    #expect(try style(look, at: .eight) == Style(attributes: .bold))
    #expect(try style(look, at: .monochrome) == Style(attributes: .bold))
  }

  @Test("gets the nearest colour for a missing one; on a known background, the nearest readable colour")
  func nearest() throws {
    func green(_ background: String, _ depth: ColourDepth) throws -> Style {
      try ThemeFile(background + "\nvalid = 34").theme(at: depth)[.valid]
    }
    #expect(try green("", .eight) == Style(foreground: .green))
    #expect(try green("background = dark", .eight) == Style(foreground: .green))
    #expect(try green("background = light", .eight) == Style(foreground: .black))
    #expect(try green("background = light", .sixteen) == Style(foreground: .black))
    #expect(try green("", .monochrome) == Style())
  }

  @Test(
    "is refused with the line, its first word, and the kind of mistake",
    arguments: [
      ("text = red\nvalid = grass", 2, .word("grass")), ("text = red\r\n\r\nvalid = grass", 3, .word("grass")),
      ("colour = red", 1, .role("colour")), ("text = 256", 1, .word("256")), ("text = -1", 1, .word("-1")),
      ("text = bright-default", 1, .word("bright-default")), ("text", 1, .value(of: "text")),
      ("text =", 1, .value(of: "text")), ("text red", 1, .value(of: "text")), ("text = red or", 1, .value(of: "or")),
      ("text = red or or blue", 1, .value(of: "or")), ("text = # red", 1, .value(of: "text")),
      ("text = bold on", 1, .value(of: "on")), ("text = red on or blue", 1, .value(of: "on")),
      ("text = red on blue on black", 1, .repeated("on")), ("text = red\n\ntext = blue", 3, .repeated("text")),
      ("background = dark\nbackground = dark", 2, .repeated("background")),
      ("text = #12345", 1, .word("#12345")), ("text = red on #1234567", 1, .word("#1234567")),
      ("text = red blue", 1, .secondColour("blue")), ("text = red on 1 2", 1, .secondColour("2")),
      ("inherits = auto", 1, .parent("auto")), ("inherits = \"drak\"", 1, .parent("drak")),
      ("inherits = dark\ninherits = dark", 2, .repeated("inherits")), ("background = blue", 1, .background("blue")),
      ("background = dark light", 1, .background("dark light")),
    ] as [(String, Int, ThemeFile.Mistake.Problem)])
  func mistakes(text: String, line: Int, problem: ThemeFile.Mistake.Problem) {
    let name = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)[line - 1].split(
      separator: " ")[0]
    #expect(throws: ThemeFile.Mistake(line: line, name: String(name), problem: problem)) { try ThemeFile(text) }
  }
}

extension ThemeFile {
  fileprivate init(_ text: String) throws(Mistake) { try self.init(Array(text.utf8)[...]) }
}
