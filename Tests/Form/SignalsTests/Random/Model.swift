import Signals

/// A plain model of the layer as its documentation describes it: a list of waiting work, and a graph whose ranks are
/// found by visiting all of it. The model is slow and shares no code with the layer.
@MainActor  // Written out: `isolated deinit` does not see the module's default.
final class Model: Machine {
  let scheduler = TestScheduler()

  private var sources: [ModelSource?] = []
  /// The sources at the time when the signal being subscribed to was made.
  private var known: [ModelSource?] = []
  private var graph = ModelGraph()
  private var isRunning = false
  private var isConnecting = false
  private var sends: [(source: ModelSource, value: Int)] = []
  private var joins: [(join: Cell, rank: Int)] = []
  private var holds: [() -> Void] = []

  isolated deinit {
    for end in holds { end() }
  }

  // MARK: The machine

  func make(_ source: Source) {
    switch source {
    case .relay: add(ModelSource(value: nil))
    case .property(let value): add(ModelSource(value: value))
    case .hold(let recipe, let initial): hold(recipe, initial)
    }
  }

  func send(_ value: Int, to source: Int) {
    if let source = sources[source] { send(value, to: source) }
  }

  func value(of source: Int) -> Int? {
    sources[source]?.value
  }

  func subscribe(_ recipe: Recipe, _ observer: @escaping (Int) -> Void) -> () -> Void {
    subscribe(recipe, to: .observer(observer))
  }

  func bind(_ recipe: Recipe, to source: Int) -> () -> Void {
    guard let source = sources[source] else { return {} }
    return subscribe(recipe, to: .bound(source))
  }

  func release(_ source: Int) {
    sources[source] = nil
  }

  private func add(_ source: ModelSource) {
    sources.append(source)
    graph.sources.append(source)
  }

  private func hold(_ recipe: Recipe, _ initial: Int) {
    let source = ModelSource(value: initial)
    holds.append(subscribe(recipe, to: .held(source)))
    add(source)
  }

  private func subscribe(_ recipe: Recipe, to out: Cell.Out) -> () -> Void {
    let gate = Cell(.pass, out)
    turn {
      let wasConnecting = isConnecting
      isConnecting = true
      make(recipe, to: gate)
      isConnecting = wasConnecting
    }
    return { gate.end() }
  }

  // MARK: A turn

  private func turn(_ body: () -> Void) {
    guard !isRunning else { return body() }
    isRunning = true
    body()
    while true {
      if !sends.isEmpty {
        let next = sends.removeFirst()
        deliver(next.value, from: next.source)
      } else if let index = joins.indices.min(by: { joins[$0].rank < joins[$1].rank }) {
        let next = joins.remove(at: index)
        // Its rank may have risen while it waited; then it goes to the end of its new rank.
        if next.join.rank > next.rank { joins.append((next.join, next.join.rank)) } else { run(next.join) }
      } else {
        break
      }
    }
    isRunning = false
  }

  private func send(_ value: Int, to source: ModelSource) {
    if isRunning { sends.append((source, value)) } else { turn { deliver(value, from: source) } }
  }

  private func deliver(_ value: Int, from source: ModelSource) {
    if source.value != nil {
      guard value != source.value else { return }
      source.value = value
    }
    for listener in source.listeners { hear(value, 0, listener) }
  }

  private func run(_ join: Cell) {
    join.isMarked = false
    let waiting = join.waiting
    join.waiting = []
    if case .withLatest = join.kind {
      for value in waiting { join.latest[0].map { emit(Arithmetic.join([value, $0]), join) } }
    } else if !join.latest.contains(nil) {
      emit(Arithmetic.join(join.latest.compactMap(\.self)), join)
    }
  }

  // MARK: Values

  private func emit(_ value: Int, _ cell: Cell) {
    guard cell.isAlive else { return }
    switch cell.out {
    case .cell(let below, let input): hear(value, input, below)
    case .observer(let observer): observer(value)
    case .bound(let source): send(value, to: source)
    case .held(let source): deliver(value, from: source)
    }
  }

  private func hear(_ value: Int, _ input: Int, _ cell: Cell) {
    guard cell.isAlive else { return }
    switch cell.kind {
    case .pass: emit(value, cell)
    case .map: emit(Arithmetic.map(value), cell)
    case .compactMap: Arithmetic.compactMap(value).map { emit($0, cell) }
    case .filter: if Arithmetic.filter(value) { emit(value, cell) }
    case .skip(let count):
      cell.count += 1
      if cell.count > count { emit(value, cell) }
    case .scan:
      cell.last = Arithmetic.scan(cell.last ?? 0, value)
      cell.last.map { emit($0, cell) }
    case .skipRepeats:
      guard cell.last != value else { return }
      cell.last = value
      emit(value, cell)
    case .combine: mark(cell) { $0.latest[input] = value }
    case .withLatest: if input == 0 { cell.latest[0] = value } else { mark(cell) { $0.waiting.append(value) } }
    case .latest(let choices): input == 0 ? change(cell, to: choices, value) : emit(value, cell)
    case .debounce(let seconds): debounce(value, cell, seconds)
    case .throttle(let seconds): throttle(value, cell, seconds)
    }
  }

  private func mark(_ join: Cell, _ change: (Cell) -> Void) {
    change(join)
    guard !join.isMarked else { return }
    join.isMarked = true
    if join.isConnected { joins.append((join, join.rank)) }
  }

  private func change(_ cell: Cell, to choices: [Recipe], _ value: Int) {
    cell.inner?.end()
    let inner = Cell(.pass, .cell(cell, input: 1))
    make(choices[Arithmetic.choice(value, of: choices.count)], to: inner)
    if cell.isAlive { cell.inner = inner } else { inner.end() }
  }

  // MARK: Time

  private func debounce(_ value: Int, _ cell: Cell, _ seconds: Int) {
    cell.timer?.dispose()
    cell.timer = scheduler.schedule(after: .seconds(seconds)) { [unowned self] in
      cell.timer = nil
      sendLate(value, cell)
    }
  }

  private func throttle(_ value: Int, _ cell: Cell, _ seconds: Int) {
    guard cell.timer == nil else { return cell.last = value }
    beginInterval(cell, seconds)
    emit(value, cell)
  }

  private func beginInterval(_ cell: Cell, _ seconds: Int) {
    cell.timer = scheduler.schedule(after: .seconds(seconds)) { [unowned self] in
      cell.timer = nil
      guard let value = cell.last.take() else { return }
      beginInterval(cell, seconds)
      sendLate(value, cell)
    }
  }

  private func sendLate(_ value: Int, _ cell: Cell) {
    cell.late.map { send(value, to: $0) }
  }

  // MARK: Connecting

  private func make(_ recipe: Recipe, to below: Cell) {
    let knownBefore = known
    known = sources
    connect(recipe, to: below)
    known = knownBefore
  }

  /// Makes the cells of `recipe`, starting at the lowest, and sends their values to `below`.
  private func connect(_ recipe: Recipe, to below: Cell, input: Int = 0) {
    func add(_ kind: Cell.Kind, _ above: Recipe...) {
      let cell = Cell(kind, .cell(below, input: input))
      below.above.append(cell)
      for (input, recipe) in above.enumerated() { connect(recipe, to: cell, input: input) }
    }
    switch recipe {
    case .source(let number): if let source = known[number] { listen(to: source, below, input) }
    case .just(let value): hear(value, input, below)
    case .map(let above): add(.map, above)
    case .compactMap(let above): add(.compactMap, above)
    case .filter(let above): add(.filter, above)
    case .skip(let above, let count): add(.skip(count), above)
    case .startWith(let above, let value):
      hear(value, input, below)
      connect(above, to: below, input: input)
    case .scan(let above): add(.scan, above)
    case .skipRepeats(let above): add(.skipRepeats, above)
    case .merge(let a, let b): for above in [a, b] { connect(above, to: below, input: input) }
    case .combine(let a, let b): join(.combine, [a, b], below, input)
    case .combineThree(let a, let b, let c): join(.combine, [a, b, c], below, input)
    case .combineAll(let all): join(.combine, all, below, input)
    case .withLatest(let above, let other): join(.withLatest, [other, above], below, input)
    case .latest(let above, let choices): add(.latest(choices), above)
    case .debounce(let above, let seconds): late(.debounce(seconds), above, below, input)
    case .throttle(let above, let seconds): late(.throttle(seconds), above, below, input)
    }
  }

  private func listen(to source: ModelSource, _ below: Cell, _ input: Int) {
    let cell = Cell(.pass, .cell(below, input: input))
    below.above.append(cell)
    source.listeners.append(cell)
    graph.rise()
    source.value.map { hear($0, 0, cell) }
  }

  private func join(_ kind: Cell.Kind, _ inputs: [Recipe], _ below: Cell, _ input: Int) {
    let cell = Cell(kind, .cell(below, input: input))
    cell.latest = Array(repeating: nil, count: inputs.count)
    below.above.append(cell)
    graph.joins.append(cell)
    for (input, recipe) in inputs.enumerated() { connect(recipe, to: cell, input: input) }
    cell.isConnected = true
    graph.rise()
    guard cell.isMarked else { return }
    if isConnecting { run(cell) } else { joins.append((cell, cell.rank)) }
  }

  /// Delivers a delayed value by a send of its own, downstream of the operator.
  private func late(_ kind: Cell.Kind, _ above: Recipe, _ below: Cell, _ input: Int) {
    let source = ModelSource(value: nil)
    graph.sources.append(source)
    listen(to: source, below, input)
    let cell = Cell(kind, .cell(below, input: input))
    cell.late = source
    below.above.append(cell)
    connect(above, to: cell)
  }
}
