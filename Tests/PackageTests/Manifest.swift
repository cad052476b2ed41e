import Foundation
import TestSupport

/// The parts of `swift package dump-package` that the tests need.
struct Manifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    /// Each is an object whose one key is the kind of the dependency. The first element of its list is the name.
    let dependencies: [[String: [Detail]]]
    let settings: [Setting]

    /// The tools that get unsafe flags.
    var unsafeFlags: [String] {
      settings.filter { $0.kind.keys.contains("unsafeFlags") }.map(\.tool)
    }

    var arrows: Set<String> {
      Set(dependencies.flatMap(\.values).compactMap { $0.first?.text })
    }
  }

  /// A setting of a tool, such as the linker. The key is the kind of the setting.
  struct Setting: Decodable {
    let tool: String
    let kind: [String: Detail]
  }

  /// A name, or a part that the tests don't need.
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

  /// Reads this package's manifest, in a build folder of its own, because `swift test` locks the package's.
  static func load() async throws -> Manifest {
    let scratch = try Sandbox()
    let dump = try ChildProcess(
      "swift",
      ["package", "--package-path", Packaged.root.path(), "--scratch-path", scratch.path("build"), "dump-package"],
      environment: ProcessInfo.processInfo.environment)
    return try JSONDecoder().decode(Manifest.self, from: Data(try await dump.finish().output.utf8))
  }
}
