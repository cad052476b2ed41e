import Foundation
import Identity
import AccountService
import Messages
import TestSupport
import Testing

/// A store that the service's user can't have, until an administrator mends it.
struct StoreOfRoot {
  let path: String
  /// The line of a settings file that names it.
  var setting: String { "store = \"sqlite:\(path)\"\n" }

  init(in sandbox: Sandbox) throws {
    let folder = sandbox.path("own")
    path = folder + "/signin.db"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
    chmod(folder, 0o700)
    chown(folder, PlayedService.user, PlayedService.user)
    close(open(path, O_CREAT | O_WRONLY, 0o600))
  }
}

/// What an administrator hears about a service whose store fails.
@Suite("The truth about the store", .fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct StoreTruthTests {
  private func check(_ service: PlayedService, _ arguments: String...) async throws -> ChildProcess.Finished {
    try await service.sandbox.run(["serve", "--check", "--admin", service.sandbox.path("run/admin.sock")] + arguments)
  }

  private func ask(_ service: PlayedService, _ command: String...) async throws -> ChildProcess.Finished {
    try await service.sandbox.run(command + ["--store", "service:\(service.socket)"])
  }

  @Test func `A service whose store works is in order, and counts`() async throws {
    // given
    let service = try PlayedService()
    let form = try await service.welcomed(1001)
    guard case .signedIn? = await form.converse(.signUp, "correct horse") else {
      Issue.record("The sign-up failed.")
      return
    }
    // when, then
    let checked = try await check(service)
    #expect(checked.ending == .exited(0), "\(checked.errors)")
    #expect(checked.output == "The settings are right, and the store works.\n")
    let found = try await ask(service, "doctor", "--json")
    #expect(found.output.contains("Its store can be read and changed."), "\(found.output)")
    #expect(found.output.contains("Connections: 1. Hashes under way: 0, waiting: 0."), "\(found.output)")
    let metrics = try await ask(service, "metrics")
    #expect(metrics.ending == .exited(0), "\(metrics.errors)")
    for line in [
      "signin_up 1", "signin_store_up 1", "signin_attempts_total{outcome=\"signed-in\"} 1",
      "signin_hash_seconds_count 1",
      "signin_connections{socket=\"sign-in\"} 1", "signin_throttled_sources 0",
    ] {
      #expect(metrics.output.split(separator: "\n").contains(Substring(line)), "\(line):\n\(metrics.output)")
    }
  }

  @Test func `A store that nobody can use is bad for the check, the doctor and Prometheus`() async throws {
    // given
    let place = try Sandbox()
    chmod(place.directory, 0o755)
    let store = try StoreOfRoot(in: place)
    let service = try PlayedService(settings: ServiceWithClient.quick + store.setting)
    _ = try await service.form(of: 1001)
    // when, then
    let checked = try await check(service)
    #expect(checked.ending == .exited(78))
    #expect(checked.errors.contains("belongs to another user"), "\(checked.errors)")
    let found = try await ask(service, "doctor", "--json")
    #expect(found.ending == .exited(78))
    #expect(found.output.contains("belongs to another user"), "\(found.output)")
  }

  @Test func `A check finds a mistake in the settings, and starts nothing`() async throws {
    let sandbox = try Sandbox()
    try "colour = \"red\"\n".write(toFile: sandbox.path("new.toml"), atomically: true, encoding: .utf8)
    let wrong = try await sandbox.run(["serve", "--check", "--config", sandbox.path("new.toml")])
    #expect(wrong.ending == .exited(78))
    #expect(wrong.errors.contains("line 1: unknown setting “colour”"), "\(wrong.errors)")
    try "sign-up = \"on\"\n".write(toFile: sandbox.path("new.toml"), atomically: true, encoding: .utf8)
    let right = try await sandbox.run(["serve", "--check", "--config", sandbox.path("new.toml")])
    #expect(right.ending == .exited(0), "\(right.errors)")
    #expect(right.output == "The settings are right.\n")
  }

  @Test func `A service that is not there is down`() async throws {
    let sandbox = try Sandbox()
    let metrics = try await sandbox.run(["metrics", "--store", "service:\(sandbox.path("signin.sock"))"])
    #expect(metrics.ending == .exited(69))
    #expect(metrics.output.hasSuffix("\nsignin_up 0\n"), "\(metrics.output)")
    // Nor is one of which the machine has no trace, unless its accounts are in a file
    if access("/run/signin", F_OK) != 0 {
      let none = try await sandbox.run(["metrics"], environment: ["SIGNIN_STORE": nil])
      #expect(none.ending == .exited(69))
      #expect(none.output == metrics.output)
    }
    let file = try await sandbox.run(["metrics"])
    #expect(file.ending == .exited(78) && file.output.isEmpty)
    #expect(file.errors == "signin: Only a service counts, and another store is set.\n")
    let checked = try await sandbox.run(["serve", "--check", "--admin", sandbox.path("admin.sock")])
    #expect(checked.ending == .exited(69))
  }

  @Test func `A form at a service reads no file of the service's`() async throws {
    // given a mistake in the file that the service would read
    let service = try PlayedService()
    _ = try await service.form(of: 1001)
    try "colour = \"red\"\n".write(
      toFile: service.sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    // when
    let form = try await ask(service, "login", "--email", "ada@lovelace.example", "--password-stdin")
    // then
    #expect(!form.errors.contains("colour"), "\(form.errors)")
    #expect(form.ending == .exited(78))
    #expect(form.errors.contains("There are no accounts yet."), "\(form.errors)")
  }
}
