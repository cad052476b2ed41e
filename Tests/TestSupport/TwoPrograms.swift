import Foundation

/// The form and its keeper, copied to a folder of their own. There a tool such as strace(1) can stand between the two:
/// it starts the keeper in place of the form, and leaves the form alone.
public struct TwoPrograms: Sendable {
  /// The form.
  public let signin: String
  private let tool: String

  /// The programs in a folder of the sandbox.
  public init(in sandbox: Sandbox) throws {
    let folder = sandbox.path("programs")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    signin = folder + "/signin"
    tool = folder + "/tool"
    let signind = folder + "/signind"
    try Sandbox.copy(program: Sandbox.signin, to: signin)
    // The script stays the same, because a file that is open for writing can't be run.
    try Sandbox.write(script: "#!/bin/sh\n. '\(tool)'\n", to: signind)
    try runKeeper(under: [])
  }

  /// Runs the keeper under a tool from its next start on.
  /// - Parameter command: The tool and its options, which the keeper's command follows.
  public func runKeeper(under command: [String]) throws {
    let words = (command + [Sandbox.signind]).map { "'\($0)'" }.joined(separator: " ")
    try "exec \(words) \"$@\"\n".write(toFile: tool, atomically: true, encoding: .utf8)
  }
}

extension Sandbox {
  /// The `signind` that belongs to ``signin``.
  public static let signind: String = {
    let folder = URL(filePath: signin).deletingLastPathComponent()
    let places = [folder, folder.deletingLastPathComponent().appending(path: "libexec/signin")]
    let paths = places.map { $0.appending(path: "signind").path() }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? paths[0]
  }()

  /// Waits until no keeper works on the files of the sandbox. It may go on for a moment after its form.
  /// - Returns: The commands of keepers that do not end in some 20 s. They are killed.
  public func waitForEnds() async -> [String] {
    var lasting = keepers
    for _ in 0..<2000 {
      if lasting.isEmpty { return [] }
      try? await Task.sleep(for: .milliseconds(10))
      lasting = keepers
    }
    for keeper in lasting.keys { kill(keeper, SIGKILL) }
    return Array(lasting.values)
  }

  /// The keepers of a store in the sandbox, and the tools that they run under, with their arguments.
  private var keepers: [pid_t: String] {
    let processes = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    var keepers: [pid_t: String] = [:]
    for process in processes.compactMap({ pid_t($0) }) {
      // Names first: a search in all command lines would take longer than most tests.
      guard let name = try? ProcessMemory.name(of: process), ["signind", "strace", "timeout"].contains(name),
        let arguments = try? ProcessMemory.text(of: "/proc/\(process)/cmdline").split(separator: "\0"),
        arguments.contains("--embedded"), arguments.contains(where: { $0.contains(directory) })
      else { continue }
      keepers[process] = arguments.joined(separator: " ")
    }
    return keepers
  }
}
