import Foundation
import Testing

/// The toolchain's libFuzzer, run as a test: `make fuzz` links it and chooses the target. After a find it ends the
/// whole program with status 77, and leaves a file in `Seeds`.
@Suite("libFuzzer", .enabled(if: FuzzTarget.chosen != nil, "make fuzz TARGET=… SECONDS=…"))
struct LibFuzzer {
  private typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Driver = @convention(c) (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Words>, Check) -> Int32

  @Test("finds no fault within its time")
  func run() throws {
    let symbol = try #require(dlsym(nil, "LLVMFuzzerRunDriver"), "built without libFuzzer")
    let driver = unsafeBitCast(symbol, to: Driver.self)
    let options = ProcessInfo.processInfo.environment["SIGNIN_FUZZ_OPTIONS"] ?? ""
    var words = (["fuzz"] + options.split(separator: " ").map(String.init)).map { strdup($0) }
    var count = Int32(words.count)
    words.append(nil)
    let status = words.withUnsafeMutableBufferPointer { buffer -> Int32 in
      guard var start = buffer.baseAddress else { return 1 }
      return driver(&count, &start) { data, size in
        if let fault = FuzzTarget.chosen?.fault(in: Array(UnsafeBufferPointer(start: data, count: size))) {
          fatalError(fault)
        }
        return 0
      }
    }
    #expect(status == 0)
  }
}

extension FuzzTarget {
  /// The target that `make fuzz` names.
  fileprivate static let chosen = ProcessInfo.processInfo.environment["SIGNIN_FUZZ"].flatMap(FuzzTarget.init)
}
