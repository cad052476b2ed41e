import Testing

@testable import Identity
@testable import Administration

@Suite("The progress of an import")
struct ProgressTests {
  private func line(_ step: ImportProgress.Step, rows: Int, bytes: Int, of count: Int?, file: String = "a.csv")
    -> ProgressLine
  {
    ProgressLine(ImportProgress(step: step, rows: rows, bytes: bytes), of: file, byteCount: count)
  }

  @Test("is a bar if there is room, otherwise words; never in the last column")
  func widths() {
    let half = line(.checking, rows: 1200, bytes: 500, of: 1000)
    let bar = "  [####################....................]"
    let expected = [
      80: "Checking a.csv: row 1200, 50 %." + bar, 46: "Checking a.csv: row 1200, 50 %.  [#####.....]",
      45: "Checking a.csv: row 1200, 50 %.", 32: "Checking a.csv: row 1200, 50 %.", 31: "50 %",
    ]
    for (columns, text) in expected {
      let drawn = half.drawn(columns: columns)
      #expect(drawn.count == columns - 1)
      #expect(drawn == text + String(repeating: " ", count: columns - 1 - text.count))
    }
    for columns in 0...200 { #expect(half.drawn(columns: columns).count <= max(4, columns - 1)) }
  }

  @Test("names the current step")
  func steps() {
    #expect(line(.checking, rows: 3, bytes: 7, of: nil).sentence == "Checking a.csv: row 3.")
    #expect(line(.hashing, rows: 3, bytes: 7, of: 10).sentence == "Hashing the passwords in a.csv: row 3, 70 %.")
    #expect(line(.hashing, rows: 3, bytes: 7, of: nil).sentence == "Hashing the passwords in a.csv: row 3.")
    #expect(line(.adding, rows: 3, bytes: 7, of: 7).sentence == "Adding 3 accounts.")
    #expect(line(.adding, rows: 1, bytes: 7, of: nil).sentence == "Adding 1 account.")
    #expect(line(.checking, rows: 0, bytes: 0, of: 0).percent == 100)
    #expect(line(.checking, rows: 9, bytes: 12, of: 10).percent == 100, "A file may grow while it is read.")
  }

  @Test("measures the file's name in columns, and removes characters with an effect on a terminal")
  func names() {
    let drawn = line(.checking, rows: 1, bytes: 1, of: 2, file: "\u{1B}[2J日本語\n.csv").drawn(columns: 80)
    #expect(drawn.hasPrefix("Checking \u{FFFD}[2J日本語\u{FFFD}.csv: row 1, 50 %.  [##"))
    #expect(drawn.count == 79 - 3)
  }

  @Test("is drawn at once for each step, then ten times a second")
  func drawn() {
    let start = ContinuousClock.now
    var pace = ProgressPace.drawn(at: start)
    func isDue(_ percent: Int?, _ step: ImportProgress.Step, after elapsed: Duration) -> Bool {
      pace.isDue(percent, step: step, at: start + elapsed)
    }
    #expect(isDue(0, .checking, after: .zero))
    #expect(!isDue(50, .checking, after: .milliseconds(99)))
    #expect(isDue(50, .checking, after: .milliseconds(100)))
    #expect(isDue(100, .adding, after: .milliseconds(101)))
  }

  @Test("is a line for each tenth that takes a second or more")
  func lines() {
    let start = ContinuousClock.now
    var pace = ProgressPace.lines(at: start)
    func isDue(_ percent: Int?, _ step: ImportProgress.Step, after elapsed: Duration) -> Bool {
      pace.isDue(percent, step: step, at: start + elapsed)
    }
    #expect(!isDue(99, .checking, after: .milliseconds(999)), "A quick step prints nothing.")
    #expect(!isDue(9, .hashing, after: .seconds(5)))
    #expect(isDue(10, .hashing, after: .seconds(6)))
    #expect(!isDue(19, .hashing, after: .seconds(60)))
    #expect(isDue(35, .hashing, after: .seconds(60)))
    #expect(!isDue(40, .hashing, after: .milliseconds(60_999)))
  }

  @Test("is a line every ten seconds if the total is unknown")
  func unknown() {
    let start = ContinuousClock.now
    var pace = ProgressPace.lines(at: start)
    func isDue(_ percent: Int?, _ step: ImportProgress.Step, after elapsed: Duration) -> Bool {
      pace.isDue(percent, step: step, at: start + elapsed)
    }
    #expect(!isDue(nil, .hashing, after: .milliseconds(9_999)))
    #expect(isDue(nil, .hashing, after: .seconds(10)))
    #expect(!isDue(nil, .hashing, after: .seconds(19)))
    #expect(isDue(nil, .hashing, after: .seconds(20)))
  }
}
