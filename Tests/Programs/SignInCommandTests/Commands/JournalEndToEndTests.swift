import Foundation
import Identity
import TestSupport
import Testing

@testable import ProgramSupport
@testable import Settings

@Suite("The journal of attempts, where it is missing", .fewAtOnce)
struct JournalEndToEndTests {
  @Test(
    "Where the journal is asked for and missing, nobody signs in, and nothing is charged", .tags(.failuresLetNobodyIn),
    arguments: LogDestination.allCases)
  func failsClosed(destination: LogDestination) async throws {
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    try fixture.write(settings: StoreFixture.quick + "log = \"\(destination.rawValue)\"\n")
    let isThere = destination == .store || FileManager.default.fileExists(atPath: Self.paths[destination] ?? "")
    let signedIn = try await fixture.sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email], input: .text(StoreFixture.password + "\n"))
    #expect(signedIn.ending == .exited(isThere ? 0 : 69))
    if !isThere {
      #expect(signedIn.errors.hasPrefix("signin: The log can't be written: "))
      #expect(try await fixture.outcomes(of: email(StoreFixture.email)).isEmpty)
    }
    // And the doctor says why
    let doctor = try await fixture.sandbox.run(["doctor"])
    #expect(doctor.output.contains("bad       log           The log can't be written: ") == !isThere)
    #expect(doctor.output.contains("good      log ") == (isThere && destination != .store))
  }

  private static let paths = [LogDestination.journal: SystemdJournal().path, .syslog: Syslog().path]
}
