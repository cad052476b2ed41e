import Identity
import SignIn
import Testing

@testable import SignInUI

@Suite("The visible rows of activity")
struct ActivityWindowTests {
  /// Days with so many rows each, the newest first.
  private func window(_ counts: Int...) -> ActivityWindow {
    var window = ActivityWindow()
    window.take(
      counts.enumerated().flatMap { day, count in
        [ActivityRow.Day](repeating: .date(CalendarDate(number: Int64(-day))), count: count)
      })
    return window
  }

  @Test("are under the headings of their days, as many as fit")
  func days() {
    var window = window(2, 1, 3)
    window.follow(0, height: 6)
    #expect(window.lines == [.day(ofRow: 0), .row(0), .row(1), .day(ofRow: 2), .row(2)])
    #expect(window.visible == 0..<3)
    window.follow(0, height: 20)
    #expect(window.visible == 0..<6)
  }

  @Test("begin with the heading of a day, even amid its rows")
  func sticky() {
    var window = window(2, 5)
    window.follow(5, height: 4)
    #expect(window.lines == [.day(ofRow: 3), .row(3), .row(4), .row(5)])
    window.follow(1, height: 4)
    #expect(window.lines == [.day(ofRow: 1), .row(1), .day(ofRow: 2), .row(2)])
  }

  @Test("move no more than needed, and fill the screen at the end")
  func moving() {
    var window = window(4, 4)
    window.follow(7, height: 5)
    #expect(window.visible == 4..<8)
    window.follow(5, height: 5)
    #expect(window.visible == 4..<8)
    window.follow(7, height: 8)
    #expect(window.visible == 2..<8)
  }

  @Test("have no heading where only one line fits, and disappear where no line does")
  func low() {
    var window = window(1, 1)
    window.follow(1, height: 1)
    #expect(window.lines == [.row(1)])
    window.follow(1, height: 0)
    #expect(window.lines.isEmpty)
    #expect(window.visible.isEmpty)
  }

  @Test("show the selected row at every height and every place")
  func always() {
    var window = window(1, 3, 1, 1, 7, 2)
    for height in 1...20 {
      for selection in Array(0..<15) + Array((0..<15).reversed()) + [7, 0, 14, 3] {
        window.follow(selection, height: height)
        #expect(window.lines.contains(.row(selection)), "row \(selection) of \(height) lines")
        #expect(window.lines.count <= height)
      }
    }
  }
}
