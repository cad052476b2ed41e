import Identity
import Secrets
import TestSupport
import Testing

@Suite("Changing one's password")
struct ChangePasswordUseCaseTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let argon2id: Argon2id
  private let old: SealedPassword
  private let new: SealedPassword

  init() throws {
    argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
    old = try password("correct horse")
    new = try password("battery staple")
  }

  @Test("takes the current password, records the policy in the store, and ends all other sessions")
  func changes() async throws {
    // Given a user with a session here and another one elsewhere
    let account = try await addAccount()
    let here = try #require(try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime()))
    _ = try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())
    // When the user changes the password here
    let useCase = useCase(PasswordPolicy(length: 8...30), by: Owner(of: ann, by: .session(here.id)))
    let outcome = await useCase.changePassword(of: ann, from: old, to: new)
    // Then the new password is right, the former one is wrong, and the other session has ended
    #expect(outcome == .changed)
    let changed = try #require(try await store.account(of: ann))
    #expect(try argon2id.verify(new, against: #require(changed.passwordHash)))
    #expect(try !argon2id.verify(old, against: #require(changed.passwordHash)))
    #expect(try await store.sessions(of: ann).map(\.id) == [here.id])
    #expect(try await store.widestPasswordLength(including: 10...12) == 8...30)
    // And the log has one row for it, which is no sign-in
    let changes = try await store.rows(of: ann).map(\.outcome).filter(\.isChange)
    #expect(changes == [.change(.passwordChanged), .change(.accountAdded)])
    #expect(try await store.rows(of: ann).first?.source == .at("here"))
  }

  @Test("with a wrong current password is refused, charged like any attempt, and throttled in the end")
  func guessing() async throws {
    let account = try await addAccount()
    let wrong = try password("wrong horse")
    for blocked in [nil, nil, 1] {
      #expect(
        await useCase().changePassword(of: ann, from: wrong, to: new) == .refused(blockedFor: blocked))
    }
    #expect(await useCase().changePassword(of: ann, from: old, to: new) == .throttled(seconds: 1))
    #expect(try await store.account(of: ann) == account)
  }

  @Test("waits a minute for others that could block it, and then has to be tried again")
  func waitsForOthers() async throws {
    // Given three attempts from elsewhere that are still verified
    let account = try await addAccount()
    for host in 0..<3 { _ = try await store.admit(ann, from: .at("host\(host)")) }
    // When the user changes the password, then nothing was verified, and a second later it may be tried again
    let patient = useCase(turn: ThrottleWait { _ in })
    #expect(await patient.changePassword(of: ann, from: old, to: new) == .throttled(seconds: 1))
    // And a form that has been left hears nothing of a wait
    let left = useCase(turn: ThrottleWait { _ in withUnsafeCurrentTask { $0?.cancel() } })
    let (ann, old, new) = (ann, old, new)
    let outcome = await Task { await left.changePassword(of: ann, from: old, to: new) }.value
    #expect(outcome == .cancelled)
    #expect(try await store.account(of: ann) == account)
  }

  @Test("without an account is refused, at the same cost")
  func unknown() async throws {
    for blocked in [nil, nil, 1] {
      #expect(
        await useCase().changePassword(of: ann, from: old, to: new) == .refused(blockedFor: blocked))
    }
    #expect(await useCase().changePassword(of: ann, from: old, to: new) == .throttled(seconds: 1))
  }

  @Test("is refused if the account is locked")
  func locked() async throws {
    _ = try await addAccount()
    _ = try await store.change(ann, .lock)
    #expect(await useCase().changePassword(of: ann, from: old, to: new) == .refused(blockedFor: nil))
  }

  @Test("to a password that breaks the rules is refused before anything is charged")
  func violation() async throws {
    _ = try await addAccount()
    let short = try password("short")
    #expect(
      await useCase().changePassword(of: ann, from: old, to: short) == .violation(.length(6...20)))
    #expect(try await store.attempts(of: ann, before: nil, limit: 9).isEmpty)
  }

  @Test("to the current one is refused before anything is charged")
  func unchanged() async throws {
    _ = try await addAccount()
    let same = try password("correct horse")
    #expect(await useCase().changePassword(of: ann, from: old, to: same) == .violation(.unchanged))
    #expect(try await store.attempts(of: ann, before: nil, limit: 9).isEmpty)
  }

  @Test("of somebody else is no guess at that account, and on record as not accepted")
  func somebodyElse() async throws {
    let account = try await addAccount()
    let bob = try await store.newAccount(email("bob@example.com"))
    // When Bob, who is signed in, gives Ann's email and password
    let outcome = await useCase(by: Owner(of: bob, in: nil)).changePassword(of: ann, from: old, to: new)
    // Then nothing changes, and no attempt stays open
    #expect(outcome == .unavailable(.service(.sessionEnded)))
    #expect(try await store.account(of: ann) == account)
    #expect(try await store.rows(of: ann).map(\.outcome).filter { !$0.isChange } == [.notAccepted])
    #expect(try await store.throttleState() == ThrottleState())
  }

  @Test("loses to another change of the account while the current password is being verified")
  func overtaken() async throws {
    // Given an administrator who resets the password at that moment
    _ = try await addAccount()
    let reset = PasswordHash.sample("R")
    let useCase = ChangePasswordUseCase(
      authenticator: accepting(after: { [store, ann] () async throws(StoreError) in
        _ = try await store.change(ann, .password(reset))
      }), attempts: store, accounts: store, source: .at("here"), argon2id: argon2id, rules: rules())
    // Then the administrator's password stays, and the attempt is refused
    #expect(await useCase.changePassword(of: ann, from: old, to: new) == .refused(blockedFor: nil))
    #expect(try await store.account(of: ann)?.passwordHash == reset)
    #expect(try await store.attempts(of: ann, before: nil, limit: 9).map(\.outcome) == [.refused])
  }

  @Test("is no failure if the service ends before the current password is verified")
  func serviceEnds() async throws {
    let account = try await addAccount()
    let useCase = ChangePasswordUseCase(
      authenticator: ScriptedAuthenticator { _ throws(StoreError) in throw .service(.ended) }, attempts: store,
      accounts: store, source: .at("here"), argon2id: argon2id, rules: rules())
    #expect(await useCase.changePassword(of: ann, from: old, to: new) == .unavailable(.service(.ended)))
    #expect(try await store.account(of: ann) == account)
    #expect(try await store.rows(of: ann).map(\.outcome).filter { !$0.isChange } == [.notAccepted])
    #expect(try await store.throttleState() == ThrottleState())
  }

  @Test("changes nothing if cancelled")
  func cancelled() async throws {
    let account = try await addAccount()
    let task = Task { [ann, old, new, useCase = useCase()] in
      withUnsafeCurrentTask { $0?.cancel() }
      return await useCase.changePassword(of: ann, from: old, to: new)
    }
    #expect(await task.value == .cancelled)
    #expect(try await store.account(of: ann) == account)
  }

  @Test("fails if the store fails")
  func storeFails() async throws {
    store.failure = .unreachable(.busy, path: "store")
    #expect(
      await useCase().changePassword(of: ann, from: old, to: new)
        == .unavailable(.unreachable(.busy, path: "store")))
  }

  /// Accepts any password, after `meanwhile` has happened, as another process could do it.
  private func accepting(
    after meanwhile: @escaping @Sendable () async throws(StoreError) -> Void
  ) -> ScriptedAuthenticator {
    let store = store
    return ScriptedAuthenticator { email throws(StoreError) in
      guard let account = try await store.account(of: email) else { return .refused }
      try await meanwhile()
      return .proven(account.subject)
    }
  }

  private func addAccount() async throws -> Account {
    _ = try await store.add(ann, try argon2id.hash(old))
    return try #require(try await store.account(of: ann))
  }

  private func rules(_ policy: PasswordPolicy = PasswordPolicy()) -> NewPasswordRules {
    NewPasswordRules(policy: policy, common: WordList(sortedLines: []))
  }

  private func useCase(
    _ policy: PasswordPolicy = PasswordPolicy(), by member: Owner? = nil, turn: ThrottleWait = ThrottleWait()
  ) -> ChangePasswordUseCase {
    ChangePasswordUseCase(
      by: member, authenticator: AccountAuthenticator(accounts: store, argon2id: argon2id), attempts: store,
      accounts: store,
      source: .at("here"), argon2id: argon2id, rules: rules(policy),
      turn: turn)
  }
}
