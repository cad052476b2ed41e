import Foundation
import TestSupport
import Testing

@Suite("Themes, on a terminal", .fewAtOnce)
struct ThemesEndToEndTests {
  /// The style of the mark in the email's border, after a valid or an invalid text was typed.
  private func mark(
    around email: String, _ options: [String] = [], term: String = "tmux-256color",
    environment: [String: String?] = [:]
  ) async throws -> Set<TmuxScreen.Style> {
    let sandbox = try Sandbox()
    let tmux = try await Tmux(
      [Sandbox.signin, "--email", email] + options, in: sandbox, term: term, environment: environment)
    let mark = email.contains("@") ? "✓" : "✗"
    return try await tmux.wait(for: mark).styles(of: mark)
  }

  @Test(
    "--theme chooses the colours of valid and invalid fields",
    arguments: [
      ("dark", 114, 210), ("light", 28, 160), ("either", 29, 131), ("colour-blind", 75, 208),
      ("colour-blind-light", 26, 130),
      ("classic", 7, 203),
    ] as [(String, UInt8, UInt8)])
  func colours(theme: String, valid: UInt8, invalid: UInt8) async throws {
    // given a form with a valid email, and one with an invalid email
    let good = try await mark(around: "ada@lovelace.example", ["--theme", theme])
    let bad = try await mark(around: "ada", ["--theme", theme])
    // then
    #expect(good.map(\.foreground) == [.palette(valid)])
    #expect(bad.map(\.foreground) == [.palette(invalid)])
  }

  @Test("mono has only weights, high-contrast is bright on a black screen")
  func weights() async throws {
    #expect(try await mark(around: "ada", ["--theme", "mono"]) == [.init(attributes: [.bold])])
    #expect(try await mark(around: "ada@lovelace.example", ["--theme=mono"]) == [.init()])
    #expect(
      try await mark(around: "ada", ["--theme", "high-contrast"])
        == [.init(foreground: .palette(210), background: .palette(16), attributes: [.bold])])
  }

  @Test(
    "Without --theme, COLORFGBG decides, and in tmux, which does not tell its background, nothing does; NO_COLOR removes all colour"
  )
  func environment() async throws {
    let email = "ada@lovelace.example"
    #expect(try await mark(around: email).map(\.foreground) == [.palette(29)])
    #expect(try await mark(around: email, environment: ["COLORFGBG": "0;15"]).map(\.foreground) == [.palette(28)])
    #expect(
      try await mark(around: email, environment: ["COLORFGBG": "0;15", "NO_COLOR": "1"]).map(\.foreground)
        == [.terminal])
  }

  @Test("With 8 colours other ones are used, and without colours only weights")
  func depths() async throws {
    let valid = "ada@lovelace.example"
    #expect(try await mark(around: "ada", ["--theme", "light"], term: "screen").map(\.foreground) == [.palette(1)])
    #expect(try await mark(around: valid, ["--theme", "light"], term: "screen").map(\.foreground) == [.palette(4)])
    #expect(
      try await mark(around: "ada", ["--theme", "dark"], term: "screen") == [
        .init(foreground: .palette(5), attributes: [.bold])
      ])
    #expect(
      try await mark(around: valid, ["--theme", "colour-blind"], term: "screen").map(\.foreground)
        == [.palette(6)])
    #expect(try await mark(around: "ada", ["--theme", "mono"], term: "vt220") == [.init(attributes: [.bold])])
  }

  @Test(
    "Secondary text is gray if there is gray, and dim if not; a Linux console makes dim text too dark to read",
    arguments: [
      ("dark", "tmux-256color", .init(foreground: .palette(246))),
      ("dark", "screen", .init(attributes: [.dim])),
      ("light", "tmux-256color", .init(foreground: .palette(241))),
      ("light", "screen", .init(attributes: [.dim])),
      ("mono", "tmux-256color", .init(attributes: [.dim])), ("dark", "linux", .init()),
    ] as [(String, String, TmuxScreen.Style)])
  func steppingBack(theme: String, term: String, style: TmuxScreen.Style) async throws {
    // given an untouched form
    let sandbox = try Sandbox()
    let tmux = try await Tmux([Sandbox.signin, "--theme", theme], in: sandbox, term: term)
    let screen = try await tmux.wait(for: "Esc cancel")
    // then placeholders look unlike typed text, and so do the words in the line of keys
    #expect(screen.styles(of: "g. ada@example.com") == [style])
    #expect(screen.styles(of: " cancel") == [style])
  }

  @Test("On a Linux console, marks, lines and the spinner are characters of its fonts")
  func console() async throws {
    let sandbox = try Sandbox()
    let tmux = try await Tmux([Sandbox.signin], in: sandbox, term: "linux")
    try await tmux.type("ada@lovelace.example")
    let screen = try await tmux.wait(for: " v ")
    #expect(screen.place(of: "┌= Email ====") != nil)
    #expect(!screen.text.contains { "✓✗╭╰━┃┏".contains($0) })
  }

  // MARK: The user's own themes

  /// Writes a theme file in a folder of the sandbox.
  private func write(_ text: String, to path: String, in sandbox: Sandbox) throws -> String {
    let file = URL(filePath: sandbox.path(path))
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
    return file.path()
  }

  @Test("A value with a slash is the path of a theme file; in a settings file it starts from that file's folder")
  func ownFile() async throws {
    let sandbox = try Sandbox()
    let path = try write("valid = 99 bold", to: "looks/mine.theme", in: sandbox)
    let config = try write("theme = \"./mine.theme\"", to: "looks/config.toml", in: sandbox)
    for options in [["--theme", path], ["--config", config]] {
      let tmux = try await Tmux([Sandbox.signin, "--email", "ada@lovelace.example"] + options, in: sandbox)
      let screen = try await tmux.wait(for: "✓")
      #expect(screen.styles(of: "✓") == [.init(foreground: .palette(99), attributes: [.bold])])
    }
  }

  @Test("signin themes lists the themes in the user's folder after the program's own")
  func ownName() async throws {
    let sandbox = try Sandbox()
    _ = try write("invalid = 99", to: "config/signin/themes/sunset.theme", in: sandbox)
    _ = try write("invalid = 99", to: "config/signin/themes/.hidden.theme", in: sandbox)
    _ = try write("invalid = 99", to: "config/signin/themes/dark.theme", in: sandbox)
    let environment = ["XDG_CONFIG_HOME": sandbox.path("config")]
    let names = try await sandbox.run(["themes"], environment: environment)
    #expect(
      names.output
        == "dark\nlight\neither\nhigh-contrast\ncolour-blind\ncolour-blind-light\nmono\nclassic\ncatppuccin\ndracula\n"
        + "gruvbox\nnord\nsolarized\nsunset\n")
    #expect(
      try await mark(around: "ada", ["--theme", "sunset"], environment: environment).map(\.foreground)
        == [.palette(99)])
    #expect(try await mark(around: "ada", environment: environment).map(\.foreground) == [.invalid])
  }

  @Test(
    "An unknown theme is refused, with a similar name and the folder of themes: 64 on the command line, 78 in a file")
  func unknown() async throws {
    let sandbox = try Sandbox()
    let environment = ["XDG_CONFIG_HOME": sandbox.path("config")]
    let help = "Run signin themes to see all; your own belong in \(sandbox.path("config"))/signin/themes."
    let option = try await sandbox.run(["--theme", "drak"], environment: environment)
    #expect(option.ending == .exited(64))
    #expect(option.errors == "signin: There is no theme “drak”. Did you mean dark? \(help) See signin --help.\n")
    let path = try write("\ntheme = \"pink\"", to: "settings.toml", in: sandbox)
    for arguments in [[], ["config", "show"]] {
      let file = try await sandbox.run(["--config", path] + arguments, environment: environment)
      #expect(file.ending == .exited(78))
      #expect(file.errors == "signin: \(path), line 2: There is no theme “pink”. \(help)\n")
    }
    let list = try await sandbox.run(["account", "list", "--config", path], environment: ["SIGNIN_STORE": nil])
    #expect(list.ending == .exited(0), "It needs no theme.")
  }

  @Test("An unusable theme file is refused with its path, and a mistake in it with its line")
  func mistakes() async throws {
    let sandbox = try Sandbox()
    for (text, complaint) in [
      ("title = bold\nhintt = green", "line 2: unknown role “hintt”. Did you mean hint?"),
      ("valid = gren", "line 1: valid: “gren” is neither a colour nor an attribute. Did you mean green?"),
      (
        "valid = \u{1B}[2J",
        "line 1: valid: “\u{FFFD}[2J” is neither a colour nor an attribute. "
          + "Colours are names such as bright-red, numbers from 0 to 255, or #rrggbb."
      ),
      ("valid =", "line 1: something is missing after “valid”. Write for example: valid = green bold"),
      ("valid = red blue", "line 1: valid: “blue” is a second colour. Keep one."),
      ("inherits = drak", "line 1: there is no built-in theme “drak”. Did you mean dark?"),
      ("inherits = \"drak\"", "line 1: there is no built-in theme “drak”. Did you mean dark?"),
      (
        "inherits = unicorn",
        "line 1: there is no built-in theme “unicorn”. Themes: dark, light, either, high-contrast, colour-blind, "
          + "colour-blind-light, mono, classic, catppuccin, dracula, gruvbox, nord, solarized."
      ),
      ("background = blue", "line 1: the background is dark or light, not “blue”."),
    ] {
      let path = try write(text, to: "my.theme", in: sandbox)
      let finished = try await sandbox.run(["--theme", path])
      #expect(finished.ending == .exited(78))
      #expect(finished.errors == "signin: \(path), \(complaint)\n")
    }
    let config = try write("theme = \"./my.theme\"", to: "config.toml", in: sandbox)
    #expect(try await sandbox.run(["doctor", "--config", config]).output.contains("background is dark or light"))
    let long = try write(String(repeating: "#", count: 65_537), to: "long.theme", in: sandbox)
    for (path, complaint) in [
      (long, "it is longer than 65536 bytes."),
      (sandbox.path("no.theme"), "it can't be read: No such file or directory."),
      ("/dev/null", "it isn't a file."),
    ] {
      let finished = try await sandbox.run(["--theme", path])
      #expect(finished.ending == .exited(78))
      #expect(finished.errors == "signin: \(path): \(complaint)\n")
    }
  }
}

@Suite("signin themes, on a terminal", .fewAtOnce)
struct ThemeGalleryEndToEndTests {
  private func gallery(term: String, environment: [String: String?] = [:]) async throws -> TmuxScreen {
    let sandbox = try Sandbox()
    let folder = sandbox.path("config/signin/themes")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("valid = gren".utf8).write(to: URL(filePath: folder + "/typo.theme"))
    let tmux = try await Tmux(
      ["sh", "-c", "\"$0\" themes; echo status $?; read -r _", Sandbox.signin], in: sandbox, rows: 150, term: term,
      environment: environment.merging(["XDG_CONFIG_HOME": sandbox.path("config")]) { $1 })
    return try await tmux.wait(for: "status 0")
  }

  @Test("shows a sample of each theme in its colours, the mistake in a user's theme, and how to choose one")
  func samples() async throws {
    let screen = try await gallery(term: "tmux-256color")
    func styles(_ text: String, below name: String) throws -> Set<TmuxScreen.Style> {
      let start = try #require(screen.place(of: name))
      let place = try #require(screen.place(of: text, from: start))
      return Set(screen.rows[place.row][place.column..<place.column + text.count].map(\.style))
    }
    for (name, valid, invalid) in [
      ("dark  ", UInt8(114), UInt8(210)), ("light  ", 28, 160), ("colour-blind  ", 75, 208), ("classic  ", 7, 203),
    ] {
      #expect(try styles("┏━", below: name).map(\.foreground) == [.palette(valid)])
      #expect(try styles("Entered email is not valid.", below: name).map(\.foreground) == [.palette(invalid)])
      #expect(try styles("Strength: fair", below: name).map(\.attributes) == [[]])
    }
    #expect(try styles("Sign in ", below: "mono  ") == [.init(attributes: [.bold])])
    #expect(screen.styles(of: "built in, for a dark background") == [.init(foreground: .palette(246))])
    #expect(screen.text.contains("typo\n  "))
    #expect(screen.text.contains("Did you mean green?"))
    #expect(screen.text.contains("Choose one with --theme NAME"))
  }

  @Test("prints only names without colours", arguments: [("vt100", nil), ("dumb", nil), ("xterm", "1")])
  func names(term: String, noColour: String?) async throws {
    let screen = try await gallery(term: term, environment: ["NO_COLOR": noColour])
    #expect(screen.text.hasPrefix("dark\nlight\n"))
    #expect(screen.text.hasSuffix("solarized\ntypo\nstatus 0"))
  }
}
