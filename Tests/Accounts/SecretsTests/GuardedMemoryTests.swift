import Glibc
import Testing

@testable import Secrets

@Suite("Guarded memory")
struct GuardedMemoryTests {
  @Test("It is zeroed at first, and again when wiped")
  func zeroed() {
    let memory = allocate(100)
    let bytes = UnsafeRawBufferPointer(start: memory.start, count: 100)
    #expect(bytes.allSatisfy { $0 == 0 })

    memory.start.storeBytes(of: 42, toByteOffset: 99, as: UInt8.self)
    #expect(bytes[99] == 42)

    memory.wipe()
    #expect(bytes.allSatisfy { $0 == 0 })
  }

  @Test("It is aligned to any power of two that divides its size")
  func aligned() {
    for size in stride(from: 4, through: 9_000, by: 4) {
      let memory = allocate(size)
      #expect(Int(bitPattern: memory.start) % 4 == 0)
    }
  }

  @Test("Writing one byte past its end crashes the program at once")
  func guardPage() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      dieQuietly()
      let memory = allocate(100)
      memory.start.storeBytes(of: 1, toByteOffset: 100, as: UInt8.self)
    }
  }

  @Test("Writing to read-only memory crashes the program, until it is writable again")
  func readOnly() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) {
      dieQuietly()
      let memory = allocate(100)
      memory.makeReadOnly()
      memory.makeWritable()
      memory.start.storeBytes(of: 1, as: UInt8.self)
      memory.makeReadOnly()
      memory.start.storeBytes(of: 2, as: UInt8.self)
    }
  }

  @Test("A request for more memory than there is gives nil")
  func exhausted() {
    if GuardedMemory(byteCount: Int.max / 2) != nil {
      Issue.record("There is a block of half the address space.")
    }
  }

  @Test(arguments: [(10, 90), (100, 0), (1000, 0), (0, 100)])
  func `Its beginning is zeroed alone, and all of it at most`(first count: Int, left: Int) {
    // given
    let memory = allocate(100)
    let bytes = UnsafeMutableRawBufferPointer(start: memory.start, count: 100)
    bytes.copyBytes(from: [UInt8](repeating: 1, count: 100))
    // when
    memory.wipe(first: count)
    // then
    #expect(bytes.elementsEqual([UInt8](repeating: 0, count: 100 - left) + [UInt8](repeating: 1, count: left)))
  }
}

/// Memory that a test can't do without.
private func allocate(_ byteCount: Int) -> GuardedMemory {
  guard let memory = GuardedMemory(byteCount: byteCount) else { fatalError("no memory for a test") }
  return memory
}

/// Makes a signal end a child process by default, without Swift's backtracer.
private func dieQuietly() {
  signal(SIGSEGV, SIG_DFL)
}
