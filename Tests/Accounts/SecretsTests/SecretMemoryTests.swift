import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("Protection of the process's memory")
struct SecretMemoryTests {
  @Test("If memory can be locked, every page of a text is locked and nothing is reported")
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

  @Test("Memory that can't be locked is used anyway, and reported with the limit that prevents it")
  func notLocked() async {
    await #expect(processExitsWith: .success) {
      // given: a process without privileges (root may lock any amount) and with a limit of 4 KiB, one page
      var limit = rlimit(rlim_cur: 4096, rlim_max: 4096)
      #expect(setrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &limit) == 0)
      #expect(geteuid() != 0 || setuid(65_534) == 0)
      try SecretMemory.prepare(hidingError: 0)
      #expect(SecretMemory.lockFailure == nil)

      // when: one page is locked, and a second one is requested
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

  @Test func `Only the first failure to lock memory is reported, without a limit if there is none`() async {
    await #expect(processExitsWith: .success) {
      // given: only root may take the limit away
      var limit = rlimit(rlim_cur: rlim_t.max, rlim_max: rlim_t.max)
      let isUnlimited = setrlimit(Int32(__RLIMIT_MEMLOCK.rawValue), &limit) == 0
      // when
      SecretMemory.note(LockFailure(errorNumber: EAGAIN))
      SecretMemory.note(LockFailure(errorNumber: EPERM))
      // then
      #expect(SecretMemory.lockFailure?.errorNumber == EAGAIN)
      if isUnlimited { #expect(SecretMemory.lockFailure?.limit == nil) }
    }
  }

  @Test("A process that couldn't be hidden from debuggers of its user is not prepared")
  func notHidden() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: SecretMemory.Exposed(errorNumber: EPERM)) { try SecretMemory.prepare(hidingError: EPERM) }
    }
  }
}
