import Foundation
import Identity
import AccountService
import Server
import Workers
import Secrets
import ServiceTestSupport
import TestSupport
import Testing
import Messages

// Linking a name that a worker proves.

extension WorkerTests {
  @Test func `A member links a name that a worker proves, and signs in by it`() async throws {
    let fixture = try await fixture()
    let form = try await TestClient.signedIn(fixture)
    #expect(try await link(form) == .ended(.changed))
    #expect(try await fixture.store.account(of: subject)?.email == ServiceFixture.ada)
    #expect(try await form.outcomes().contains(.change(.linked)))
    let other = try await proven(fixture)
    #expect(try await signedIn(other) == ServiceFixture.ada)
  }

  @Test func `A name that belongs to another account stays there`() async throws {
    let fixture = try await fixture()
    try await fixture.add(email("bob@example.com"))
    _ = try await fixture.store.link(subject, to: email("bob@example.com"))
    let form = try await TestClient.signedIn(fixture)
    #expect(try await link(form) == .ended(.taken))
    #expect(try await fixture.store.account(of: subject)?.email == email("bob@example.com"))
  }

  @Test(.tags(.workersOnlyProveNames)) func `Nobody links a name at a screen that its owner has left`() async throws {
    let fixture = try await fixture()
    let form = try await TestClient.signedIn(fixture)
    try form.begin(.link, name: "ada", "wrong horse")
    guard case .ask(let question) = await form.reply() else {
      Issue.record("the password is not asked for again"); return
    }
    #expect(question.fault == .wrong)
    #expect(question.challenges.map(\.kind) == [.password])
    #expect(try await fixture.store.account(of: subject) == nil)
    #expect(fixture.pool?.isEmpty == true)
  }

  @Test(.tags(.workersOnlyProveNames)) func `A wrong answer counts for the name that is to be linked`() async throws {
    let fixture = try await fixture()
    let form = try await TestClient.signedIn(fixture)
    #expect(try await link(form, "wrong horse") == .ended(.refused(blockedFor: nil, isNew: false)))
    let rows = try await fixture.store.page(of: AttemptQuery(email: name), before: nil, limit: 10)
    #expect(rows.attempts.map(\.outcome) == [.refused])
  }

  @Test func `Only members link, and only names`() async throws {
    let form = try await TestClient.welcomed(try await fixture())
    try form.begin(.link, name: "ada", "correct horse")
    #expect(await form.reply() == .unavailable(.notNow))
    let member = try await TestClient.signedIn(try await fixture())
    member.begin(.link)
    #expect(await member.reply() == .unavailable(.notNow))
  }

  /// Links a name: the owner of the account proves to be it, then the worker of the page asks for its password.
  private func link(_ form: TestClient, _ password: String = "correct horse") async throws -> Reply? {
    let number = try form.begin(.link, name: "ada", ServiceFixture.secret)
    let asked = await form.reply()
    guard case .ask(let question) = asked, let challenge = question.challenges.first else {
      throw ServiceFixture.Unexpected(asked)
    }
    #expect(challenge.kind == .password)
    form.send(.password, password, to: challenge.id, number)
    let reply = await form.reply()
    guard case .tell = reply else { return reply }
    form.send(.proceed, number)
    return await form.reply()
  }
}
