import Glibc
import Identity
import Sentences
import Testing

@testable import Secrets

@Suite("Sentences about secrets")
struct SecretSentencesTests {
  @Test(
    "An unusable password is reported without quoting it",
    arguments: [
      (.empty, "The password is empty. Enter one."),
      (.tooLong(limit: 1024), "The password is too long. Use at most 1024 bytes."),
      (.controlCharacter, "The password holds a control character. Use characters that can be seen."),
      (.unassignedCharacter, "The password holds a character that this system does not know. Use another one."),
      (.outOfMemory, "There is not enough memory for the password. Close other programs and try again."),
    ] as [(PasswordError, String)])
  func passwords(error: PasswordError, sentence: String) {
    #expect(error.sentence == sentence)
  }

  @Test(
    "A new password that breaks a rule gets the rule",
    arguments: [
      (.length(6...20), "Password has to be from 6 to 20 characters long."),
      (.partOfEmail, "The password must not be your email or a part of it."),
      (.common, "This password is one of the most common ones. Choose another."),
      (.unchanged, "That is your current password. Choose another."),
    ] as [(PasswordViolation, String)])
  func violations(violation: PasswordViolation, sentence: String) {
    #expect(violation.sentence == sentence)
  }

  @Test(
    "An unreadable line gets the reason",
    arguments: [
      (.endOfInput, "The input ended before a line came. Write one line to it."),
      (.tooLong(limit: 4096), "The line is too long. Use at most 4096 bytes."),
      (.notUTF8, "The line is not text in UTF-8. Check the encoding of the input."),
      (.inputOutput(errorNumber: EBADF), "The input cannot be read: Bad file descriptor."),
    ] as [(LineError, String)])
  func lines(error: LineError, sentence: String) {
    #expect(error.sentence == sentence)
  }

  @Test("A forbidden cost is reported with the bounds")
  func costs() {
    let cost = HashCost(memoryKiB: 4096, passes: 9)
    #expect(
      HashCostError.tooWeak(cost).sentence
        == "Hashing with hash.memory-kib = 4096 and hash.passes = 9 is too weak. Use at least 19456 KiB and 2 passes.")
    #expect(
      HashCostError.tooExpensive(cost).sentence
        == "Hashing with hash.memory-kib = 4096 and hash.passes = 9 takes too much. "
        + "Use at most 1048576 KiB; with that, at most 4 passes, with less memory more.")
  }

  @Test("Memory that can't be locked is reported with the limit, if there is one")
  func unlocked() {
    let problem = "Memory cannot be locked, so a password being typed may reach the swap space. "
    #expect(
      LockFailure(errorNumber: ENOMEM, limit: 4096).sentence
        == problem + "Raise the limit of locked memory (ulimit -l), which is 4 KiB.")
    #expect(
      LockFailure(errorNumber: EAGAIN, limit: nil).sentence == problem + "The system refused it; free some memory.")
  }

  @Test("A process that can't be hidden is reported with the reason")
  func exposed() {
    #expect(
      SecretMemory.Exposed(errorNumber: EPERM).sentence
        == "The system does not let the program hide its memory from other programs: Operation not permitted. "
        + "Start it outside of the sandbox that forbids it.")
  }
}
