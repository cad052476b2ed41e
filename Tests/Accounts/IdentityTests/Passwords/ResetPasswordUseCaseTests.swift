import Identity
import Secrets
import TestSupport
import Testing

@Suite("Resetting a password")
struct ResetPasswordUseCaseTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let argon2id: Argon2id
  private let new: SealedPassword

  init() throws {
    argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
    new = try password("battery staple")
  }

  @Test("needs no current password, and ends all sessions")
  func resets() async throws {
    _ = try await store.add(ann, .sample())
    let account = try #require(try await store.account(of: ann))
    _ = try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())
    try await useCase().reset(email("ANN@example.com"), to: new)
    let changed = try #require(try await store.account(of: ann))
    #expect(try argon2id.verify(new, against: #require(changed.passwordHash)))
    #expect(try await store.sessions(of: ann).isEmpty)
  }

  @Test("can give one that is good for one sign-in, and fits the policy")
  func oneTime() async throws {
    _ = try await store.add(ann, .sample())
    let given = try await useCase().giveOneTimePassword(to: ann)
    let changed = try #require(try await store.account(of: ann))
    #expect(changed.isPasswordOneTime)
    #expect(try argon2id.verify(given, against: #require(changed.passwordHash)))
    #expect((6...20).contains(given.characterCount))
    // And nobody gets one without an account
    await #expect(throws: ResetPasswordError.missing) {
      _ = try await useCase().giveOneTimePassword(to: email("bob@example.com"))
    }
  }

  @Test("leaves a locked account locked")
  func locked() async throws {
    _ = try await store.add(ann, .sample())
    _ = try await store.change(ann, .lock)
    try await useCase().reset(ann, to: new)
    #expect(try await store.account(of: ann)?.isLocked == true)
  }

  @Test("is refused without an account, and if the new password breaks the rules")
  func refused() async throws {
    await #expect(throws: ResetPasswordError.missing) { try await useCase().reset(ann, to: new) }
    let part = try password("example.com")
    await #expect(throws: ResetPasswordError.violation(.partOfEmail)) { try await useCase().reset(ann, to: part) }
  }

  @Test("fails if the store fails")
  func storeFails() async throws {
    store.failure = .damaged(.notStore, path: "store")
    await #expect(throws: ResetPasswordError.unavailable(.damaged(.notStore, path: "store"))) {
      try await useCase().reset(ann, to: new)
    }
  }

  private func useCase() -> ResetPasswordUseCase {
    ResetPasswordUseCase(
      accounts: store, source: .test, argon2id: argon2id,
      rules: NewPasswordRules(policy: PasswordPolicy(), common: WordList(sortedLines: [])))
  }
}
