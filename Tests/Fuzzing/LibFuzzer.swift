import Foundation
import Testing

/// The toolchain's libFuzzer, in the place of a test: `make fuzz` links it in and names what to look for. It ends the whole
/// program, with status 77 and a file in `Seeds` when it has found something.
@Suite("libFuzzer", .enabled(if: FuzzTarget.chosen != nil, "make fuzz TARGET=… SECONDS=…"))
struct LibFuzzer {
  private typealias Check = @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
  private typealias Words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private typealias Driver = @convention(c) (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Words>, Check) -> Int32

  @Test("finds nothing in the time that it is given")
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
  /// What `make fuzz` is to look at.
  fileprivate static let chosen = ProcessInfo.processInfo.environment["SIGNIN_FUZZ"].flatMap(FuzzTarget.init)
}
