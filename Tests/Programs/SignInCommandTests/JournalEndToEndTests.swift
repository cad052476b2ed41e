import Foundation
import Identity
import TestSupport
import Testing

@testable import Settings

@Suite("The journal of attempts, where it is missing", .fewAtOnce)
struct JournalEndToEndTests {
  @Test(
    "Where the journal is asked for and missing, nobody signs in, and nothing is charged", .tags(.failuresLetNobodyIn),
    arguments: LogDestination.allCases)
  func failsClosed(destination: LogDestination) async throws {
    let household = try await Household(settings: Household.quick)
    try household.write(settings: Household.quick + "log = \"\(destination.rawValue)\"\n")
    let isThere = destination == .store || FileManager.default.fileExists(atPath: Self.paths[destination] ?? "")
    let signedIn = try await household.sandbox.run(
      ["--password-stdin", "--email", Household.email], input: .text(Household.password + "\n"))
    #expect(signedIn.ending == .exited(isThere ? 0 : 69))
    if !isThere {
      #expect(signedIn.errors.hasPrefix("signin: The log can't be written: "))
      #expect(try await household.outcomes(of: email(Household.email)).isEmpty)
    }
  }

  private static let paths = [LogDestination.journal: SystemdJournal().path, .syslog: Syslog().path]
}
