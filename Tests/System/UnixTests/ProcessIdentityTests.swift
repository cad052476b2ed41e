import Foundation
import TestSupport
import Testing
import Unix

@Suite("The identity of a process") struct ProcessIdentityTests {
  @Test("This process has not ended, and a child that was waited for has")
  func ended() async throws {
    let own = try #require(ProcessIdentity.current)
    #expect(!own.hasEnded)
    let child = try Sandbox().start("sleep", ["1000"])
    let parts = own.text.split(separator: " ").map(String.init)
    let start = try startOfProcess(child.id)
    let identity = ProcessIdentity((parts[0...1] + ["\(child.id)", start]).joined(separator: " "))
    #expect(!identity.hasEnded)
    child.send(signal: SIGKILL)
    _ = try await child.finish()
    #expect(identity.hasEnded)
  }

  @Test("An id that was given again is another process, and what is not known here has not ended")
  func others() throws {
    let parts = try #require(ProcessIdentity.current?.text.split(separator: " ").map(String.init))
    #expect(ProcessIdentity((parts[0...2] + ["1"]).joined(separator: " ")).hasEnded)
    let gone = ["999999999", "1"]
    #expect(ProcessIdentity((parts[0...1] + gone).joined(separator: " ")).hasEnded)
    #expect(!ProcessIdentity(([parts[0], "1"] + gone).joined(separator: " ")).hasEnded, "another namespace")
    #expect(!ProcessIdentity((["another-boot", parts[1]] + gone).joined(separator: " ")).hasEnded)
    for text in ["", "1 2 3", "a b c d"] { #expect(!ProcessIdentity(text).hasEnded) }
  }

  private func startOfProcess(_ id: pid_t) throws -> String {
    let line = try String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)
    return String(line[(line.lastIndex(of: ")") ?? line.startIndex)...].split(separator: " ")[20])
  }
}
