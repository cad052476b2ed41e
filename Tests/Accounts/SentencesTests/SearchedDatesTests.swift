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

  /// The first and the last time of today that the word means, in seconds; nil if it means no time.
  private func seconds(_ word: String) -> [Int64]? {
    dates([word])[word].map { times in
      let inside = (0..<86_400).map(Int64.init).filter {
        times.contains(Timestamp(milliseconds: today.number * 86_400_000 + $0 * 1000))
      }
      return [inside.first, inside.last].compactMap(\.self)
    }
  }

  @Test("have a time of day, of which the beginning is enough")
  func times() throws {
    #expect(seconds("17:48") == [64_080, 64_139])
    #expect(seconds("17:4") == [63_600, 64_199])
    #expect(seconds("7:") == [25_200, 28_799])
    #expect(seconds("17:48:05") == [64_085, 64_085])
    #expect(seconds("00:00") == [0, 59] && seconds("23:59:5") == [86_390, 86_399])
    #expect(seconds("17:48:") == seconds("17:48"))
    for word in ["24:00", "17:60", "17:7", "17:480", ":48", "1a:00", "017:48", "17::05", "17:48:05:1", "fe80::1"] {
      #expect(seconds(word) == nil, "\(word)")
    }
    // Each day has them, as far back as a search goes
    let times = try #require(dates(["17:48"])["17:48"])
    #expect(times.ranges.count == SearchedTimes.mostRanges)
    #expect(times.contains(Timestamp(milliseconds: (today.number - 127) * 86_400_000 + 64_080_000)))
  }

  @Test("are no other words")
  func otherWords() {
    for word in ["castle", "pts/3", "0", "32", "192.0.2.7", "2026-02-30", "decade", "-5", "１２", ""] {
      #expect(dates([word]).isEmpty, "\(word)")
    }
  }
}
