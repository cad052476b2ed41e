import Foundation
import TestSupport
import Testing

@Suite("The structure of the sources")
struct ArchitectureTests {
  /// A sentence for each import without an arrow.
  private func strangers(in text: String, of file: String, part: Part) -> [String] {
    let name = String(file.split(separator: "/").last ?? "")
    return ImportReader.mentions(in: text)
      .filter { !part.mayImport($0.module, in: name) }
      .map { "\(file):\($0.line): \(part.name) may not import \($0.module): Architecture.md has no such arrow." }
  }

  @Test("every import follows an arrow of Architecture.md", arguments: House.parts.map(\.name))
  func imports(name: String) throws {
    let part = try #require(House.parts.first { $0.name == name })

    for file in try House.files(in: part.folder) {
      for sentence in strangers(in: try House.text(of: file), of: file, part: part) { Issue.record("\(sentence)") }
    }
  }

  @Test("a forbidden import is found")
  func control() throws {
    let signIn = try #require(House.parts.first { $0.name == "SignIn" })

    #expect(
      strangers(in: "import Signals\nimport CNcurses\n", of: "Sources/SignIn/X.swift", part: signIn) == [
        "Sources/SignIn/X.swift:2: SignIn may not import CNcurses: Architecture.md has no such arrow."
      ])
  }

  @Test("only Terminal imports curses")
  func curses() throws {
    let knowing = try (House.files(in: "Sources") + House.files(in: "Resources")).filter { file in
      ImportReader.mentions(in: try House.text(of: file)).contains { $0.module == "CNcurses" }
    }

    #expect(!knowing.isEmpty)
    #expect(knowing.allSatisfy { $0.hasPrefix("Sources/Terminal/") })
  }

  @Test("no task of the form sleeps: its release has no libdispatch to wake it")
  func sleep() throws {
    let words = [".sleep(", "MainScheduler("]
    // The scheduler of other programs that use Signals.
    let known = ["Sources/Signals/Time/MainScheduler.swift"]
    let form = try #require(House.parts.first { $0.name == "SignInCommand" })
    let sleeping = try House.parts.filter { $0.name == form.name || form.arrows.contains($0.name) }
      .flatMap { try House.files(in: $0.folder) }
      .filter { file in
        let text = try House.text(of: file)
        return words.contains { text.contains($0) }
      }
    #expect(sleeping == known)
  }

  @Test("the manifest has the arrows of Architecture.md, and no others")
  func manifest() async throws {
    let targets = try await Manifest.load().targets
    let arrows = targets.filter { !$0.isForTests }.map { ($0.name, $0.arrows) }
    let designed = House.parts.map { ($0.name, $0.arrows) } + House.libraries.map { ($0, []) }
    #expect(Dictionary(uniqueKeysWithValues: arrows) == Dictionary(uniqueKeysWithValues: designed))
  }

  @Test("every folder of Sources is a part of the design")
  func folders() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: House.root.appending(path: "Sources").path())

    let parts = House.parts.map(\.folder).filter { $0.hasPrefix("Sources/") } + House.libraries.map { "Sources/\($0)" }
    #expect(folders.map { "Sources/\($0)" }.sorted() == parts.sorted())
  }

  @Test("files are short: half of them under 100 lines, none over 400")
  func lengths() throws {
    let files = try ["Sources", "Resources", "Tests"].flatMap(House.files)
    let lengths = try files.map { (file: $0, lines: try House.text(of: $0).count { $0 == "\n" }) }
    let median = lengths.map(\.lines).sorted()[lengths.count / 2]

    #expect(lengths.filter { $0.lines > 400 }.map(\.file) == [])
    #expect(median < 100)
  }
}
