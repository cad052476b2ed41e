import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Caps Lock")
struct CapsLockTests {
  @Test("Without a Linux console its state is unknown, and is not asked for again")
  func noConsole() {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(CapsLock(descriptor: null) == nil)
    #expect(CapsLock(descriptor: -1) == nil)
  }
}
