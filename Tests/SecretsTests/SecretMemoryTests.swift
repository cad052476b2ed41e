import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("What the process does for its secrets")
struct SecretMemoryTests {
  @Test("As long as memory can be locked, every page of a text is locked and nothing is reported")
  func locked() async {
    await #expect(processExitsWith: .success) {
      let before = try OwnProcess.lockedKiB()
      let text = GuardedText()
      let after = try OwnProcess.lockedKiB()

      #expect(after == before + 4)
      #expect(SecretMemory.lockFailure == nil)
      withExtendedLifetime(text) {}
    }
  }

  @Test("Memory that cannot be locked is used all the same, and reported with the limit in the way")
  func notLocked() async {
    await #expect(processExitsWith: .success) {
      // given: a process without privileges (root may lock whatever it likes) and with a limit of 4 KiB, one page
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      #expect(setrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &limit) == 0)
      #expect(geteuid() != 0 || setuid(65_534) == 0)
      try SecretMemory.prepare()
      #expect(SecretMemory.lockFailure == nil)

      // when: one page is locked, and a second one is asked for
      let email = GuardedText()
      #expect(SecretMemory.lockFailure == nil)
      let password = GuardedText()

      // then
      type("hunter2", into: password)
      #expect(string(password) == "hunter2")
      let failure = try #require(SecretMemory.lockFailure)
      #expect(failure.errorNumber == ENOMEM)
      #expect(failure.limit == 4096)
      withExtendedLifetime(email) {}
    }
  }

  @Test("A process that is prepared leaves no core file and lets no debugger of its user in")
  func notDumpable() async {
    await #expect(processExitsWith: .success) {
      let before = try dumpable()

      try SecretMemory.prepare()
      try SecretMemory.prepare()

      let after = try dumpable()
      #expect(before == 1 && after == 0)
    }
  }
}

/// Whether this process can be dumped. prctl is variadic, which Swift cannot call by name.
private func dumpable() throws -> Int32 {
  typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
  let prGetDumpable: Int32 = 3
  let symbol = try #require(dlsym(nil, "prctl"))
  return unsafeBitCast(symbol, to: Prctl.self)(prGetDumpable, 0, 0, 0, 0)
}
