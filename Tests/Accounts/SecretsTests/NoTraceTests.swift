import Glibc
import TestSupport
import Testing

@testable import Secrets

@Suite("Traces of a password")
struct NoTraceTests {
  @Test("Typed, corrected, sealed, hashed, verified and wiped, it leaves no five characters in memory")
  func wiped() async {
    await #expect(processExitsWith: .success) {
      let password = UnwrittenPassword(seed: 1)
      let text = GuardedText()
      password.type(into: text)
      text.insert("é", at: 0)
      text.remove(0..<1)
      let typed = try password.occurrences()
      #expect(typed == 26)

      let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
      let sealed = try text.sealed()
      let hash = try argon2id.hash(sealed)
      let isRight = try argon2id.verify(sealed, against: hash)
      #expect(isRight)
      text.wipe()
      sealed.wipe()

      let left = try password.occurrences()
      #expect(left == 0)
    }
  }

  @Test("Released without being wiped, it leaves none either")
  func released() async {
    await #expect(processExitsWith: .success) {
      let password = UnwrittenPassword(seed: 2)
      do {
        let text = GuardedText()
        password.type(into: text)
        _ = try text.sealed()
      }

      let left = try password.occurrences()
      #expect(left == 0)
    }
  }

  @Test("Typed with a history, killed, undone and wiped, it leaves none")
  func history() async {
    await #expect(processExitsWith: .success) {
      let password = UnwrittenPassword(seed: 4)
      let (text, copy, history) = (GuardedText(), GuardedText(), EditHistory(capacity: 512))
      password.type(into: copy)
      _ = copy.withUTF8 { history.replace(0..<0, of: text, with: $0, cursor: 0, continuesGroup: false) }
      let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
      _ = history.replace(0..<text.count, of: text, with: nothing, cursor: 0, continuesGroup: false)
      _ = history.undo(text)
      let kept = try password.occurrences()
      #expect(kept == 4 * 26)  // in the text, its copy, and twice in the history: inserted and removed

      text.wipe()
      copy.wipe()
      history.wipe()
      let left = try password.occurrences()
      #expect(left == 0)
    }
  }

  @Test func `A history that is full leaves none of what it forgets`() async {
    await #expect(processExitsWith: .success) {
      // given a history with the password twice, inserted and removed
      let password = UnwrittenPassword(seed: 5)
      let (text, copy, history) = (GuardedText(), GuardedText(), EditHistory(capacity: 100))
      password.type(into: copy)
      _ = copy.withUTF8 { history.replace(0..<0, of: text, with: $0, cursor: 0, continuesGroup: false) }
      _ = history.remove(0..<text.count, of: text, cursor: 0, continuesGroup: false)
      copy.wipe()
      let kept = try password.occurrences()
      #expect(kept == 2 * 26)

      // when a key needs room, then it forgets the insertion
      _ = history.insert("x", in: text, cursor: 0, continuesGroup: false)
      let removed = try password.occurrences()
      #expect(removed == 26)

      // and more keys make it forget the removal, too
      for _ in 0..<6 { _ = history.insert("x", in: text, cursor: 0, continuesGroup: false) }
      let left = try password.occurrences()
      #expect(left == 0)
      withExtendedLifetime(history) {}
    }
  }

  @Test func `A password that was undone leaves none once something else is typed`() async {
    await #expect(processExitsWith: .success) {
      // given a password that could still be redone
      let password = UnwrittenPassword(seed: 6)
      let (text, copy, history) = (GuardedText(), GuardedText(), EditHistory(capacity: 256))
      password.type(into: copy)
      _ = copy.withUTF8 { history.replace(0..<0, of: text, with: $0, cursor: 0, continuesGroup: false) }
      copy.wipe()
      _ = history.undo(text)
      let kept = try password.occurrences()
      #expect(kept == 26)

      // when
      _ = history.insert("x", in: text, cursor: 0, continuesGroup: false)

      // then
      let left = try password.occurrences()
      #expect(left == 0)
      withExtendedLifetime(history) {}
    }
  }

  @Test("The scan works: a password that became a String is found after everything was wiped")
  func control() async {
    await #expect(processExitsWith: .success) {
      let password = UnwrittenPassword(seed: 3)
      let text = GuardedText()
      password.type(into: text)
      let kept = string(text)
      text.wipe()

      let left = try password.occurrences()
      #expect(left >= 26)
      withExtendedLifetime(kept) {}
    }
  }

  @Test("1,000 sign-ins in one process leave memory, locked pages and mappings as before")
  func longLife() async {
    await #expect(processExitsWith: .success) {
      let argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
      let text = GuardedText()
      var refused = 0
      func signIn() throws {
        type("correct horse", into: text)
        let password = try text.sealed()
        if try !argon2id.verify(password, against: argon2id.hash(password)) { refused += 1 }
        text.wipe()
        password.wipe()
      }
      func figures() throws -> (residentKiB: Int, lockedKiB: Int, mappings: Int) {
        try (OwnProcess.residentKiB(), OwnProcess.lockedKiB(), OwnProcess.mappingCount())
      }
      for _ in 1...10 {
        try signIn()
        _ = try figures()
      }
      let before = try figures()

      for _ in 1...1_000 { try signIn() }

      let after = try figures()
      #expect(refused == 0)
      #expect(after.lockedKiB == before.lockedKiB)
      #expect(after.mappings == before.mappings)
      #expect(after.residentKiB - before.residentKiB < 128)
    }
  }
}
