import Secrets

@testable import SignInCommand

/// What must hold for what is read from files.
enum StoredFaults {
  /// A hash that is not refused is written as it was read, and costs no more than may be spent.
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

  /// Settings are all in their range, or there is a sentence that names the file.
  static func ofSettings(_ bytes: [UInt8]) -> String? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    do throws(Failure) {
      let choices = try SettingsFile(path: "FILE").choices(of: text, from: .userFile(path: "FILE"))
      let settings = Settings(choices)
      let ranges: [(Int, ClosedRange<Int>)] = [
        (settings.attempts, 1...1000), (settings.timeout ?? 0, 0...86_400), (settings.firstBlockingFailure, 1...100),
        (settings.longestBlock, 1...86_400), (settings.throttleMemory, 60...31_536_000),
        (settings.leastPasswordLength, 1...256), (settings.mostPasswordLength, 1...256),
      ]
      return ranges.allSatisfy { $1.contains($0) } ? nil : "out of range: \(ranges)"
    } catch {
      return error.status == .configuration && error.sentence.hasPrefix("FILE: ")
        ? nil : "no sentence: \(error.sentence)"
    }
  }
}
