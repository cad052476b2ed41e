import TestSupport
import Testing

@testable import Identity

@Suite("The emails of a file")
struct SeenEmailsTests {
  /// The rows of `names`, from line 2 on: those that were found on the way, and at the end, with their first lines.
  private static func found(
    _ names: [String], inRunsOf length: Int
  ) throws -> (early: [Int: Int], late: [Int: Int]) {
    var (seen, early) = (SeenEmails(runLength: length), [Int: Int]())
    for (index, name) in names.enumerated() {
      let line = index + 2
      early[line] = try seen.firstLine(of: email("\(name)@example.com"), on: line...line)
    }
    let late = try seen.repetitions().map { ($0.lines.lowerBound, $0.first) }
    return (early, Dictionary(uniqueKeysWithValues: late))
  }

  @Test("that come twice are found at once if they are near, and at the end if they are far apart")
  func distances() throws {
    let names = ["ann", "ANN", "bob", "carl", "dora", "Ann", "emil", "bob", "ann"]
    let near = try Self.found(names, inRunsOf: 100)
    #expect(near.early == [3: 2, 7: 2, 9: 4, 10: 2] && near.late == [:])
    let far = try Self.found(names, inRunsOf: 3)
    #expect(far.early == [3: 2])
    #expect(far.late == [7: 2, 9: 4, 10: 2])
  }

  @Test("are told apart in any number of runs", arguments: [1, 2, 7, 300, 1_000])
  func runs(_ length: Int) throws {
    // Each third one comes again, once
    let names = (0..<900).map { "user\($0)" } + (0..<300).map { "USER\($0 * 3)" }
    let (early, late) = try Self.found(names, inRunsOf: length)
    let all = early.merging(late) { early, _ in early }
    #expect(all.count == 300)
    for number in 0..<300 { #expect(all[902 + number] == number * 3 + 2) }
  }
}
