import Signals

/// A random use of the layer, as data: senders, and what is done with them. Played by ``Player`` on a ``Machine``.
struct Program {
  let sources: [Source]
  let actions: [Action]
}

/// Something at the root of signals. A number stands for one that was made before, by its place in the program.
enum Source {
  case relay
  case property(Int)
  case hold(Recipe, initial: Int)
  case mapped(Int)
  case combined(Int, Int)

  /// Whether it has a value.
  var isProperty: Bool {
    if case .relay = self { false } else { true }
  }

  /// Whether one can send to it.
  var isOpen: Bool {
    switch self {
    case .relay, .property: true
    case .hold, .mapped, .combined: false
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
  case debounce(Recipe, seconds: Int, Edge)
  case throttle(Recipe, seconds: Int, Edge)

  /// Branches that join again, and branch again, so many times.
  static func diamond(above recipe: Recipe, depth: Int) -> Recipe {
    (0..<depth).reduce(recipe) { top, _ in .combine(top, .map(top)) }
  }
}

/// What a program does, or a subscriber when a value reaches it. Subscriptions are numbered as they are made.
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

/// What a subscriber does when its n-th value has come, counted from 0.
struct Reaction {
  let place: Int
  let action: Action
}

/// What the closures given to operators do, for both machines.
enum Arithmetic {
  static func map(_ value: Int) -> Int { value &* 3 &+ 1 }
  static func compactMap(_ value: Int) -> Int? { value.isMultiple(of: 3) ? nil : value / 2 }
  static func filter(_ value: Int) -> Bool { !value.isMultiple(of: 4) }
  static func scan(_ result: Int, _ value: Int) -> Int { (result &* 7 &+ value) % 1_009 }
  static func join(_ values: [Int]) -> Int { values.reduce(17) { ($0 &* 31 &+ $1) % 10_007 } }
  static func choice(_ value: Int, of count: Int) -> Int { Int(value.magnitude % UInt(count)) }
}
