import Glibc
import Identity
import Sentences
import Testing

@testable import Secrets

@Suite("Sentences about secrets")
struct PasswordSentencesTests {
  @Test(
    "An unusable password is reported without quoting it",
    arguments: [
      (.empty, "The password is empty. Enter one."),
      (.tooLong(limit: 1024), "The password is too long. Use at most 1024 bytes."),
      (.controlCharacter, "The password contains a control character. Use visible characters only."),
      (.unassignedCharacter, "The password contains a character that this system doesn't know. Use another one."),
      (.outOfMemory, "There isn't enough memory for the password. Close other programs and try again."),
    ] as [(PasswordError, String)])
  func passwords(error: PasswordError, sentence: String) {
    #expect(error.sentence == sentence)
  }

  @Test(
    "A new password that breaks a rule gets the rule",
    arguments: [
      (.length(6...20), "Password has to be from 6 to 20 characters long."),
      (.partOfEmail, "The password must not be, or be part of, your email."),
      (.common, "That password is too common. Choose another."),
      (.unchanged, "That is your current password. Choose another."),
    ] as [(PasswordViolation, String)])
  func violations(violation: PasswordViolation, sentence: String) {
    #expect(violation.sentence == sentence)
  }

  @Test(
    "An unreadable line gets the reason",
    arguments: [
      (.endOfInput, "The input ended where a line was expected."),
      (.tooLong(limit: 4096), "The line is too long. Use at most 4096 bytes."),
      (.notUTF8, "The line isn't UTF-8 text. Check the encoding of the input."),
      (.inputOutput(errorNumber: EBADF), "The input can't be read: Bad file descriptor."),
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
        == "Hashing with hash.memory-kib = 4096 and hash.passes = 9 is too expensive. "
        + "The maximum is 1048576 KiB with 4 passes. With less memory, more passes are allowed.")
  }

  @Test("Memory that can't be locked is reported with the limit, if there is one")
  func unlocked() {
    let problem = "Memory can't be locked, so a password being typed may reach the swap space. "
    #expect(
      LockFailure(errorNumber: ENOMEM, limit: 4096).sentence
        == problem + "Raise the limit on locked memory (ulimit -l), now 4 KiB.")
    #expect(
      LockFailure(errorNumber: EAGAIN, limit: nil).sentence
        == problem + "The system refused to lock it; free some memory.")
    #expect(
      LockFailure(errorNumber: EPERM, limit: 8_388_608).sentence
        == problem + "A container or a sandbox forbids it; allow mlock there.")
  }

  @Test("A process that can't be hidden is reported with the reason")
  func exposed() {
    #expect(
      SecretMemory.Exposed(errorNumber: EPERM).sentence
        == "The system won't let signin protect its memory: Operation not permitted. "
        + "Run it outside the sandbox that forbids this.")
  }
}
