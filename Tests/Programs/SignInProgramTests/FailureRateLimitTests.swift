import Testing

@testable import SignInProgram

@Suite struct FailureRateLimitTests {
  @Test func `A failure is told at once, and then every minute while it lasts`() {
    var rateLimit = FailureRateLimit()
    let told = (0..<180).filter { rateLimit.allows("the disk is full", at: .seconds($0)) }
    #expect(told == [0, 60, 120])
  }

  @Test func `Another reason is told at once, and reasons that take turns fill no log`() {
    var rateLimit = FailureRateLimit()
    let first = (
      rateLimit.allows("the server can't be reached", at: .zero),
      rateLimit.allows("it refuses the user", at: .seconds(1))
    )
    #expect(first == (true, true))
    // When both go on to take turns for an hour
    let told = (2..<3_600).filter {
      rateLimit.allows($0 % 2 == 0 ? "can't be reached" : "refuses the user", at: .seconds($0))
    }
    // Then there is one line a minute
    #expect(told.count == 59)
    #expect(zip(told, told.dropFirst()).allSatisfy { $1 - $0 >= 60 })
  }
}
