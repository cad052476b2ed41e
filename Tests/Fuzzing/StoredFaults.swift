import Secrets

@testable import ProgramSupport
@testable import Settings
@testable import TOML

/// The rules for text from files.
enum StoredFaults {
  /// An accepted hash is written as it was read, and its cost is within the limit.
  static func ofHash(_ bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    do {
      let hash = try PasswordHash(phc: text)
      guard hash.phc.utf8.elementsEqual(text.utf8) else { return "it is another when it is written" }
      guard (8...HashCost.limit.memoryKiB).contains(hash.cost.memoryKiB), hash.cost.passes >= 1 else {
        return "the memory"
      }
      let work = hash.cost.memoryKiB.multipliedReportingOverflow(by: hash.cost.passes)
      let most = HashCost.limit.memoryKiB * HashCost.limit.passes
      return work.overflow || work.partialValue > most ? "it costs too much" : nil
    } catch {
      return nil
    }
  }

  /// All settings are within their ranges, or a sentence names the file.
  static func ofSettings(_ bytes: [UInt8]) -> String? {
    if let fault = ofDocument(bytes) { return fault }
    do throws(Failure) {
      let choices = try SettingsFile(path: "FILE").choices(of: bytes, from: .userFile(path: "FILE"))
      let settings = Settings(choices)
      let ranges: [(Int, ClosedRange<Int>)] = [
        (settings.attempts, 1...1000), (settings.timeout ?? 0, 0...86_400), (settings.firstBlockingFailure, 1...100),
        (settings.longestBlock, 1...86_400), (settings.throttleMemory, 60...31_536_000),
        (settings.leastPasswordLength, 1...256), (settings.mostPasswordLength, 1...256),
      ]
      return ranges.allSatisfy { $1.contains($0) } ? nil : "out of range: \(ranges)"
    } catch {
      return error.status == .configuration && error.sentence.hasPrefix("FILE, line ")
        ? nil : "no sentence: \(error.sentence)"
    }
  }

  /// A document is refused on one of its lines, or it can be written key by key without a change of meaning.
  private static func ofDocument(_ bytes: [UInt8]) -> String? {
    do throws(TOMLFault) {
      let values = try values(bytes)
      let written = values.map { "\($0.key) = \($0.value)\n" }.joined()
      let isSame = try values.elementsEqual(self.values(Array(written.utf8)), by: ==)
      return isSame ? nil : "it is another when it is written"
    } catch {
      let lines = 1 + bytes.count { $0 == UInt8(ascii: "\n") }
      return (1...lines).contains(error.line) ? nil : "refused on line \(error.line) of \(lines)"
    }
  }

  private static func values(_ bytes: [UInt8]) throws(TOMLFault) -> [(key: TOMLKey, value: TOMLValue)] {
    try TOMLDocument(bytes).entries.compactMap { entry in entry.value.map { (entry.key, $0) } }
  }
}
