import Foundation
import Testing

@Suite("The page on security names existing tests")
struct SecurityPageTests {
  /// The names between backquotes, in the form `Suite/function`. A function may be a sentence.
  private func names(in text: String) -> [(suite: String, function: String)] {
    text.matches(of: /`([A-Z][A-Za-z]*Tests)\/([^`]+)`/).map { (String($0.1), String($0.2)) }
  }

  /// Whether the function has the attribute above it, without an empty line between.
  private func isTest(_ function: String, in text: String) -> Bool {
    text.split(separator: "\n\n").contains { paragraph in
      let names = ["func \(function)(", "func `\(function)`("].lazy.compactMap { paragraph.firstRange(of: $0) }
      guard let name = names.first else { return false }
      return paragraph[..<name.lowerBound].contains("@Test")
    }
  }

  @Test("Each promise has a test, and each name is a test")
  func promises() throws {
    let page = try House.text(of: "Sources/signin/signin.docc/Security.md")
    let files = try House.files(in: "Tests")
    for (suite, function) in names(in: page) {
      guard let file = files.first(where: { $0.hasSuffix("/\(suite).swift") }) else {
        Issue.record("There is no \(suite).swift.")
        continue
      }
      #expect(isTest(function, in: try House.text(of: file)), "\(suite) has no test \(function).")
    }
    #expect(names(in: page).count > 60)
    let promises = page.split(separator: "| promise | held by |").dropFirst()
    for row in promises.joined().split(separator: "\n") where row.hasPrefix("| ") && !row.hasPrefix("| ---") {
      #expect(!names(in: String(row)).isEmpty || row.contains("all of the above"), "\(row) has no test.")
    }
  }

  @Test("A wrong name is found")
  func control() throws {
    let text = try House.text(of: "Tests/ArchitectureTests/SecurityPageTests.swift")
    #expect(isTest("control", in: text))
    #expect(!isTest("names", in: text))
    #expect(!isTest("nowhere", in: text))
  }
}
