import Identity
import Store
import Testing

@Suite("A row")
struct RowTests {
  private let rows = Rows(
    columns: ["n", "t", "b", "none"],
    values: [.integer(7), .text("ü"), .bytes([0]), .null, .null, .null, .null, .null],
    changes: 0)

  @Test("is read by the names of its columns, and by their places")
  func read() throws {
    let row = try #require(rows.first)
    #expect(try (row["n"], row["t"], row["b"]) as (Int, String, [UInt8]) == (7, "ü", [0]))
    #expect(try (row[0], row[1]) as (Int64, String) == (7, "ü"))
    #expect(try row["none"] as String? == nil)
    #expect(try rows.map { try $0["n"] as Int? } == [7, nil])
  }

  @Test("is damaged if a value has another type than the one that is read, as any value may be in a file")
  func damaged() throws {
    let row = try #require(rows.first)
    #expect(throws: DamagedRow.self) { _ = try row["t"] as Int }
    #expect(throws: DamagedRow.self) { _ = try row["n"] as String? }
    #expect(throws: DamagedRow.self) { _ = try row["none"] as String }
    #expect(throws: DamagedRow.self) { _ = try row["other"] as Int? }
    #expect(throws: DamagedRow.self) { _ = try row[4] as Int? }
  }

  @Test("has times and flags as either engine stores them")
  func timesAndFlags() throws {
    let time = Timestamp(milliseconds: -1)
    for (stored, flag) in [(Value.time(time), Value.flag(true)), (.integer(-1), .integer(1))] {
      let row = try #require(Rows(columns: ["at", "locked"], values: [stored, flag], changes: 0).first)
      #expect(try row["at"] == time)
      #expect(try row["locked"] == true)
    }
  }

  @Test("is missing where a statement found none")
  func missing() {
    let none = Rows(columns: ["n"], values: [], changes: 3)
    #expect(none.first == nil && none.isEmpty && none.changes == 3)
    #expect(Rows(columns: [], values: [], changes: 0).map { _ in 1 } == [])
  }
}
