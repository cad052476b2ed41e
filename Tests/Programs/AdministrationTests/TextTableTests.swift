import Testing

@testable import Administration

@Suite("A table")
struct TextTableTests {
  @Test("has columns as wide as the text in the first rows, and no trailing blanks")
  func columns() {
    var table = TextTable(["WHO", "WHAT", "WHERE"], room: nil)
    #expect(table.isEmpty)
    #expect(table.lines([]).isEmpty)
    #expect(table.isEmpty)
    #expect(
      table.lines([["ann", "looked", "here"], ["日本", "ok", "there"]]) == [
        "WHO   WHAT    WHERE",
        "ann   looked  here",
        "日本  ok      there",
      ])
    #expect(!table.isEmpty)
    #expect(table.lines([["somebody", "ok", "here"]]) == ["somebody  ok      here"])
  }

  @Test("cuts a column that doesn't fit, if it may be cut and enough of it remains, and never leaves out the first two")
  func narrow() {
    func head(_ room: Int) -> String? {
      var table = TextTable(["WHO", "WHAT", "FROM WHERE", "UID"], cuttable: [2], room: room)
      return table.lines([["ann", "ok", "a long way off", "7"]]).first
    }
    #expect(head(30) == "WHO  WHAT  FROM WHERE      UID")
    #expect(head(29) == "WHO  WHAT  FROM WHERE")
    #expect(head(24) == "WHO  WHAT  FROM WHERE")
    #expect(head(20) == "WHO  WHAT  UID")
    #expect(head(13) == "WHO  WHAT")
    #expect(head(1) == "WHO  WHAT")
  }

  @Test("has no row wider than the terminal, and marks where a cell is cut")
  func cut() {
    var table = TextTable(["EMAIL", "TIME", "HOST"], cuttable: [2], room: 32, cut: "›")
    #expect(
      table.lines([["ann@example.com", "12:00", "2001:db8::1"]]) == [
        "EMAIL            TIME   HOST", "ann@example.com  12:00  2001:db›",
      ])
    #expect(table.lines([["somebody@example.com", "13:00", "日本語"]]) == ["somebody@examp›  13:00  日本語"])
    var narrow = TextTable(["EMAIL", "TIME"], room: 20, cut: "›")
    #expect(narrow.lines([["ann@example.com", "12:00"]]) == ["EMAIL          TIME", "ann@example.›  12:00"])
  }

  @Test("cuts the first column for those that are kept, if four columns of it remain")
  func kept() {
    func head(_ room: Int) -> String? {
      var table = TextTable(["EMAIL", "TIME", "OUTCOME"], keeping: 3, room: room, cut: "›")
      return table.lines([["ann@example.com", "12:00", "refused"]]).last
    }
    #expect(head(31) == "ann@example.com  12:00  refused")
    #expect(head(30) == "ann@example.c›  12:00  refused")
    #expect(head(20) == "ann›  12:00  refused")
    #expect(head(19) == "ann@example›  12:00")
    #expect(head(1) == "ann›  12:00")
  }

  @Test("removes characters with an effect on a terminal: one row stays one row")
  func hostile() {
    var table = TextTable(["A", "B", "C"], room: nil)
    #expect(
      table.lines([["a\u{1B}[2J", "\n", "b\r\u{9B}c"]]).last == "a\u{FFFD}[2J  \u{FFFD}  b\u{FFFD}\u{FFFD}c")
  }
}
