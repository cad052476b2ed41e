import Identity
import Testing

@testable import Sentences

@Suite("The dates in a search")
struct SearchedDatesTests {
  /// Wednesday, 25 November 2026, in a zone without a name.
  private let today = CalendarDate(number: 20_782)
  private var dates: SearchedDates {
    SearchedDates(today: today) { Timestamp(milliseconds: $0.number * 86_400_000) }
  }

  /// The days of the last two years that all words mean.
  private func days(_ text: String) -> [String] {
    let words = text.split(separator: " ").map(String.init)
    let times = dates(words)
    guard times.count == words.count else { return [] }
    return (today.number - 800...today.number + 40).filter { number in
      times.values.allSatisfy { $0.contains(Timestamp(milliseconds: number * 86_400_000 + 1)) }
    }.map { CalendarDate(number: $0).iso8601 }
  }

  @Test("are understood as lists show them")
  func shown() {
    #expect(today.iso8601 == "2026-11-25")
    #expect(days("today") == ["2026-11-25"])
    #expect(days("Yesterday") == ["2026-11-24"])
    for text in ["2026-11-20", "Fri 20 Nov 2026", "Friday 20 November 2026", "Nov 20, 2026"] {
      #expect(days(text) == ["2026-11-20"], "\(text)")
    }
    #expect(days("Friday 20 November") == ["2024-11-20", "2025-11-20", "2026-11-20"])
    #expect(days("November 2025").count == 30)
    #expect(days("31").last == "2026-10-31")
    #expect(days("Mon").last == "2026-11-23")
  }

  @Test("are no other words")
  func otherWords() {
    for word in ["castle", "pts/3", "0", "32", "192.0.2.7", "2026-02-30", "decade", "-5", "１２", ""] {
      #expect(dates([word]).isEmpty, "\(word)")
    }
  }
}
