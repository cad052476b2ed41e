import Signals
import TestSupport

/// Makes random programs. The same seed makes the same program.
struct ProgramGenerator {
  private var random: SeededGenerator
  private var sources: [Source] = []

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func program() -> Program {
    for _ in 0..<number(in: 2...6) { sources.append(source()) }
    let actions = (0..<number(in: 5...30)).map { _ in action(depth: 3) }
    return Program(sources: sources, actions: actions)
  }

  private mutating func source() -> Source {
    switch number(in: 0...9) {
    case 0...3: return .relay
    case 4...7 where !sources.isEmpty:
      return .hold(recipe(depth: 3, below: sources.count), initial: value())
    default: return .property(value())
    }
  }

  /// - Parameters:
  ///   - depth: How many levels of subscribers within subscribers may follow.
  private mutating func action(depth: Int) -> Action {
    switch number(in: 0...19) {
    case 0...9:
      return .send(value(), to: element(of: sources.indices.filter { sources[$0].isOpen } + [0]))
    case 10...13 where depth > 0:
      let recipe = recipe(depth: 4, below: sources.count)
      return .subscribe(recipe, (0..<number(in: 0...3)).map { _ in reaction(depth: depth - 1) })
    case 14:
      // Upwards only: endless cycles have a test of their own.
      let target = element(of: Array(sources.indices))
      if target > 0 && sources[target].isOpen { return .bind(recipe(depth: 3, below: target), to: target) }
    case 15, 16:
      return .endSubscription(number(in: 0...9))
    case 17:
      return .release(element(of: Array(sources.indices)))
    default:
      break
    }
    return .advance(seconds: number(in: 0...4))
  }

  private mutating func reaction(depth: Int) -> Reaction {
    Reaction(place: number(in: 0...3), action: action(depth: depth))
  }

  /// A signal made of the first `limit` sources.
  private mutating func recipe(depth: Int, below limit: Int) -> Recipe {
    if depth == 0 { return number(in: 0...19) == 0 ? .just(value()) : .source(number(in: 0...(limit - 1))) }
    func inner(_ generator: inout Self) -> Recipe { generator.recipe(depth: depth - 1, below: limit) }
    switch number(in: 0...22) {
    case 0: return .map(inner(&self))
    case 1: return .compactMap(inner(&self))
    case 2: return .filter(inner(&self))
    case 3: return .skip(inner(&self), number(in: 0...2))
    case 4: return .startWith(inner(&self), value())
    case 5: return .scan(inner(&self))
    case 6: return .skipRepeats(inner(&self))
    case 7, 8: return .merge(inner(&self), inner(&self))
    case 9...11: return .combine(inner(&self), inner(&self))
    case 12: return .combineThree(inner(&self), inner(&self), inner(&self))
    case 13: return .combineAll((0..<number(in: 0...4)).map { _ in inner(&self) })
    case 14, 15: return .withLatest(inner(&self), from: inner(&self))
    case 16, 17: return .latest(inner(&self), of: (0..<number(in: 1...3)).map { _ in inner(&self) })
    case 18: return .debounce(inner(&self), seconds: number(in: 1...3))
    case 19: return .throttle(inner(&self), seconds: number(in: 1...3))
    case 20 where depth > 2:
      return .diamond(above: recipe(depth: 0, below: limit), depth: number(in: 2...5))
    default: return recipe(depth: 0, below: limit)
    }
  }

  private mutating func value() -> Int {
    number(in: 0...5)
  }

  private mutating func number(in range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &random)
  }

  private mutating func element<Element>(of elements: [Element]) -> Element {
    elements[number(in: 0...(elements.count - 1))]
  }
}
