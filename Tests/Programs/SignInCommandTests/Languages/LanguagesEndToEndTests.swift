import Foundation
import TestSupport
import Testing

@Suite("In other languages", .fewAtOnce)
struct LanguagesEndToEndTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture(settings: "sign-up = \"on\"\n")
    try await Catalogues.compile()
  }

  /// An environment that asks for a language whose locale is not installed.
  private static func asking(for language: String) -> [String: String?] {
    ["LC_ALL": nil, "LANG": language + "_XX.UTF-8"]
  }

  private func form(_ language: String, columns: Int, rows: Int) async throws -> Tmux {
    try await Tmux(
      [Sandbox.signin], in: fixture.sandbox, columns: columns, rows: rows, environment: Self.asking(for: language))
  }

  /// The error message for a wrong subcommand.
  private func complaint(_ environment: [String: String?]) async throws -> String {
    try await fixture.sandbox.run(["nix"], environment: environment).errors
  }

  // MARK: Screens

  @Test("The form has room for every language", arguments: Catalogues.languages, LanguageScreens.Size.allCases)
  func form(language: String, size: LanguageScreens.Size) async throws {
    let tmux = try await form(language, columns: size.columns, rows: size.rows)
    try await tmux.wait(for: "┏━")
    try await tmux.type("a")
    try await tmux.press("Tab")
    try await tmux.type("b")
    let expected = try #require(LanguageScreens.form[language]?[size])
    let screen = try await tmux.wait(until: "both fields say that they are not valid, as expected") {
      $0.text == expected
    }
    #expect(screen.text == expected)
  }

  @Test("So does the panel of keys", arguments: Catalogues.languages)
  func keys(language: String) async throws {
    let tmux = try await form(language, columns: 80, rows: 24)
    try await tmux.wait(for: "┏━")
    try await tmux.press("F1")
    let expected = try #require(LanguageScreens.keys[language])
    let screen = try await tmux.wait(until: "the panel is as expected") { $0.text == expected }
    #expect(screen.text == expected)
  }

  @Test(
    "The account page and the list of activity are translated, and so is the last sentence after the sign-in",
    arguments: Catalogues.languages)
  func activity(language: String) async throws {
    let title = try #require(try Catalogues.translation(of: "Activity", to: language))
    let today = try #require(try Catalogues.translation(of: "Today", to: language))
    let tmux = try await form(language, columns: 60, rows: 12)
    try await tmux.wait(for: "┏━")
    try await tmux.type(StoreFixture.email)
    try await tmux.press("Tab")
    try await tmux.type(StoreFixture.password)
    try await tmux.press("Enter")
    let others = try #require(try Catalogues.translation(of: "Other sessions", to: language))
    try await tmux.wait(for: others)
    try await tmux.press("Tab")
    try await tmux.wait(until: "the list of activity is shown") { list in
      list.place(of: "  ◆ \(title)") != nil && list.place(of: "  \(today)") != nil
    }
    try await tmux.press("Escape")
    let end = try await tmux.wait(until: "the terminal is given back, and the result is there") {
      !$0.isAlternate && $0.place(of: StoreFixture.email) != nil
    }
    #expect(end.place(of: "Signed in") == nil)
  }

  // MARK: Which language

  @Test("A language is used even if its locale is not installed; LANGUAGE decides if it is set")
  func choice() async throws {
    #expect(try await complaint(Self.asking(for: "de")).hasPrefix("signin: Den Unterbefehl „nix“"))
    #expect(
      try await complaint(
        ["LC_ALL": nil, "LC_CTYPE": "C.UTF-8", "LC_MESSAGES": "fr_FR.UTF-8"]
      ).contains("«\u{A0}nix\u{A0}»"))
    #expect(try await complaint(["LANGUAGE": "es"]).contains("«nix»"))
    #expect(try await complaint(["LC_ALL": nil, "LANG": "de_DE.UTF-8", "LANGUAGE": "xx:ja:de"]).contains("「nix」"))
  }

  @Test(
    "The locale C, a language without a catalogue, and an invalid name give English",
    arguments: ["C", "en_GB.UTF-8", "xx_XX.UTF-8", "../../de.UTF-8", ""])
  func english(locale: String) async throws {
    let complaint = try await complaint(["LC_ALL": locale, "LANG": nil])
    #expect(complaint.hasPrefix("signin: Unknown subcommand"))
  }

  @Test("Without its catalogues the program speaks English")
  func alone() async throws {
    let program = fixture.sandbox.path("alone/bin/signin")
    // Another program copies it: a child of this process would inherit the open file, and it could not be executed.
    let copied = try await fixture.sandbox.run("install", ["-D", Sandbox.signin, program])
    #expect(copied.ending == .exited(0), "\(copied.errors)")
    let finished = try await fixture.sandbox.run(program, ["nix"], environment: Self.asking(for: "de"))
    #expect(finished.errors.hasPrefix("signin: Unknown subcommand"))
  }

  @Test("A letter that can't be written is replaced by the nearest one")
  func transliterated() async throws {
    let tmux = try await Tmux(
      [Sandbox.signin], in: fixture.sandbox, environment: ["LC_ALL": nil, "LANG": "de_XX"])
    try await tmux.wait(for: "+=")
    try await tmux.type("a")
    try await tmux.wait(for: "ungultig")
  }

  @Test("So is a letter in error messages, and help has none")
  func transliteratedLines() async throws {
    #expect(try await complaint(["LC_ALL": "C"]).hasPrefix("signin: Unknown subcommand \"nix\"."))
    #expect(try await complaint(["LC_ALL": nil, "LANG": "de_XX"]).hasPrefix("signin: Den Unterbefehl \"nix\""))
    for page in [["--help"], ["account", "--help"]] {
      let help = try await fixture.sandbox.run(page, environment: ["LC_ALL": nil, "LANG": "de_XX"]).output
      #expect(help.utf8.allSatisfy { $0 < 0x80 }, "\(help)")
      #expect(help.contains("signin"))
    }
  }

  // MARK: For other programs

  @Test("The command behind the form gets the environment unchanged")
  func command() async throws {
    let finished = try await fixture.sandbox.run(
      ["--email", StoreFixture.email, "--password-stdin", "--", "env"], input: .text(StoreFixture.password + "\n"),
      environment: Self.asking(for: "de"))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    #expect(finished.output.contains("LANG=de_XX.UTF-8\n"))
    #expect(!finished.output.contains("LANGUAGE="))
  }

  @Test("Each language has 7 names of days and 12 of months, in full and in short", arguments: Catalogues.languages)
  func dates(language: String) throws {
    for names in [
      "Monday Tuesday Wednesday Thursday Friday Saturday Sunday", "Mon Tue Wed Thu Fri Sat Sun",
      "January February March April May June July August September October November December",
      "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec",
    ] {
      let translation = try #require(try Catalogues.translation(of: names, to: language))
      #expect(translation.split(separator: " ").count == names.split(separator: " ").count, "\(translation)")
    }
  }

  @Test("Output for programs is the same in every language")
  func programs() async throws {
    for arguments in [["account", "list", "--json"], ["activity", "--json"], ["account", "export"]] {
      let english = try await fixture.sandbox.run(arguments)
      let german = try await fixture.sandbox.run(arguments, environment: Self.asking(for: "de"))
      #expect(english.output == german.output)
      #expect(german.ending == .exited(0))
    }
  }

  // MARK: On standard output

  @Test("A wrong command line is explained in the language, unless the parser does", arguments: Catalogues.languages)
  func usage(language: String) async throws {
    for wrong in [["nix"], ["account", "nix"], ["--password-stdin"], ["--"], ["account", "list", "--store", "nix"]] {
      let english = try await fixture.sandbox.run(wrong)
      let other = try await fixture.sandbox.run(wrong, environment: Self.asking(for: language))
      #expect(other.ending == .exited(64))
      #expect(other.errors != english.errors)
      #expect(other.errors.count { $0.isNewline } == 1)
    }
  }

  @Test("The parser's help and errors are the same in every language")
  func parser() async throws {
    for line in [["--help"], ["account", "import", "--help"], ["--nix"], ["account", "add"]] {
      let english = try await fixture.sandbox.run(line)
      let german = try await fixture.sandbox.run(line, environment: Self.asking(for: "de"))
      #expect(english.output + english.errors == german.output + german.errors)
    }
  }

  @Test("An outcome is listed by its translated name; both its names find it", arguments: Catalogues.languages)
  func outcomes(language: String) async throws {
    let name = try Catalogues.translation(of: "signed in", to: language) ?? "none"
    let email = StoreFixture.email
    _ = try await fixture.sandbox.run(
      ["--email", email, "--password-stdin"], input: .text(StoreFixture.password + "\n"))
    for word in [name, "signed-in"] {
      let found = try await fixture.sandbox.run(
        ["activity", "--search", word], environment: Self.asking(for: language))
      #expect(found.output.split(separator: "\n").count == 2, "\(found.output)")
      #expect(found.output.contains(" \(name) "))
      #expect(!found.output.contains("signed in"))
    }
    let refused = try Catalogues.translation(of: "refused", to: language) ?? "none"
    let none = try await fixture.sandbox.run(
      ["activity", "--search", refused], environment: Self.asking(for: language))
    #expect(none.output.isEmpty)
  }

  @Test("The doctor names the parts in the language, but in English for programs", arguments: Catalogues.languages)
  func doctor(language: String) async throws {
    let environment = Self.asking(for: language)
    let page = try await fixture.sandbox.run(["doctor"], environment: environment).output
    for part in ["modes", "widths", "throttle"] {
      let name = try Catalogues.translation(of: part, to: language) ?? "none"
      #expect(page.contains("  \(name) "))
    }
    expectNarrow(page, but: fixture.sandbox.path(""))
    let lines = try await fixture.sandbox.run(["doctor", "--json"], environment: environment).output
    #expect(lines.contains("\"part\":\"widths\""))
  }

  /// Expects at most 80 columns, except in lines with a long word that can't be broken.
  private func expectNarrow(_ page: String, but exception: String = "\0") {
    for line in page.split(separator: "\n") where !line.contains(exception) {
      let columns = line.unicodeScalars.reduce(0) { $0 + (("\u{2E80}"..."\u{FFE6}").contains($1) ? 2 : 1) }
      #expect(columns <= 80, "\(line)")
    }
  }
}
