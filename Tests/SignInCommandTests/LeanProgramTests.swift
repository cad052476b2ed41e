import Foundation
import TestSupport
import Testing

@Suite("The built programs", .fewAtOnce)
struct LeanProgramTests {
  @Test(
    "No program is linked with Foundation and its ICU, but with its essentials where ArgumentParser needs them",
    arguments: ["signin", "signind", "signind-postgresql", "signind-pam"])
  func onlyEssentials(program: String) async throws {
    // $s10Foundation begins the name of each symbol of the module Foundation.
    let names = try await Self.list("nm", program)
    for name in ["$s10Foundation", "FoundationInternationalization", "uloc_", "ucal_"] {
      #expect(!names.contains(name), "\(name)")
    }
    let libraries = try await Self.list("readelf", "--dynamic", program)
    for library in ["libFoundation.so", "libFoundationInternationalization.so", "lib_FoundationICU.so"] {
      #expect(!libraries.contains(library), "\(library)")
    }
    #expect(names.contains("$s20FoundationEssentials") == (program == "signin"))
  }

  /// The output of `tool` on a built program.
  private static func list(_ tool: String, _ arguments: String...) async throws -> String {
    let folder = URL(filePath: Sandbox.signin).deletingLastPathComponent()
    let program = folder.appending(path: arguments.last ?? "").path()
    let listed = try await Sandbox().run(tool, arguments.dropLast() + [program])
    try #require(listed.ending == .exited(0), "\(listed.errors)")
    return listed.output
  }

  @Test("The form has one thread, while it waits for a key and while its keeper verifies a password")
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
