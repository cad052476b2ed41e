import Foundation
import Signals
import TestSupport
import Testing

/// Runs the marble diagram of an operator's doc comment: plays the input rows and compares the output rows.
final class Diagram {
  /// The time of the diagram: one column is one second.
  let scheduler = TestScheduler()

  private let marble: Marble
  private let turns = Relay<Int>()
  private var inputs: [String: (Int) -> Void] = [:]
  private let bag = DisposeBag()
  private var column = 0
  private var expectations: [(name: String, recorded: () -> [Marble.Event])] = []

  /// - Parameters:
  ///   - file: The file that contains the diagram word for word: a path in Sources/Form/Signals, without `.swift`.
  ///   - text: The diagram.
  init(_ file: String, _ text: String) throws {
    marble = Marble(text)
    let sources = URL(filePath: #filePath).appending(path: "../../../../Sources/Form/Signals/\(file).swift")
      .standardized
    let comments = try String(contentsOf: sources, encoding: .utf8).split(separator: "\n").compactMap { line in
      line.range(of: "///     ").map { line[$0.upperBound...] }
    }
    #expect(comments.joined(separator: "\n").contains(text), "The doc comment of \(file) has another diagram.")
    turns.signal.subscribe { [unowned self] column in
      for row in marble.rows { inputs[row.name]?(column) }
    }.disposed(by: bag)
  }

  /// A row as a signal of its marbles, each converted by `read`.
  func signal<Value>(_ name: String, _ read: @escaping (String) -> Value?) -> Signal<Value> {
    let relay = Relay<Value>()
    let values = Dictionary(uniqueKeysWithValues: events(name).map { ($0.column, read($0.value)) })
    inputs[name] = { column in
      if let value = values[column] ?? nil { relay.send(value) }
    }
    return relay.signal
  }

  /// A row as a signal of numbers.
  func numbers(_ name: String) -> Signal<Int> {
    signal(name) { Int($0) }
  }

  /// A row as a signal of its marbles.
  func texts(_ name: String) -> Signal<String> {
    signal(name) { $0 }
  }

  /// A row as a property of numbers. Its first value is the marble in the first column.
  func property(_ name: String) throws -> Property<Int> {
    let first = try #require(events(name).first)
    try #require(first.column == 0)
    return numbers(name).hold(try #require(Int(first.value)))
  }

  /// Expects `signal` to deliver the values of this row.
  func expect<Value>(_ name: String, _ signal: Signal<Value>) {
    var recorded: [Marble.Event] = []
    signal.subscribe { [unowned self] in
      recorded.append(Marble.Event(column: column, value: "\($0)"))
    }.disposed(by: bag)
    expectations.append((name, { recorded }))
  }

  /// Runs the diagram and compares. In each column the due actions come first, then the values of the rows in one turn,
  /// then the tasks that those values have started.
  func run(sourceLocation: SourceLocation = #_sourceLocation) async {
    for column in 0..<marble.length {
      self.column = column
      if column > 0 { scheduler.advance(by: .seconds(1)) }
      turns.send(column)
      // The main actor runs its jobs in order, so these tasks end after all jobs that were waiting.
      for _ in 1...3 { await Task {}.value }
    }
    for (name, recorded) in expectations {
      #expect(recorded() == events(name), "\(name)", sourceLocation: sourceLocation)
    }
  }

  private func events(_ name: String) -> [Marble.Event] {
    let row = marble.rows.first { $0.name == name }
    if row == nil { Issue.record("The diagram has no row \(name).") }
    return row?.events ?? []
  }
}
