import Sentences

/// The columns of the activity table that fit, with their widths. The least important columns are dropped first.
struct ActivityColumns: Equatable {
  enum Kind: CaseIterable {
    case time, outcome, host, tty, program
  }

  struct Column: Equatable {
    let kind: Kind
    /// The distance from the left edge of the table.
    let start: Int
    let width: Int
  }

  let columns: [Column]

  /// - Parameter width: The width of the table, in screen columns.
  init(width: Int) {
    let gap = width < 30 ? 1 : 2
    var kinds = Kind.allCases
    func rest() -> Int { width - kinds.reduce(-gap) { $0 + $1.least + gap } }
    for kind in [Kind.program, .tty, .host] where rest() < 0 { kinds.removeAll { $0 == kind } }
    var widths = Dictionary(uniqueKeysWithValues: kinds.map { ($0, $0.least) })
    var spare = max(0, rest())
    func grow(_ kind: Kind, to most: Int, by share: Int) {
      guard let width = widths[kind] else { return }
      let growth = max(0, min(share, most - width))
      widths[kind] = width + growth
      spare -= growth
    }
    // First each column grows to its usual width, the most important first. Then hosts and programs share the rest.
    for kind in [Kind.outcome, .time, .host, .tty, .program] { grow(kind, to: kind.usual, by: spare) }
    grow(.program, to: Kind.program.most, by: spare / 2)
    grow(.host, to: Kind.host.most, by: spare)
    var start = 0
    columns = kinds.map { kind in
      let width = widths[kind] ?? kind.least
      defer { start += width + gap }
      return Column(kind: kind, start: start, width: width)
    }
  }
}

extension ActivityColumns.Kind {
  /// The fewest screen columns.
  fileprivate var least: Int {
    switch self {
    case .time: 5
    case .outcome: 12
    case .host: 16
    case .tty: 8
    case .program: 9
    }
  }

  /// The width at 80 columns. An outcome has a mark, a blank and at most 12 columns.
  fileprivate var usual: Int {
    switch self {
    case .time: 8
    case .outcome: 14
    case .host: 20
    case .tty: 10
    case .program: 16
    }
  }

  /// The greatest width. An IPv6 address has at most 39 columns.
  fileprivate var most: Int {
    switch self {
    case .time, .outcome, .tty: usual
    case .host: 40
    case .program: 36
    }
  }

  var title: String {
    switch self {
    case .time: translated("When")
    case .outcome: translated("Result")
    case .host: translated("From")
    case .tty: translated("Terminal")
    case .program: translated("Program")
    }
  }
}
