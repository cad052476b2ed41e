import Resources
import Testing

@testable import SignInUI
@testable import Terminal

@Suite("Themes")
struct ThemeTests {
  static let files: [(name: ThemeName, file: [UInt8])] = [
    (.dark, Themes.dark), (.light, Themes.light), (.highContrast, Themes.highContrast),
    (.colourBlind, Themes.colourBlind), (.mono, Themes.mono), (.classic, Themes.classic),
  ]

  @Test("Each file is free of mistakes and gives every role one style")
  func everyRole() throws {
    #expect(Self.files.count == ThemeName.allCases.count - 1, "all but auto")
    for (name, file) in Self.files {
      let text = String(decoding: file, as: UTF8.self)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      let roles = lines.compactMap { $0.split(separator: " ").first }.map(String.init)
      #expect(roles.sorted() == Theme.Role.allCases.map(\.rawValue).sorted(), "\(name)")
      #expect(try ThemeFile.parse(text) == name.theme(colours: nil), "\(name)")
    }
  }

  @Test("Valid and invalid differ at every colour depth that the theme has colours for")
  func statesDiffer() {
    for (name, _) in Self.files where name != .mono {
      let theme = name.theme(colours: nil)
      for depth in [ColourDepth.eight, .sixteen, .full] {
        func look(_ role: Theme.Role) -> [UInt8?] {
          [depth.entry(for: theme[role].foreground), depth.entry(for: theme[role].background)]
        }
        #expect(look(.valid) != look(.invalid), "\(name) at \(depth)")
      }
    }
  }

  @Test("Text, titles and messages are not dim; high contrast has no dim text, mono has no colour")
  func weights() {
    for (name, _) in Self.files {
      let theme = name.theme(colours: nil)
      for role in [Theme.Role.text, .invalid, .valid, .title] where name != .mono || role != .valid {
        #expect(!theme[role].attributes.contains(.dim), "\(name) \(role)")
      }
      #expect(theme[.button] != theme[.disabled] && theme[.button] != theme[.focused], "\(name)")
    }
    for role in Theme.Role.allCases {
      #expect(!ThemeName.highContrast.theme(colours: nil)[role].attributes.contains(.dim), "\(role)")
      let mono = ThemeName.mono.theme(colours: nil)[role]
      #expect(mono.foreground == .terminal && mono.background == .terminal, "\(role)")
    }
  }

  @Test("The states have these colours")
  func colours() {
    func states(_ name: ThemeName) -> [Style] {
      let theme = name.theme(colours: nil)
      return [theme[.valid], theme[.invalid]]
    }
    #expect(states(.dark) == [Style(foreground: .palette(2)), Style(foreground: .palette(1))])
    #expect(states(.light) == [Style(foreground: .palette(28)), Style(foreground: .palette(160))])
    #expect(states(.classic) == [Style(foreground: .palette(7)), Style(foreground: .palette(1))])
    #expect(states(.mono) == [Style(), Style(attributes: .bold)])
    #expect(
      states(.colourBlind) == [Style(foreground: .palette(33)), Style(foreground: .palette(166), attributes: .bold)])
    #expect(
      states(.highContrast) == [
        Style(foreground: .palette(15), background: .palette(19), attributes: .bold),
        Style(foreground: .palette(15), background: .palette(124), attributes: .bold),
      ])
  }

  @Test(
    "auto is light if COLORFGBG names a light background, otherwise dark",
    arguments: [
      ("0;15", ThemeName.light), ("0;default;15", .light), ("0;7", .light), ("8;11", .light), ("15;0", .dark),
      ("15;8", .dark), ("0;default", .dark), ("", .dark), (";", .dark), ("15", .light), ("0;-1", .dark), (nil, .dark),
    ] as [(String?, ThemeName)])
  func auto(colours: String?, expected: ThemeName) {
    #expect(ThemeName.auto.theme(colours: colours) == expected.theme(colours: nil))
  }

  @Test("A chosen theme stays, whatever COLORFGBG says")
  func chosen() {
    #expect(ThemeName.dark.theme(colours: "0;15") == ThemeName.dark.theme(colours: nil))
  }

  @Test("A mistake names its line and its word")
  func mistakes() {
    #expect(throws: ThemeFile.Mistake(line: 2, word: "grass")) { try ThemeFile.parse("text = red\nvalid = grass") }
    #expect(throws: ThemeFile.Mistake(line: 1, word: "colour")) { try ThemeFile.parse("colour = red") }
    #expect(throws: ThemeFile.Mistake(line: 1, word: "256")) { try ThemeFile.parse("text = 256") }
  }
}
