import TestSupport
import Testing

@testable import Secrets

/// What ends the program, because it would go on with a text that is not what was typed.
@Suite struct GuardedTextMisuseTests {
  @Test(arguments: [-1, 0, 65_535]) func `A text holds from 1 to 65534 bytes`(_ capacity: Int) async {
    await #expect(processExitsWith: .failure) { [capacity] in _ = GuardedText(capacity: capacity) }
    #expect(GuardedText(capacity: 1).capacity == 1)
    #expect(GuardedText(capacity: 65_534).capacity == 65_534)
  }

  @Test func `Characters that are not there have no bytes`() async {
    await #expect(processExitsWith: .failure) { _ = GuardedText().byteRange(of: 0..<1) }
    await #expect(processExitsWith: .failure) { _ = GuardedText("abc").byteRange(of: 2..<4) }
    #expect(GuardedText("abc").byteRange(of: 0..<3) == 0..<3)
    #expect(GuardedText("abc").byteRange(of: 3..<3) == 3..<3)
  }

  @Test func `Bytes that are not there can't be replaced`() async {
    await #expect(processExitsWith: .failure) {
      let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
      GuardedText("abc").replace(bytes: 2..<4, with: nothing)
    }
  }

  @Test func `A text can't be put into itself`() async {
    await #expect(processExitsWith: .failure) {
      let text = GuardedText("abc")
      text.withUTF8 { _ = text.replace(3..<3, with: $0) }
    }
    await #expect(processExitsWith: .failure) {
      let text = GuardedText("abc")
      text.withUTF8 { _ = text.replace(0..<0, with: UnsafeBufferPointer(rebasing: $0[2...])) }
    }
  }
}
