import Testing

@testable import SignInProgram

@Suite struct FailurePaceTests {
  @Test func `A failure is told at once, and then every minute while it lasts`() {
    var pace = FailurePace()
    let told = (0..<180).filter { pace.tells("the disk is full", at: .seconds($0)) }
    #expect(told == [0, 60, 120])
  }

  @Test func `Another reason is told at once, and reasons that take turns fill no log`() {
    var pace = FailurePace()
    let first = (
      pace.tells("the server can't be reached", at: .zero), pace.tells("it refuses the user", at: .seconds(1))
    )
    #expect(first == (true, true))
    // When both go on to take turns for an hour
    let told = (2..<3_600).filter {
      pace.tells($0 % 2 == 0 ? "can't be reached" : "refuses the user", at: .seconds($0))
    }
    // Then there is one line a minute
    #expect(told.count == 59)
    #expect(zip(told, told.dropFirst()).allSatisfy { $1 - $0 >= 60 })
  }
}
