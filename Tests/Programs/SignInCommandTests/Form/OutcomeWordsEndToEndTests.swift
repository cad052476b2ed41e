import Foundation
import Identity
import SQLite
import SQLiteStore
import Sentences
import Store
import TestSupport
import Testing

/// The words of each outcome, which the man page has too: heading, rows, searches and JSON use them, and no others.
@Suite("The words for outcomes agree")
struct OutcomeWordsEndToEndTests {
  private struct Words {
    let outcome: AttemptOutcome
    let row: String
    let json: String
    /// Whether the heading counts it as a failed attempt.
    var hasFailed = false
  }

  private static let table = [
    Words(outcome: .signedIn, row: "signed in", json: "signed-in"),
    Words(outcome: .refused, row: "refused", json: "refused", hasFailed: true),
    Words(outcome: .unconfirmed, row: "wrong answer", json: "unconfirmed", hasFailed: true),
    Words(outcome: .throttled, row: "blocked", json: "throttled", hasFailed: true),
    Words(outcome: .cancelled, row: "cancelled", json: "cancelled", hasFailed: true),
    Words(outcome: .pending, row: "not finished", json: "pending", hasFailed: true),
    Words(outcome: .passed, row: "right answer", json: "step-passed"),
    Words(outcome: .notAccepted, row: "not accepted", json: "not-accepted"),
    Words(outcome: .change(.passwordChanged), row: "new password", json: "password-changed"),
    Words(outcome: .change(.passwordReset), row: "admin reset", json: "password-reset"),
    Words(outcome: .change(.recoveryCodeUsed), row: "code used", json: "recovery-code-used"),
    Words(outcome: .change(.recoveryCodesMade), row: "new codes", json: "recovery-codes-made"),
    Words(outcome: .change(.sessionRevoked), row: "ended", json: "session-revoked"),
    Words(outcome: .change(.signedOut), row: "signed out", json: "signed-out"),
    Words(outcome: .change(.secondStepAdded), row: "2nd step on", json: "second-step-added"),
    Words(outcome: .change(.secondStepRemoved), row: "2nd step off", json: "second-step-removed"),
    Words(outcome: .change(.keyAdded), row: "key added", json: "key-added"),
    Words(outcome: .change(.keyRemoved), row: "key removed", json: "key-removed"),
    Words(outcome: .change(.keyCounter), row: "key counter", json: "key-counter"),
    Words(outcome: .change(.linked), row: "name linked", json: "linked"),
    Words(outcome: .change(.unlinked), row: "unlinked", json: "unlinked"),
    Words(outcome: .change(.locked), row: "locked", json: "locked"),
    Words(outcome: .change(.unlocked), row: "unlocked", json: "unlocked"),
    Words(outcome: .change(.accountAdded), row: "new account", json: "account-added"),
    Words(outcome: .change(.renamed), row: "renamed", json: "renamed"),
    Words(outcome: .change(.accountRemoved), row: "removed", json: "account-removed"),
  ]

  @Test("Each outcome has its word in rows and in JSON, and a search finds it by both")
  func words() async throws {
    #expect(Set(Self.table.map(\.outcome)) == Set(AttemptOutcome.allCases))
    // Given a row of each outcome, from a host of its own
    let (fixture, owner) = (try await StoreFixture(), email(StoreFixture.email))
    try await fixture.store.settle(fixture.store.admit(owner, from: .at("first")), asSignInOf: owner)
    for number in Self.table.indices {
      let attempt = try await fixture.store.admit(owner, from: .at("place\(number)x"))
      try await fixture.store.settle(attempt, as: .passed)
    }
    try await fixture.store.settle(fixture.store.admit(owner, from: .at("last")), asSignInOf: owner)
    try Database(sharing: fixture.sandbox.path("signin.db")).transaction { db in
      try db.execute("DROP TRIGGER attempt_not_changed")
      for (number, words) in Self.table.enumerated() {
        try db.execute("UPDATE attempt SET outcome = '\(words.json)' WHERE host = 'place\(number)x'")
      }
    }
    for (number, words) in Self.table.enumerated() {
      let host = "place\(number)x"
      // Then rows and JSON say it
      let row = try await activity(fixture, "--search", host).split(separator: "\n").last ?? ""
      #expect(row.firstRange(of: "  \(words.row)  ") != nil, "\(row)")
      #expect(try await activity(fixture, "--json", "--search", host).contains("\"outcome\":\"\(words.json)\""))
      // And searches find it, by what rows say and by what JSON says
      for word in [words.row, words.json, words.json.uppercased()] {
        #expect(try await activity(fixture, "--json", "--search", word).contains("\"\(host)\""), "\(word)")
      }
    }
    // And “failed” finds as many as the heading counts
    let failed = try await activity(fixture, "--json", "--search", "failed").split(separator: "\n")
    #expect(failed.count == Self.table.count(where: \.hasFailed))
    for (number, words) in Self.table.enumerated() {
      #expect(failed.contains { $0.contains("\"place\(number)x\"") } == words.hasFailed, "\(words.row)")
    }
    let previous = try await fixture.store.previousSignIn(in: AttemptQuery(owner: owner))
    #expect(previous?.failures == failed.count)
  }

  private func activity(_ fixture: StoreFixture, _ arguments: String...) async throws -> String {
    let finished = try await fixture.sandbox.run(["activity"] + arguments)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return finished.output
  }
}
