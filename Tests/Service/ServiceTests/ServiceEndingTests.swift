import Foundation
import Identity
import TestSupport
import Testing
import AccountService
import Messages

/// The ends of a service while people sign in.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct ServiceEndingTests {
  /// A hash takes some seconds.
  private static let slow = "hash = { memory-kib = 65536, passes = 40, parallel = 1 }\nsign-up = \"on\"\n"

  /// A service with attempts of several users under way: one is verified, the others wait.
  private func busyService() async throws -> (PlayedService, [ServiceWithClient]) {
    let service = try PlayedService(settings: Self.slow)
    var forms: [ServiceWithClient] = []
    for uid: UInt32 in 1001...1004 {
      forms.append(try await service.welcomed(uid, as: email("user\(uid)@example.com")))
    }
    // All at once, or the first ones may be done before the last one begins.
    for form in forms { form.begin(.signIn, ["correct horse"], wantsSession: true) }
    // The last one is told its place, so all are charged.
    guard case .queued? = await forms[3].reply() else { throw PlayedService.Unwelcome() }
    return (service, forms)
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `SIGTERM finishes what is in line, and charges nobody for what it can't finish`() async throws {
    let (service, forms) = try await busyService()
    service.program.send(signal: SIGTERM)
    let finished = try await service.program.finish()
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    #expect(finished.errors.contains("stopped signal=\"15\""))
    for form in forms {
      switch await form.ending() {
      case .refused, .unavailable(.service(.ended), isNew: false): break
      case let other: Issue.record("\(String(describing: other))")
      }
    }
    let outcomes = try await service.outcomes()
    // Those that were verified had no account.
    #expect(outcomes.count == forms.count)
    #expect(outcomes.allSatisfy { [.notAccepted, .refused].contains($0) }, "\(outcomes)")
  }

  @Test(.tags(.serviceKeepsAccounts))
  func `A service that is killed signs nobody in, and the next one serves at the same socket`() async throws {
    // given
    let (service, forms) = try await busyService()
    // when
    service.program.send(signal: SIGKILL)
    _ = try await service.program.finish()
    // then
    for form in forms {
      var reply = await form.reply()
      while case .queued = reply { reply = await form.reply() }
      // One may have been verified before the signal.
      #expect(reply == nil || reply == .ended(.refused(blockedFor: nil, isNew: false)))
    }
    #expect(try await service.outcomes().allSatisfy { [.pending, .refused].contains($0) })
    try service.startAgain()
    let form = try await service.welcomed(1001, as: email("new@example.com"))
    guard case .signedIn(_, nil, isNew: true)? = await form.converse(.signUp, "correct horse") else {
      Issue.record("The next service serves nobody.")
      return
    }
  }

  @Test func `A form that leaves the queue makes room for the next one`() async throws {
    let (service, forms) = try await busyService()
    forms[1].socket.finish()
    forms[2].socket.finish()
    var places: [Int] = []
    while case .queued(let place)? = await forms[3].reply() {
      places.append(place)
      if place == 1 { break }
    }
    #expect(places.last == 1)
    service.program.send(signal: SIGTERM)
    #expect(try await service.program.finish().ending == .exited(0))
  }
}
