import TestSupport
import Testing

@testable import Identity

@Suite("The emails of a file")
struct SeenEmailsTests {
  @Test("that come twice are found, with the line of the first")
  func twice() {
    var seen = SeenEmails()
    let names = ["ann", "ANN", "bob", "carl", "Ann", "bob"]
    let first = names.enumerated().map { seen.firstLine(of: email("\($1)@example.com"), on: $0 + 2) }
    #expect(first == [nil, 2, nil, nil, 2, 4])
  }

  @Test("are told apart, however many there are")
  func many() {
    var seen = SeenEmails()
    for number in 0..<10_000 { #expect(seen.firstLine(of: email("user\(number)@example.com"), on: number) == nil) }
    for number in 0..<10_000 { #expect(seen.firstLine(of: email("USER\(number)@example.com"), on: -1) == number) }
  }
}
