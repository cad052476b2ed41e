import Foundation
import Testing

/// The layer must be small enough to read in one sitting.
@Suite("Size")
struct SizeTests {
  @Test("the layer has under 900 lines of code, not counting comments")
  func lines() throws {
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/Form/Signals").standardized
    let files = try FileManager.default.subpathsOfDirectory(atPath: sources.path()).filter { $0.hasSuffix(".swift") }
    var code = 0
    for file in files {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      let lines = text.split(separator: "\n").map { line in line.drop { $0 == " " } }
      code += lines.count { !$0.isEmpty && !$0.hasPrefix("//") }
    }

    #expect((500..<900).contains(code))
  }
}
