import Sentences

/// The columns of the activity table that fit, with their widths. The least important columns are dropped first.
struct ActivityColumns: Equatable {
  enum Kind: CaseIterable {
    case time, outcome, tty, host, program
  }

  struct Column: Equatable {
    let kind: Kind
    /// The distance from the left edge of the table.
    let start: Int
    let width: Int
  }

  private static let dispensable: [Kind] = [.program, .tty, .host]

  let columns: [Column]

  /// - Parameter width: The width of the table, in screen columns.
  init(width: Int) {
    let inner = width - 2
    let gap = width < 60 ? 1 : 2
    var kinds = Kind.allCases
    func rest() -> Int { inner - kinds.reduce(-gap) { $0 + $1.width + gap } }
    for kind in Self.dispensable where rest() < 0 { kinds.removeAll { $0 == kind } }
    // If even the outcome's name does not fit, its mark remains.
    let lacking = max(0, -rest())
    let spare = max(0, rest())
    // The longest name of an outcome has 12 columns, and a mark in front.
    let outcomeExtra = min(3, spare)
    let extra = spare - outcomeExtra
    let grows = kinds.count { $0.grows }
    var start = 1
    columns = kinds.map { kind in
      var width = kind.width
      if kind == .outcome { width = max(1, width - lacking + outcomeExtra) }
      if kind.grows { width += extra / grows + (kind == .host ? extra % grows : 0) }
      defer { start += width + gap }
      return Column(kind: kind, start: start, width: width)
    }
  }
}

extension ActivityColumns.Kind {
  /// The least screen columns that it needs.
  fileprivate var width: Int {
    switch self {
    case .time: 16
    case .outcome: 11
    case .tty: 8
    case .host, .program: 9
    }
  }

  /// Whether the column takes the remaining width: hosts and programs have names of any length.
  fileprivate var grows: Bool { self == .host || self == .program }

  var title: String {
    switch self {
    case .time: translated("Time")
    case .outcome: translated("Outcome")
    case .tty: translated("Terminal")
    case .host: translated("Host")
    case .program: translated("Program")
    }
  }
}
