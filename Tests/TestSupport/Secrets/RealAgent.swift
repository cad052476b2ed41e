import Foundation

/// OpenSSH's `ssh-agent`, with keys of a security key in software: `ssh-keygen`, `ssh-add` and the agent load the library in
/// Tests/CSecurityKey/Provider in place of the one that talks to devices.
public final class RealAgent: Sendable {
  /// What somebody does when the security key is to sign.
  public enum Owner: String, Sendable, CaseIterable {
    /// Touches it.
    case touches
    /// Touches it with the right finger, or has typed the PIN.
    case verified
    /// Does nothing, and it signs all the same.
    case untouched
    /// Does nothing yet.
    case waits
    /// Must enter the PIN, which is 1234.
    case pin
    /// Has it elsewhere.
    case unplugged
    /// Has a broken one.
    case fails
  }

  /// The path of its socket.
  public let path: String
  private let sandbox: Sandbox
  private let folder: String
  private let process: ChildProcess

  /// Starts an agent without keys in a sandbox. Its folder is the device.
  /// - Parameter askpass: The program that asks for a PIN or a confirmation; nil for none.
  public init(in sandbox: Sandbox, askpass: String? = nil) async throws {
    self.sandbox = sandbox
    folder = sandbox.path("device")
    path = sandbox.path("ssh-agent")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    let sources = Packaged.root.appending(path: "Tests/CSecurityKey").path()
    let compiled = try await sandbox.run(
      "cc",
      [
        "-shared", "-fPIC", "-D_GNU_SOURCE", "-I", sources + "/include", "-o", folder + "/provider.so",
        sources + "/Provider/provider.c", sources + "/security_key.c", "-lsodium", "-lhogweed", "-lnettle", "-lgmp",
      ])
    guard compiled.ending == .exited(0) else { throw Refused(errors: compiled.errors) }
    let environment = askpass.map { ["SSH_ASKPASS": $0, "SSH_ASKPASS_REQUIRE": "force"] } ?? [:]
    process = try sandbox.start("ssh-agent", ["-D", "-a", path, "-P", folder + "/*"], environment: environment)
    guard await Self.listens(at: path, in: sandbox) else { throw Refused(errors: "It does not listen.") }
  }

  /// Waits until an agent without keys answers there. Its socket has a name before it listens.
  public static func listens(at path: String, in sandbox: Sandbox) async -> Bool {
    await eventually {
      // ssh-add ends with 1 if there are no keys, and with 2 if there is no agent.
      (try? await sandbox.run("ssh-add", ["-l"], environment: ["SSH_AUTH_SOCK": path]))?.ending == .exited(1)
    }
  }

  /// From now on, its owner does this.
  public func owner(_ owner: Owner) throws {
    // At once: a library that waits reads it again and again.
    try owner.rawValue.write(toFile: folder + "/owner", atomically: true, encoding: .utf8)
  }

  /// The device has signed so often.
  public func setCounter(_ count: Int) throws {
    try "\(count)\n".write(toFile: folder + "/counter", atomically: true, encoding: .utf8)
  }

  /// Makes a key on the device.
  /// - Parameters:
  ///   - type: As `ssh-keygen` names it: `ed25519-sk`, `ecdsa-sk`.
  ///   - name: Its comment, and the name of its file.
  /// - Returns: The path of its private file. The public one has `.pub` behind it.
  public func makeKey(_ type: String, named name: String) async throws -> String {
    let file = sandbox.path(name)
    try await run("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", name, "-w", folder + "/provider.so", "-f", file])
    return file
  }

  /// Gives the agent a key of the device.
  public func add(_ file: String, _ options: [String] = []) async throws {
    try await run("ssh-add", ["-q", "-S", folder + "/provider.so"] + options + [file])
  }

  /// Takes all keys from the agent.
  public func removeKeys() async throws { try await run("ssh-add", ["-q", "-D"]) }

  private func run(_ program: String, _ arguments: [String]) async throws {
    let finished = try await sandbox.run(program, arguments, environment: ["SSH_AUTH_SOCK": path])
    guard finished.ending == .exited(0) else { throw Refused(errors: finished.errors) }
  }

  /// One of OpenSSH's programs, or the compiler, has failed.
  public struct Refused: Error {
    let errors: String
  }
}
