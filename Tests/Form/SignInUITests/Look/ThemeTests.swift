import Resources
import Terminal
import Testing

@testable import SignInUI

@Suite("Themes")
struct ThemeTests {
  static let files: [(name: ThemeName, file: [UInt8])] = [
    (.dark, Themes.dark), (.light, Themes.light), (.either, Themes.either), (.highContrast, Themes.highContrast),
    (.colourBlind, Themes.colourBlind), (.colourBlindLight, Themes.colourBlindLight), (.mono, Themes.mono),
    (.classic, Themes.classic), (.catppuccin, Themes.catppuccin), (.dracula, Themes.dracula),
    (.gruvbox, Themes.gruvbox), (.nord, Themes.nord), (.solarized, Themes.solarized),
  ]

  @Test("Each file is free of mistakes and gives every role one style")
  func everyRole() throws {
    #expect(Self.files.count == ThemeName.allCases.count - 1, "all but auto")
    for (name, file) in Self.files {
      let text = String(decoding: file, as: UTF8.self)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") && !$0.hasPrefix("background") }
      let roles = lines.compactMap { $0.split(separator: " ").first }.map(String.init)
      #expect(roles.sorted() == Theme.Role.names.sorted(), "\(name)")
      #expect(try ThemeFile(file[...]) == name.file(), "\(name)")
    }
  }

  @Test("The names of the roles are those of the cases")
  func names() {
    #expect(Theme.Role.names == Theme.Role.allCases.map { "\($0)" })
  }

  @Test("Valid and invalid differ at every colour depth that the theme has colours for")
  func statesDiffer() {
    for (name, _) in Self.files where name != .mono {
      for depth in [ColourDepth.eight, .sixteen, .full] where name != .either || depth == .full {
        let theme = name.file().theme(at: depth)
        #expect(
          theme[.valid].foreground != theme[.invalid].foreground
            || theme[.valid].background != theme[.invalid].background, "\(name) at \(depth)")
      }
    }
  }

  @Test("Text, titles and messages are not dim; high contrast has no dim text, mono has no colour")
  func weights() {
    for (name, _) in Self.files {
      let theme = name.file().theme(at: .full)
      for role in [Theme.Role.text, .invalid, .valid, .title] where name != .mono || role != .valid {
        #expect(!theme[role].attributes.contains(.dim), "\(name) \(role)")
      }
      #expect(theme[.button] != theme[.disabled] && theme[.button] != theme[.focused], "\(name)")
    }
    for role in Theme.Role.allCases {
      #expect(!ThemeName.highContrast.file().theme(at: .full)[role].attributes.contains(.dim), "\(role)")
      let mono = ThemeName.mono.file().theme(at: .full)[role]
      #expect(mono.foreground == .terminal && mono.background == .terminal, "\(role)")
    }
  }

  @Test(
    "The states have these colours with 256, 16 and 8 colours",
    arguments: [
      (.dark, [[114, 2, 2], [210, 13, 5]]), (.light, [[28, 4, 4], [160, 1, 1]]),
      (.classic, [[7, 7, 7], [203, 13, 5]]),
      (.colourBlind, [[75, 6, 6], [208, 3, 3]]), (.colourBlindLight, [[26, 4, 4], [130, 1, 1]]),
    ] as [(ThemeName, [[UInt8]])])
  func colours(name: ThemeName, expected: [[UInt8]]) {
    for (role, entries) in zip([Theme.Role.valid, .invalid], expected) {
      let shown = [ColourDepth.full, .sixteen, .eight].map { name.file().theme(at: $0)[role].foreground }
      #expect(shown == entries.map(Colour.palette), "\(role)")
    }
  }

  @Test("high-contrast paints the screen black, whatever the background, and mono has only weights")
  func withoutHues() {
    func states(_ name: ThemeName, _ depth: ColourDepth) -> [Style] {
      let theme = name.file().theme(at: depth)
      return [theme[.valid], theme[.invalid]]
    }
    #expect(states(.mono, .full) == [Style(), Style(attributes: .bold)])
    for (depth, white, black, fronts) in [
      (ColourDepth.full, UInt8(231), UInt8(16), [UInt8(120), 210]), (.eight, 7, 0, [2, 1]),
    ] {
      #expect(states(.highContrast, depth) == fronts.map { Style(foreground: .palette($0), attributes: .bold) })
      let screen = ThemeName.highContrast.file().theme(at: depth)[.screen]
      #expect(screen.foreground == .palette(white) && screen.background == .palette(black))
    }
  }

  @Test(
    "auto is light or dark as COLORFGBG says, dark on a console, and readable on both where nothing is known",
    arguments: [
      ("0;15", "xterm", ThemeName.light), ("0;default;15", "xterm", .light), ("0;7", "xterm", .light),
      ("8;11", "xterm", .light), ("15;0", "xterm", .dark), ("15;8", "xterm", .dark), ("15", "xterm", .light),
      ("0;default", "xterm", .either), ("", "xterm", .either), (";", "xterm", .either), ("0;-1", "xterm", .either),
      ("0;16", "xterm", .either), (nil, "xterm-256color", .either), (nil, "tmux", .either), (nil, nil, .either),
      (nil, "vte-256color", .either), (nil, "linux", .dark), (nil, "linux-16color", .dark), (nil, "vt220", .dark),
      ("0;15", "linux", .light),
    ] as [(String?, String?, ThemeName)])
  func auto(colours: String?, terminal: String?, expected: ThemeName) {
    #expect(ThemeName.auto.file(on: Backdrop(colours: colours, terminal: terminal)) == expected.file())
  }

  @Test(
    "auto is light or dark as the terminal reports, whichever text is more readable on it",
    arguments: [
      (0x000000, ThemeName.dark), (0x1E1E1E, .dark), (0x002B36, .dark), (0x707070, .dark), (0x808080, .light),
      (0xFDF6E3, .light), (0xFFFFFF, .light),
    ])
  func reported(background: Int, expected: ThemeName) {
    #expect(ThemeName.auto.file(on: .reported(background)) == expected.file())
  }

  @Test("A chosen theme stays, whatever the background is")
  func chosen() {
    #expect(ThemeName.dark.file(on: .light) == ThemeName.dark.file())
  }
}

extension Backdrop {
  /// A reported background in hexadecimal digits.
  static func reported(_ hex: Int) -> Backdrop {
    .reported(red: UInt8(hex >> 16), green: UInt8(hex >> 8 & 255), blue: UInt8(hex & 255))
  }
}
