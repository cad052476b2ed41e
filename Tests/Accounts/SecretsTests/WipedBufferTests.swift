import Testing

@testable import Secrets

@Suite struct WipedBufferTests {
  @Test func `Each byte of each element is overwritten, and none beside them`() {
    // given
    var values: [UInt32] = [1, .max, 3, 4]
    // when
    values.withUnsafeMutableBufferPointer { UnsafeMutableBufferPointer(rebasing: $0[1..<3]).wipe() }
    // then
    #expect(values == [1, 0, 0, 4])
  }
}
