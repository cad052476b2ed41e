/// Limits on a user's waiting and on costs, and whether they are kept.
public struct Budgets {
  /// Whether all are kept.
  public private(set) var areKept = true

  private var table = Table("budget", "measured", "limit", "")

  /// No budget yet.
  public init() {}

  /// Adds a figure that must not be greater than `limit`.
  public mutating func add(_ what: String, _ value: Double, atMost limit: Double) {
    add(what, value, "≤ " + text(limit, digits: 2), isKept: value <= limit)
  }

  /// Adds a figure that must not be smaller than `limit`.
  public mutating func add(_ what: String, _ value: Double, notBelow limit: Double) {
    add(what, value, "≥ " + text(limit, digits: 2), isKept: value >= limit)
  }

  /// Prints a row for each budget, as Markdown.
  public func print() { table.print() }

  private mutating func add(_ what: String, _ value: Double, _ limit: String, isKept: Bool) {
    table.add(what, text(value, digits: 2), limit, isKept ? "kept" : "**broken**")
    if !isKept { areKept = false }
  }
}
