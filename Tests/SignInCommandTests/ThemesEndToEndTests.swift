import Foundation
import TestSupport
import Testing

@Suite("Themes, on a terminal", .fewAtOnce)
struct ThemesEndToEndTests {
  /// The start of the border of the email's field.
  private static let border = "┌─ Email"

  /// The style of the email's border, after a valid or an invalid text was typed.
  private func border(
    around email: String, _ options: [String] = [], term: String = "tmux-256color",
    environment: [String: String?] = [:]
  ) async throws -> Set<TmuxScreen.Style> {
    let sandbox = try Sandbox()
    let tmux = try await Tmux(
      [Sandbox.signin, "--email", email] + options, in: sandbox, term: term, environment: environment)
    let mark = email.contains("@") ? "✓" : "✗"
    return try await tmux.wait(for: mark).styles(of: Self.border)
  }

  @Test(
    "--theme chooses the colours of valid and invalid fields",
    arguments: [
      ("dark", 2, 1), ("light", 28, 160), ("colour-blind", 33, 166), ("classic", 7, 1),
    ] as [(String, UInt8, UInt8)])
  func colours(theme: String, valid: UInt8, invalid: UInt8) async throws {
    // given a form with a valid email, and one with an invalid email
    let good = try await border(around: "ada@lovelace.example", ["--theme", theme])
    let bad = try await border(around: "ada", ["--theme", theme])
    // then
    #expect(good.map(\.foreground) == [.palette(valid)])
    #expect(bad.map(\.foreground) == [.palette(invalid)])
  }

  @Test("mono has only weights, high-contrast fills the border")
  func weights() async throws {
    #expect(try await border(around: "ada", ["--theme", "mono"]) == [.init(attributes: [.bold])])
    #expect(try await border(around: "ada@lovelace.example", ["--theme=mono"]) == [.init()])
    #expect(
      try await border(around: "ada", ["--theme", "high-contrast"])
        == [.init(foreground: .palette(15), background: .palette(124), attributes: [.bold])])
  }

  @Test("Without --theme, COLORFGBG decides; NO_COLOR removes all colour")
  func environment() async throws {
    let email = "ada@lovelace.example"
    #expect(try await border(around: email).map(\.foreground) == [.green])
    #expect(try await border(around: email, environment: ["COLORFGBG": "0;15"]).map(\.foreground) == [.palette(28)])
    #expect(
      try await border(around: email, environment: ["COLORFGBG": "0;15", "NO_COLOR": "1"]).map(\.foreground)
        == [.terminal])
  }

  @Test("With 8 colours the nearest one is used, and without colours only weights")
  func depths() async throws {
    #expect(try await border(around: "ada", ["--theme", "light"], term: "screen").map(\.foreground) == [.red])
    #expect(
      try await border(around: "ada@lovelace.example", ["--theme", "colour-blind"], term: "screen").map(\.foreground)
        == [.palette(6)])
    #expect(try await border(around: "ada", ["--theme", "mono"], term: "vt220") == [.init(attributes: [.bold])])
  }

  @Test(
    "Secondary text is gray if there is gray: not every terminal knows dim, and black can't be dimmed",
    arguments: [
      ("dark", "tmux-256color", .init(foreground: .palette(244))),
      ("dark", "screen", .init(attributes: [.dim])),
      ("light", "tmux-256color", .init(foreground: .palette(242))),
      ("light", "screen", .init(attributes: [.dim])),
      ("mono", "tmux-256color", .init(attributes: [.dim])),
    ] as [(String, String, TmuxScreen.Style)])
  func steppingBack(theme: String, term: String, style: TmuxScreen.Style) async throws {
    // given an untouched form
    let sandbox = try Sandbox()
    let tmux = try await Tmux([Sandbox.signin, "--theme", theme], in: sandbox, term: term)
    let screen = try await tmux.wait(for: "F1 keys")
    // then placeholders look unlike typed text, and so do the line of keys and the disabled button
    #expect(screen.styles(of: "g. ada@example.com") == [style])
    #expect(screen.styles(of: "F1 keys") == [style])
    #expect(screen.styles(of: "Create account  ").contains(style))
  }

  @Test("An unknown theme is refused, with a list of all: 64 on the command line, 78 in a file")
  func unknown() async throws {
    let sandbox = try Sandbox()
    let all = "Expected: auto, dark, light, high-contrast, colour-blind, mono, classic."
    let option = try await sandbox.run(["--theme", "pink"])
    #expect(option.ending == .exited(64))
    #expect(option.errors == "signin: “pink” isn't a valid --theme. \(all) See signin --help.\n")
    let path = sandbox.path("settings.toml")
    try Data("theme = \"pink\"\n".utf8).write(to: URL(filePath: path))
    let file = try await sandbox.run(["--config", path])
    #expect(file.ending == .exited(78))
    #expect(file.errors == "signin: \(path), line 1: invalid value for theme. \(all)\n")
  }
}
