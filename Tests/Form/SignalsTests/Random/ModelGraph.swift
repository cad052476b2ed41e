import Signals

/// A relay or a property of the model.
final class ModelSource {
  /// Nil for relays. A property that follows a signal is one to which nothing else sends.
  var value: Int?
  var listeners: [Cell] = []
  var rank = 0

  init(value: Int?) {
    self.value = value
  }
}

/// An operator in one subscription of the model, with the state of every kind of operator.
final class Cell {
  enum Kind {
    case pass, map, compactMap, filter, skip(Int), scan, skipRepeats
    case combine, withLatest
    case latest([Recipe])
    case debounce(Int), throttle(Int)
  }

  enum Out {
    case cell(Cell, input: Int)
    case observer((Int) -> Void)
    case bound(ModelSource)
    case held(ModelSource)
  }

  let kind: Kind
  let out: Out
  var above: [Cell] = []
  var inner: Cell?
  var isAlive = true

  var count = 0
  var last: Int?
  var latest: [Int?] = []
  var waiting: [Int] = []
  var timer: Disposable?
  var late: ModelSource?

  var rank = 1
  var isMarked = false
  var isConnected = false

  init(_ kind: Kind, _ out: Out) {
    self.kind = kind
    self.out = out
  }

  /// Ends the cells above, and breaks the reference cycle with them.
  func end() {
    isAlive = false
    timer.take()?.dispose()
    inner.take()?.end()
    for cell in above { cell.end() }
    above = []
  }
}

/// Everything with a rank. A rank is the longest path from a source, counted in joins; it never falls.
struct ModelGraph {
  var sources: [ModelSource] = []
  var joins: [Cell] = []

  /// Raises ranks until every join ranks above its inputs.
  func rise() {
    var isSettled = false
    while !isSettled {
      isSettled = true
      for source in sources {
        for listener in source.listeners where listener.isAlive { lift(below: listener, to: source.rank, &isSettled) }
      }
      for join in joins where join.isAlive && join.isConnected { lift(below: join, to: join.rank, &isSettled) }
    }
  }

  private func lift(below cell: Cell, to rank: Int, _ isSettled: inout Bool) {
    switch cell.out {
    case .observer: break
    case .bound(let source), .held(let source):
      guard source.rank < rank else { return }
      source.rank = rank
      isSettled = false
    case .cell(let below, _):
      switch below.kind {
      case .combine, .withLatest:
        guard below.rank <= rank else { return }
        below.rank = rank + 1
        isSettled = false
      default:
        lift(below: below, to: rank, &isSettled)
      }
    }
  }
}
