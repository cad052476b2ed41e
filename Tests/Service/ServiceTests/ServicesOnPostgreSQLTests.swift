import Foundation
import Identity
import PostgreSQLServers
import TestSupport
import Testing
import AccountService
import Messages

/// The services of two machines share a database, and are one.
@Suite(
  .fewAtOnce,
  .enabled(if: PostgreSQLServer.isWanted && geteuid() == 0, "make test-engines runs it; other users need root"))
struct ServicesOnPostgreSQLTests {
  @Test(arguments: ["+0", "+1h", "-1h"])
  func `What happens at one service holds at the other, however far apart their clocks are`(
    _ difference: String
  ) async throws {
    // given
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = "postgresql://signin_app@/\(database)?host=\(server.folder)"
    let settings = ServiceWithClient.quick + "sign-up = \"on\"\nstore = \"\(store)\"\nthrottle.disable-after = 3\n"
    let (one, two) = (try Self.service(settings), try Self.service(settings, clock: difference))
    // A session that one opens is good at the other
    let ada = try await one.welcomed(1001)
    guard case .signedIn(_, .some, isNew: true)? = await ada.converse(.signUp, "correct horse", wantsSession: true)
    else {
      Issue.record("The sign-up failed.")
      return
    }
    let token = try #require(ada.token)
    let elsewhere = try await two.welcomed(1001)
    guard case .verified(.some)? = await elsewhere.verify(token) else {
      Issue.record("The session is not known.")
      return
    }
    // The log of one has the attempts at both
    for (service, uid) in [(one, 1002), (two, 1003)] as [(PlayedService, UInt32)] {
      let stranger = try await service.welcomed(uid)
      #expect(await stranger.converse(.signIn, "battery staple") == .refused(blockedFor: nil, isNew: false))
    }
    guard case .rows(let rows)? = await ada.answer(to: .page(AttemptSearch(""), before: nil)) else {
      Issue.record("There are no rows.")
      return
    }
    #expect(rows.filter { $0.outcome == .refused }.map(\.source.uid) == [1003, 1002])
    #expect(await ada.reply() == .endOfRows(next: nil))
    // A session that ends at one is dead at the other
    #expect(await ada.answer(to: .signOut) == .done)
    #expect(await elsewhere.verify(token) == .verified(nil))
    // The failures at both are counted together
    let third = try await two.welcomed(1004)
    guard case .refused? = await third.converse(.signIn, "battery staple") else {
      Issue.record("The third attempt was not made.")
      return
    }
    #expect(await (try one.welcomed(1001)).converse(.signIn, "correct horse") == .disabled(isNew: false))
    for service in [one, two] {
      service.program.send(signal: SIGTERM)
      #expect(try await service.program.finish().ending == .exited(0))
    }
  }

  @Test func `A service goes on with the tables of the next version, and one that starts then works, too`() async throws
  {
    // Given a service that runs
    let server = try await PostgreSQLServer.shared.value
    let database = try await server.database()
    let store = "postgresql://signin_app@/\(database)?host=\(server.folder)"
    let settings = ServiceWithClient.quick + "sign-up = \"on\"\nstore = \"\(store)\"\n"
    let running = try Self.service(settings)
    let ada = try await running.welcomed(1001)
    guard case .signedIn(_, .some, isNew: true)? = await ada.converse(.signUp, "correct horse", wantsSession: true)
    else {
      Issue.record("The sign-up failed.")
      return
    }
    // When another host makes the tables of the next version, which name this one
    try await server.run("ALTER TABLE signin.account ADD COLUMN later text", in: database)
    try await server.run(
      "INSERT INTO signin.migration (version, least) SELECT max(version) + 1, max(version) FROM signin.migration",
      in: database)
    // Then people sign in at both
    let started = try Self.service(settings)
    for service in [running, started] {
      guard case .signedIn? = await (try service.welcomed(1001)).converse(.signIn, "correct horse", wantsSession: true)
      else {
        Issue.record("The sign-in failed.")
        return
      }
    }
    for service in [running, started] {
      service.program.send(signal: SIGTERM)
      #expect(try await service.program.finish().ending == .exited(0))
    }
  }

  /// A service whose clock differs by that much. Only libfaketime can do that to one program of a machine.
  private static func service(_ settings: String, clock difference: String = "+0") throws -> PlayedService {
    let libraries = try FileManager.default.contentsOfDirectory(atPath: "/usr/lib").filter { $0.contains("-linux-") }
    let library = try #require(
      libraries.map { "/usr/lib/\($0)/faketime/libfaketimeMT.so.1" }.first(where: FileManager.default.fileExists))
    return try PlayedService(
      settings: settings,
      environment: ["LD_PRELOAD": library, "FAKETIME": difference, "FAKETIME_DONT_FAKE_MONOTONIC": "1"],
      program: Pty.product("signin-postgresql"))
  }
}
