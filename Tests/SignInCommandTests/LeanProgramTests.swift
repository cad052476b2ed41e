import Foundation
import TestSupport
import Testing

@Suite("The form's program is small: it draws and asks, and its keeper does the rest", .fewAtOnce)
struct LeanProgramTests {
  @Test(
    "It is linked with no symbol of the libraries that its keeper or signin-admin needs",
    arguments: [
      ("Foundation", "signind"), ("GRDB", "signind"), ("ArgumentParser", "signin-admin"),
      ("_StringProcessing", "signin-admin"),
    ])
  func linked(library: String, other: String) async throws {
    func namesOf(_ path: String) async throws -> String {
      let listed = try await Sandbox().run("nm", [path])
      try #require(listed.ending == .exited(0), "\(listed.errors)")
      return listed.output
    }
    let folder = URL(filePath: Sandbox.signin).deletingLastPathComponent()
    #expect(try await !namesOf(Sandbox.signin).contains(library))
    #expect(try await namesOf(folder.appending(path: other).path()).contains(library), "the search finds nothing")
  }

  @Test("It has one thread, while it waits for a key and while its keeper verifies a password")
  func oneThread() async throws {
    // Given a form at rest, whose keeper is at work
    let household = try await Household()
    try await household.addSlowAccount(email("slow@lovelace.example"))
    let pty = try Pty([Sandbox.signin], environment: household.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("cancel")
    try pty.wait(for: "keeper") { ((try? ProcessMemory.children(of: pty.process)) ?? []).isEmpty == false }
    #expect(try Self.threads(of: pty.process) == 1)
    // When a sign-in is under way
    pty.type("slow@lovelace.example\tcorrect horse\r")
    try household.waitForCharge(of: email("slow@lovelace.example"))
    // Then only the keeper has threads
    #expect(try Self.threads(of: pty.process) == 1)
    let keeper = try #require(try ProcessMemory.children(of: pty.process).first)
    #expect(try Self.threads(of: keeper) > 1)
    pty.signal(SIGTERM)
    #expect(try pty.wait() == .signalled(SIGTERM))
  }

  private static func threads(of process: pid_t) throws -> Int {
    try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task").count
  }
}
