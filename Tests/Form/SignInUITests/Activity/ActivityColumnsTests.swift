import Testing

@testable import SignInUI

@Suite("The columns of the activity table")
struct ActivityColumnsTests {
  private func titles(_ width: Int) -> [String] { ActivityColumns(width: width).columns.map(\.kind.title) }
  private func widths(_ width: Int) -> [Int] { ActivityColumns(width: width).columns.map(\.width) }

  @Test("come by importance as the width grows: time and result, source, terminal, program")
  func importance() {
    #expect(titles(18) == ["When", "Result"])
    #expect(titles(36) == ["When", "Result"])
    #expect(titles(37) == ["When", "Result", "From"])
    #expect(titles(46) == ["When", "Result", "From"])
    #expect(titles(47) == ["When", "Result", "From", "Terminal"])
    #expect(titles(58) == ["When", "Result", "From", "Terminal", "Program"])
  }

  @Test("have their usual widths at 80 columns, and grow to a limit")
  func growth() {
    #expect(widths(18) == [5, 12])
    #expect(widths(36) == [8, 14])
    #expect(widths(76) == [8, 14, 20, 10, 16])
    #expect(widths(96) == [8, 14, 30, 10, 26])
    #expect(widths(116) == [8, 14, 40, 10, 36])
    #expect(widths(500) == [8, 14, 40, 10, 36])
  }

  @Test("fill the width, and never exceed it, on any screen")
  func fit() {
    for width in 18...116 {
      let columns = ActivityColumns(width: width).columns
      let end = columns.last.map { $0.start + $0.width } ?? 0
      #expect(end <= width, "\(width)")
      for (left, right) in zip(columns, columns.dropFirst()) {
        #expect(left.start + left.width < right.start, "\(width)")
      }
    }
  }
}
