import Glibc
import TestSupport
import Testing

@testable import Secrets

/// A password that exists nowhere in memory but where it is typed: its characters are drawn one by one, and what a scan
/// looks for is kept with every bit flipped.
private struct UnwrittenPassword {
  private static let length = 30
  private static let windowLength = 5
  private let flipped: [UInt8]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    flipped = (0..<Self.length).map { _ in ~UInt8.random(in: 0x21...0x7E, using: &random) }
  }

  func type(into text: GuardedText) {
    for byte in flipped { text.insert(Unicode.Scalar(~byte), at: text.count) }
  }

  /// How often five characters in a row occur in the writable memory of this process, as bytes or as UTF-16 or UTF-32.
  func occurrences() throws -> Int {
    var isBeginning = [Bool](repeating: false, count: 65_536)  // of a window, by its first two bytes
    for window in windows { isBeginning[Int(~flipped[window]) << 8 | Int(~flipped[window + 1])] = true }
    let emptyPage = [UInt8](repeating: 0, count: 4096)
    var found = 0
    for memory in try OwnProcess.writableMemory() {
      for page in stride(from: 0, to: memory.count, by: 4096) {
        if let start = memory.baseAddress, memcmp(start + page, emptyPage, 4096) == 0 { continue }
        for step in [1, 2, 4] {
          for start in page..<min(page + 4096, memory.count - Self.windowLength * step)
          where isBeginning[Int(memory[start]) << 8 | Int(memory[start + step])] {
            found += windows.count { window in
              (0..<Self.windowLength).allSatisfy { ~memory[start + $0 * step] == flipped[window + $0] }
            }
          }
        }
      }
    }
    return found
  }

  private var windows: ClosedRange<Int> { 0...Self.length - Self.windowLength }
}

@Suite("What a password leaves behind")
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

  @Test("Released without being wiped, it leaves nothing either")
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

  @Test("Typed with a history, killed, taken back and wiped, it leaves nothing")
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
      #expect(kept == 4 * 26)  // the text, its copy, and in the history put in and removed

      text.wipe()
      copy.wipe()
      history.wipe()
      let left = try password.occurrences()
      #expect(left == 0)
    }
  }

  @Test("Read from a CSV file among other fields, and sealed, it leaves nothing")
  func csv() async {
    await #expect(processExitsWith: .success) {
      let password = UnwrittenPassword(seed: 5)
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      do {
        // Given a row that goes through the kernel straight from guarded memory
        let text = GuardedText()
        password.type(into: text)
        write(ends[1], "ann@example.com,\"", 17)
        text.withUTF8 { field in
          for byte in field { withUnsafeBytes(of: byte) { _ = write(ends[1], $0.baseAddress, byte == 0x22 ? 0 : 1) } }
        }
        write(ends[1], "\",\nbob@example.com,,\n", 22)
        close(ends[1])
      }
      do {
        // When it is read, and a row behind it
        let reader = try CSVReader(descriptor: ends[0])
        let isThere = try reader.next()
        #expect(isThere && reader.fieldCount == 3)
        let text = GuardedText()
        _ = reader.withField(1) { text.replace(0..<0, with: $0) }
        _ = try text.sealed()
        let kept = try password.occurrences()
        #expect(kept >= 3 * 26 - 10, "In the block, the record and the text.")
        text.wipe()
        _ = try reader.next()
      }
      let left = try password.occurrences()
      #expect(left == 0)
    }
  }

  @Test("The scan is worth something: a password that became a String is found after everything was wiped")
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

  @Test("1,000 sign-ins in one process leave memory, locked pages and mappings as they were")
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
