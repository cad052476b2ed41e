import Foundation
import Identity
import Terminal
import ProgramSupport
import TestSupport
import Testing

/// The translations, for the tests.
enum Catalogues {
  static let languages = ["de", "es", "fr", "ja"]

  static let script = Packaged.root.appending(path: ".ci/catalogues").path()

  /// Compiles the catalogues for the program under test, once for all tests.
  static func compile() async throws {
    try await compiled.value
  }

  private static let compiled = Task {
    let program = URL(filePath: Sandbox.signin).resolvingSymlinksInPath()
    let folder = program.deletingLastPathComponent().appending(path: "../share/locale").standardized.path()
    let finished = try await Sandbox().run(script, ["compile", folder])
    try #require(finished.ending == .exited(0), "\(finished.errors)")
  }

  /// A sentence and its translations, one for each plural form.
  struct Entry {
    var sentence = ""
    var translations: [String] = []
  }

  /// The entries of a catalogue. The file has each string on a line of its own.
  static func entries(_ language: String) throws -> [Entry] {
    var entries: [Entry] = []
    for line in try Packaged.contents(of: "po/\(language).po").split(separator: "\n") {
      guard let quote = line.firstIndex(of: "\""), line.hasSuffix("\"") else { continue }
      let text = String(line[line.index(after: quote)...].dropLast())
      switch line[..<quote] {
      case "msgid ": entries.append(Entry(sentence: text))
      case let keyword where keyword.hasPrefix("msgstr"): entries[entries.count - 1].translations.append(text)
      default: break
      }
    }
    return entries.filter { !$0.sentence.isEmpty }
  }

  /// The translation of a sentence.
  static func translation(of sentence: String, to language: String) throws -> String? {
    try entries(language).first { $0.sentence == sentence }?.translations.first
  }
}

@Suite("The catalogues of translations")
struct CatalogueTests {
  @Test("match the sources: make po-update changes nothing")
  func template() async throws {
    let sandbox = try Sandbox()
    let finished = try await sandbox.run(Catalogues.script, ["template", sandbox.path("signin.pot")])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let made = try String(contentsOfFile: sandbox.path("signin.pot"), encoding: .utf8)
    #expect(try Packaged.contents(of: "po/signin.pot") == made, "Run make po-update, and translate the new sentences.")
  }

  @Test("translate every sentence, and no sentence that no longer exists", arguments: Catalogues.languages)
  func complete(language: String) async throws {
    let sandbox = try Sandbox()
    for (catalogue, template) in [(language + ".po", "signin.pot"), ("signin.pot", language + ".po")] {
      // msgcmp reports the entries of the second file that the first lacks; the template translates nothing.
      let options = catalogue == "signin.pot" ? ["--use-untranslated"] : []
      let compared = try await sandbox.run(
        "msgcmp", options + [Packaged.path(of: "po/" + catalogue), Packaged.path(of: "po/" + template)])
      #expect(compared.ending == .exited(0), "\(compared.errors)")
    }
    let checked = try await sandbox.run(
      "msgfmt", ["--check", "--output-file=/dev/null", Packaged.path(of: "po/\(language).po")])
    #expect(checked.ending == .exited(0), "\(checked.errors)")
  }

  @Test("fit the tables of outcomes and of the doctor", arguments: Catalogues.languages)
  func narrow(language: String) throws {
    for (words, columns) in [
      (["not finished", "signed in", "refused", "blocked", "cancelled", "right answer", "wrong answer"], 12),
      (["new password", "admin reset", "locked", "unlocked", "ended", "signed out", "new account", "removed"], 12),
      (["2nd step on", "2nd step off", "new codes", "not accepted", "code used", "name linked", "unlinked"], 12),
      (Finding.Part.allCases.map(\.rawValue), 12),
    ] {
      for word in words {
        let translation = try Catalogues.translation(of: word, to: language) ?? ""
        #expect(!translation.isEmpty, "\(word)")
        #expect(TextWidth.columns(of: translation) <= columns, "\(translation)")
      }
    }
  }

  @Test("keep the placeholders of each sentence, its full stop and its blanks", arguments: Catalogues.languages)
  func values(language: String) throws {
    for entry in try Catalogues.entries(language) {
      let names = Set(entry.sentence.matches(of: /\{[a-zA-Z]+\}/).map { String($0.output) })
      for translation in entry.translations {
        let kept = Set(translation.matches(of: /\{[a-zA-Z]+\}/).map { String($0.output) })
        #expect(kept == names, "\(translation)")
        #expect(translation.hasSuffix(": ") == entry.sentence.hasSuffix(": "), "\(translation)")
        if entry.sentence.hasSuffix(".") {
          #expect([".", "。"].contains(String(translation.suffix(1))), "\(translation)")
        }
      }
    }
  }
}
