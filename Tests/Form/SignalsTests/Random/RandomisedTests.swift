import Signals
import TestSupport
import Testing

/// Random programs that build graphs, send, subscribe, dispose, re-enter and release parts at any time. Each runs on
/// the layer and on a model of it.
@Suite("Random programs")
struct RandomisedTests {
  private static let programsInBatch: UInt64 = 200

  @Test("the layer behaves like the model", arguments: 0..<15)
  func model(batch: UInt64) {
    compare(batch) { Layer() }
  }

  @Test("10: shared() behind every operator changes nothing that is heard", arguments: 0..<15)
  func sharing(batch: UInt64) {
    compare(batch) { Layer(isSharing: true) }
  }

  private func compare(_ batch: UInt64, _ layer: () -> Layer) {
    for seed in seeds(of: batch) {
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()

      let heard = Player.play(program, on: layer())
      let expected = Player.play(program, on: Model())

      guard heard != expected else { continue }
      let line = zip(heard, expected).prefix { $0 == $1 }.count
      let (wrong, right) = (heard.dropFirst(line).first ?? "nothing", expected.dropFirst(line).first ?? "nothing")
      Issue.record("Seed \(seed), line \(line): \(wrong), instead of: \(right).")
      return
    }
  }

  @Test("the programs cover every action of an observer, and sends that cause sends that cause sends")
  func coverage() {
    var counts: [Substring: Int] = [:]
    var programsOfThreeSends = 0
    for seed in (0..<3).flatMap(seeds) {
      var generator = ProgramGenerator(seed: seed)
      let log = Player.play(generator.program(), on: Model())
      // The lines between two lines "then" are one turn.
      let turns = log.split { $0.hasPrefix("then") }
      if turns.contains(where: { turn in turn.count { $0.hasSuffix("sends") } >= 3 }) { programsOfThreeSends += 1 }
      for line in log { counts[line.drop { $0 != " " }.dropFirst().prefix { !$0.isNumber }, default: 0] += 1 }
    }

    for verb in ["hears ", "sends", "subscribes", "binds", "ends a subscription", "lets go", "lets time pass"] {
      #expect(counts[verb[...], default: 0] >= 10, "\(verb)")
    }
    #expect(programsOfThreeSends >= 10)
  }

  private func seeds(of batch: UInt64) -> Range<UInt64> {
    batch * Self.programsInBatch..<(batch + 1) * Self.programsInBatch
  }
}
