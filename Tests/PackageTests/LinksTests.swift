import Foundation
import TestSupport
import Testing

@Suite("Links in the documentation")
struct LinksTests {
  /// A link with the page that has it.
  private struct Link: CustomStringConvertible {
    let page: String
    let target: String
    var description: String { "\(page) links to \(target)" }
  }

  private static let catalogues = ["Resources/Documentation.docc", "Sources/Form/Signals/Signals.docc"]

  /// The paths of all pages, from the root of the repository.
  private let pages: [String]

  init() throws {
    let inCatalogues = try Self.catalogues.flatMap { catalogue in
      try FileManager.default.subpathsOfDirectory(atPath: Packaged.root.appending(path: catalogue).path())
        .filter { $0.hasSuffix(".md") }.map { catalogue + "/" + $0 }
    }
    pages = ["README.md", "Sources/Form/Signals/README.md"] + inCatalogues
  }

  @Test("to files lead to a file, and to the heading that they name")
  func files() throws {
    let links = try pages.flatMap { try self.links(in: $0, /\]\(([^)\s]+)\)/) }
      .filter { !$0.target.hasPrefix("http") && !$0.target.hasPrefix("doc:") && !$0.target.hasPrefix("mailto:") }
    #expect(links.count > 15)
    for link in links {
      let parts = link.target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let folder = Packaged.root.appending(path: link.page).deletingLastPathComponent()
      let file = parts[0].isEmpty ? Packaged.root.appending(path: link.page) : folder.appending(path: parts[0])
      #expect(FileManager.default.fileExists(atPath: file.path()), "\(link), but there is no such file.")
      if parts.count > 1 {
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(anchors(of: text).contains(parts[1]), "\(link), but there is no such heading.")
      }
    }
  }

  @Test("between pages of a catalogue lead to a page")
  func catalogues() throws {
    for catalogue in Self.catalogues {
      let own = pages.filter { $0.hasPrefix(catalogue) }
      let names = Set(own.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
      for link in try own.flatMap({ try self.links(in: $0, /doc:([\w\/.#-]+)/) }) {
        let parts = link.target.split(separator: "#").map(String.init)
        #expect(names.contains(parts[0]), "\(link), but there is no such page.")
      }
    }
  }

  @Test("to other places are whole addresses")
  func addresses() throws {
    for link in try pages.flatMap({ try self.links(in: $0, /\]\((http[^)\s]*)\)/) }) {
      #expect(URL(string: link.target)?.host() != nil, "\(link), which is no address.")
    }
  }

  /// The links in a page, without those in its examples.
  private func links(in page: String, _ pattern: Regex<(Substring, Substring)>) throws -> [Link] {
    let examples = /(?s)```.*?```|`[^`\n]*`/
    let text = try String(contentsOf: Packaged.root.appending(path: page), encoding: .utf8)
      .replacing(examples, with: "")
    return text.matches(of: pattern).map { Link(page: page, target: String($0.1)) }
  }

  /// The anchors that GitHub gives to headings.
  private func anchors(of text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^#+ (.+)$/).map { heading in
        heading.1.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" }
          .replacing(" ", with: "-")
      })
  }
}
