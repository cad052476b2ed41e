import Foundation
import Identity
import TestSupport
import Testing
import AccountService
import Messages

/// The service does with what `signin.service` leaves it. The unit itself needs systemd as the first process.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct SandboxedServiceTests {
  /// The calls that the unit allows: @system-service without three other groups.
  private static func allowedCalls(in sandbox: Sandbox) async throws -> Set<String> {
    let list = try await sandbox.run("systemd-analyze", ["syscall-filter"]).output
    var groups: [String: [String]] = [:]
    var name = ""
    for line in list.split(separator: "\n") {
      if line.hasPrefix("@") { name = String(line) }
      let entry = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix(" "), !entry.hasPrefix("#") { groups[name, default: []].append(entry) }
    }
    func calls(_ group: String) -> Set<String> {
      groups[group, default: []].reduce(into: []) { all, entry in
        if entry.hasPrefix("@") { all.formUnion(calls(entry)) } else { all.insert(entry) }
      }
    }
    return calls("@system-service").union(calls("@default")).subtracting(calls("@privileged"))
      .subtracting(calls("@resources")).subtracting(calls("@obsolete"))
  }

  @Test func `A sign-up needs no call that the unit forbids, and no memory that is both written and executed`()
    async throws
  {
    // given a service that may lock the 8 MiB of any user; the unit gives 64. With -D it keeps the process number that the
    // sockets are for.
    let service = try PlayedService { sandbox, socket in
      [
        "systemd-socket-activate", "--seqpacket", "-l", socket, "--fdname=sign-in", "setpriv",
        "--reuid=\(PlayedService.user)", "--regid=\(PlayedService.user)", "--clear-groups",
        "strace", "-D", "-f", "-o", sandbox.path("lib/calls"),
      ]
    }
    #expect(await eventually { chmod(service.socket, 0o666) == 0 })
    // when
    let form = try await service.welcomed(1001)
    guard case .signedIn? = await form.converse(.signUp, "correct horse") else {
      Issue.record("The sign-up failed.")
      return
    }
    service.program.send(signal: SIGTERM)
    let finished = try await service.program.finish()
    // then
    #expect(!finished.errors.contains("lock"), "\(finished.errors)")
    var text = ""
    let isComplete = await eventually {
      text = (try? service.sandbox.contents(of: "lib/calls")) ?? ""
      // strace pads short process numbers.
      return text.suffix(4000).split(separator: "\n").contains {
        $0.hasPrefix("\(service.program.id) ") && $0.contains("+++ exited")
      }
    }
    #expect(isComplete, "\(text.suffix(1000))")
    let lines = text.split(separator: "\n")
    // A line is “PID CALL(ARGUMENTS) = RESULT”.
    let calls = Set(
      lines.compactMap { line -> String? in
        let call = line.drop { $0.isNumber }.drop { $0 == " " }
        return call.firstIndex(of: "(").map { String(call[..<$0]) }
      }.filter { $0.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" } })
    #expect(calls.contains("poll"))
    #expect(calls.subtracting(try await Self.allowedCalls(in: service.sandbox)) == [])
    let executable = lines.filter { $0.contains("PROT_EXEC") }
    #expect(executable.filter { $0.contains("PROT_WRITE") || $0.contains("mprotect(") } == [])
  }
}
