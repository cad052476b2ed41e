import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Caps Lock")
struct CapsLockTests {
  @Test("It is not known where there is no Linux console, and nobody asks again")
  func noConsole() {
    let null = open("/dev/null", O_RDWR)
    defer { close(null) }
    #expect(CapsLock(descriptor: null) == nil)
    #expect(CapsLock(descriptor: -1) == nil)
  }
}
