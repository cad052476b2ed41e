import Signals

/// A machine that plays programs: the layer itself, or the model of it.
protocol Machine: AnyObject {
  /// The machine's time.
  var scheduler: TestScheduler { get }

  /// Makes the next source.
  func make(_ source: Source)

  /// Sends to an open source, if the source still exists.
  func send(_ value: Int, to source: Int)

  /// The value of a source, if the source is a property and still exists.
  func value(of source: Int) -> Int?

  /// Subscribes, and returns a closure that ends the subscription.
  func subscribe(_ recipe: Recipe, _ observer: @escaping (Int) -> Void) -> () -> Void

  /// Binds to an open source, and returns a closure that ends the subscription.
  func bind(_ recipe: Recipe, to source: Int) -> () -> Void

  /// Releases a source. Subscriptions may still hold it.
  func release(_ source: Int)
}

/// Plays a program and records all values, in the order in which its subscribers hear them.
final class Player {
  private let machine: any Machine
  private var endings: [(() -> Void)?] = []
  private var log: [String] = []

  private init(_ machine: any Machine) {
    self.machine = machine
  }

  static func play(_ program: Program, on machine: any Machine) -> [String] {
    let player = Player(machine)
    program.sources.forEach(machine.make)
    for action in program.actions {
      player.perform(action)
      let values = program.sources.indices.map { machine.value(of: $0).map(String.init) ?? "-" }
      player.log.append("then \(values.joined(separator: " "))")
    }
    for number in player.endings.indices { player.end(number) }
    return player.log
  }

  private func perform(_ action: Action) {
    switch action {
    case .send(let value, let source): machine.send(value, to: source)
    case .subscribe(let recipe, let reactions): subscribe(recipe, reactions)
    case .bind(let recipe, let source):
      let number = endings.count
      endings.append(nil)
      endings[number] = machine.bind(recipe, to: source)
    case .endSubscription(let number): end(number)
    case .release(let source): machine.release(source)
    case .advance(let seconds): machine.scheduler.advance(by: .seconds(seconds))
    }
  }

  private func subscribe(_ recipe: Recipe, _ reactions: [Reaction]) {
    let number = endings.count
    endings.append(nil)
    var place = 0
    endings[number] = machine.subscribe(recipe) { [unowned self] value in
      log.append("\(number) hears \(value)")
      let here = place
      place += 1
      for reaction in reactions where reaction.place == here {
        log.append("\(number) \(reaction.action.verb)")
        perform(reaction.action)
      }
    }
  }

  private func end(_ number: Int) {
    guard endings.indices.contains(number) else { return }
    endings[number].take()?()
  }
}
