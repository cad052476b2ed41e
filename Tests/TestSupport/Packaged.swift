public import Foundation

/// The files that packagers install with the program.
public enum Packaged {
  /// The folder of the repository.
  public static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The text of a file in `Resources`.
  public static func contents(of name: String) throws -> String {
    try String(contentsOf: root.appending(path: "Resources/" + name), encoding: .utf8)
  }

  /// The path of a file in `Resources`.
  public static func path(of name: String) -> String {
    root.appending(path: "Resources/" + name).path()
  }
}
