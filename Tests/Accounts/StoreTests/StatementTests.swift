import Identity
import Store
import Testing

@Suite("A statement")
struct StatementTests {
  @Test("sends each value of its literal as a parameter, and never as SQL")
  func values() {
    let typed = "x'; DROP TABLE account; --"
    let statement: Statement = "SELECT 1 WHERE a = \(typed) AND b = \(7) AND c = \(true)"
    #expect(statement.positional == "SELECT 1 WHERE a = ? AND b = ? AND c = ?")
    #expect(statement.numbered == "SELECT 1 WHERE a = $1 AND b = $2 AND c = $3")
    #expect(statement.values == [.text(typed), .integer(7), .flag(true)])
  }

  @Test("has the values of its parts at their places, whatever order they are made in")
  func nested() {
    let last: Statement = "c = \("three")"
    let condition: Statement = "a = \(1) AND \(["b = \(2)", last].joined(by: " AND "))"
    let statement = "SELECT \(0) WHERE \(condition)" + " LIMIT \(4)" as Statement
    #expect(statement.numbered == "SELECT $1 WHERE a = $2 AND b = $3 AND c = $4 LIMIT $5")
    #expect(statement.values == [.integer(0), .integer(1), .integer(2), .text("three"), .integer(4)])
  }

  @Test("takes SQL from a string only where it says so")
  func sql() {
    let table = "throttle_run"
    let statement: Statement = "DELETE FROM signin.\(sql: table)"
    #expect(statement.positional == "DELETE FROM signin.throttle_run")
    #expect(statement.values.isEmpty)
  }

  @Test("has NULL for a value that is missing")
  func missing() {
    let (text, number, time, bytes): (String?, Int?, Timestamp?, [UInt8]?) = (nil, nil, nil, nil)
    let statement: Statement = "SELECT \(text), \(number), \(time), \(bytes)"
    #expect(statement.values == [.null, .null, .null, .null])
  }

  @Test(
    "has U+FFFD for U+0000 in a text, which PostgreSQL has not, so that all engines keep the same",
    arguments: ["a\0b", "\0", "\0ü\0"])
  func nul(text: String) {
    let statement: Statement = "SELECT \(text), \(Value.text(text))"
    let kept = Value.text(text.replacing("\0", with: "\u{FFFD}"))
    #expect(statement.values == [kept, kept])
    #expect(Statement(sql: "SELECT $1", [.text(text)]).values == [kept])
    #expect(("" + statement).values == [kept, kept])
  }
}
