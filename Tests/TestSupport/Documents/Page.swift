import Foundation

/// A page of the documentation, whose recipes are run by tests.
public struct Page: Sendable {
  /// The Markdown of the page.
  public let text: String

  /// - Parameter path: The page, from the root of the repository.
  public init(_ path: String) throws {
    text = try String(contentsOf: Packaged.root.appending(path: path), encoding: .utf8)
  }

  /// A page of the program's documentation, such as `Guide`.
  public init(documentation name: String) throws {
    try self.init("Resources/Documentation.docc/\(name).md")
  }

  private struct Missing: Error {
    let what: String
  }

  /// The first block of that kind, such as `sh`, below a heading that begins with these words.
  public func block(_ kind: String, under heading: String) throws -> String {
    guard let start = text.firstRange(of: "## \(heading)")?.upperBound,
      let block = text[start...].firstRange(of: "```\(kind)\n")?.upperBound
    else { throw Missing(what: "\(kind) under \(heading)") }
    return text[block...].components(separatedBy: "```")[0]
  }

  /// The commands behind the prompts of the first console block below a heading, without their comments.
  public func commands(under heading: String) throws -> [String] {
    try block("console", under: heading).matches(of: /(?m)^\$ (.+?)(?: +#.*)?$/).map { String($0.1) }
  }
}
