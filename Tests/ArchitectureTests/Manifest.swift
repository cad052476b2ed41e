import Foundation
import TestSupport

/// What `swift package dump-package` prints, as far as it matters here.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    /// Each is an object with the manner of naming as its one key, and the name first in the list behind it.
    let dependencies: [[String: [Detail]]]

    var isForTests: Bool {
      type == "test" || path?.hasPrefix("Tests/") == true
    }

    var arrows: Set<String> {
      Set(dependencies.flatMap(\.values).compactMap { $0.first?.text })
    }

    /// The products of packages among the arrows.
    var products: [String] {
      dependencies.compactMap { $0["product"]?.first?.text }
    }

    var folder: String {
      path ?? "\(type == "test" ? "Tests" : "Sources")/\(name)"
    }
  }

  /// A name, or something that does not matter here.
  struct Detail: Decodable {
    let text: String?

    init(from decoder: any Decoder) throws {
      text = try? decoder.singleValueContainer().decode(String.self)
    }
  }

  struct Package: Decodable {
    struct Source: Decodable {
      struct Requirement: Decodable {
        let exact: [String]?
      }

      let identity: String
      let requirement: Requirement
    }

    let sourceControl: [Source]
  }

  let dependencies: [Package]
  let targets: [Target]

  /// Reads the manifest of this package, in a build folder of its own: `swift test` holds the lock of the package's.
  static func load() async throws -> Manifest {
    let scratch = try Sandbox()
    let dump = try ChildProcess(
      "swift",
      ["package", "--package-path", House.root.path(), "--scratch-path", scratch.path("build"), "dump-package"],
      environment: ProcessInfo.processInfo.environment)
    return try JSONDecoder().decode(Manifest.self, from: Data(try await dump.finish().output.utf8))
  }
}
