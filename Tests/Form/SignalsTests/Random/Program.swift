import Signals

/// A random use of the layer, as data: sources and the actions on them. ``Player`` plays it on a ``Machine``.
struct Program {
  let sources: [Source]
  let actions: [Action]
}

/// The root of a signal. A number refers to an earlier source, by its place in the program.
enum Source {
  case relay
  case property(Int)
  case hold(Recipe, initial: Int)

  /// Whether a program can send to the source.
  var isOpen: Bool {
    switch self {
    case .relay, .property: true
    case .hold: false
    }
  }
}

/// A signal of numbers.
indirect enum Recipe {
  case source(Int)
  case just(Int)
  case map(Recipe)
  case compactMap(Recipe)
  case filter(Recipe)
  case skip(Recipe, Int)
  case startWith(Recipe, Int)
  case scan(Recipe)
  case skipRepeats(Recipe)
  case merge(Recipe, Recipe)
  case combine(Recipe, Recipe)
  case combineThree(Recipe, Recipe, Recipe)
  case combineAll([Recipe])
  case withLatest(Recipe, from: Recipe)
  case latest(Recipe, of: [Recipe])
  case debounce(Recipe, seconds: Int)
  case throttle(Recipe, seconds: Int)

  /// Branches that join and branch again, `depth` times.
  static func diamond(above recipe: Recipe, depth: Int) -> Recipe {
    (0..<depth).reduce(recipe) { top, _ in .combine(top, .map(top)) }
  }
}

/// An action of a program, or of a subscriber that receives a value. Subscriptions are numbered in order.
enum Action {
  case send(Int, to: Int)
  case subscribe(Recipe, [Reaction])
  case bind(Recipe, to: Int)
  case endSubscription(Int)
  case release(Int)
  case advance(seconds: Int)

  var verb: String {
    switch self {
    case .send: "sends"
    case .subscribe: "subscribes"
    case .bind: "binds"
    case .endSubscription: "ends a subscription"
    case .release: "lets go"
    case .advance: "lets time pass"
    }
  }
}

/// The action of a subscriber when its n-th value has arrived, counted from 0.
struct Reaction {
  let place: Int
  let action: Action
}

/// The closures given to operators, the same for both machines.
enum Arithmetic {
  static func map(_ value: Int) -> Int { value &* 3 &+ 1 }
  static func compactMap(_ value: Int) -> Int? { value.isMultiple(of: 3) ? nil : value / 2 }
  static func filter(_ value: Int) -> Bool { !value.isMultiple(of: 4) }
  static func scan(_ result: Int, _ value: Int) -> Int { (result &* 7 &+ value) % 1_009 }
  static func join(_ values: [Int]) -> Int { values.reduce(17) { ($0 &* 31 &+ $1) % 10_007 } }
  static func choice(_ value: Int, of count: Int) -> Int { Int(value.magnitude % UInt(count)) }
}
