import CAllocations
import Signals
import TestSupport
import Testing

/// The contract under fire: random programs that build graphs, send, subscribe, dispose, re-enter and let go of things
/// anywhere, each played on the layer and on a model of it.
@Suite("Random programs")
struct RandomisedTests {
  @Test("the layer does what the model does", arguments: 0..<15)
  func model(batch: UInt64) {
    for seed in batch * 200..<(batch + 1) * 200 {
      var generator = ProgramGenerator(seed: seed)
      let program = generator.program()

      let heard = Player.play(program, on: Layer())
      let expected = Player.play(program, on: Model())

      let difference = zip(heard, expected).enumerated().first { $1.0 != $1.1 }
      if heard != expected {
        Issue.record(
          """
          Seed \(seed), line \(difference?.offset ?? min(heard.count, expected.count)): \
          "\(difference?.element.0 ?? "")" instead of "\(difference?.element.1 ?? "")".
          """)
        return
      }
    }
  }
}
