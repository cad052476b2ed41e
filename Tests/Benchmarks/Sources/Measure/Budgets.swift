/// Limits on a user's waiting and on costs, and whether they are kept.
public struct Budgets {
  /// Whether all are kept, or missed by no more than is accepted.
  public private(set) var areKept = true

  private var table = Table("budget", "measured", "limit", "")

  /// No budget yet.
  public init() {}

  /// Adds a figure that must not be greater than `limit`.
  public mutating func add(_ what: String, _ value: Double, atMost limit: Double) {
    add(what, value, "≤ " + text(limit, digits: 2), value <= limit ? .kept : .broken)
  }

  /// Adds a figure that should not be greater than `limit`, and must not be greater than `accepted`. A record of
  /// Decisions says why.
  public mutating func add(_ what: String, _ value: Double, atMost limit: Double, accepted: Double) {
    let verdict: Verdict = value <= limit ? .kept : value <= accepted ? .missed(accepted) : .broken
    add(what, value, "≤ " + text(limit, digits: 2), verdict)
  }

  /// Adds a figure that must not be smaller than `limit`.
  public mutating func add(_ what: String, _ value: Double, notBelow limit: Double) {
    add(what, value, "≥ " + text(limit, digits: 2), value >= limit ? .kept : .broken)
  }

  /// Prints a row for each budget, as Markdown.
  public func print() { table.print() }

  private enum Verdict {
    case kept
    /// Greater than the limit, but not than this one.
    case missed(Double)
    case broken
  }

  private mutating func add(_ what: String, _ value: Double, _ limit: String, _ verdict: Verdict) {
    let word =
      switch verdict {
      case .kept: "kept"
      case .missed(let accepted): "missed; ≤ \(text(accepted, digits: 2)) is accepted"
      case .broken: "**broken**"
      }
    table.add(what, text(value, digits: 2), limit, word)
    if case .broken = verdict { areKept = false }
  }
}
