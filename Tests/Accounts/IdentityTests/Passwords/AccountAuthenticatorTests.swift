import Identity
import Secrets
import TestSupport
import Testing

@Suite("Checking a password")
struct AccountAuthenticatorTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let cheap: Argon2id
  private let costly: Argon2id

  init() throws {
    cheap = try Argon2id(memoryKiB: 19_456, passes: 2)
    costly = try Argon2id(memoryKiB: 19_456, passes: 3)
  }

  @Test("accepts the right password and refuses any other")
  func rightAndWrong() async throws {
    let secret = try password("correct horse")
    _ = try await store.add(ann, try cheap.hash(secret))
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    let account = try #require(try await store.account(of: ann))
    #expect(try await answer(secret, authenticator) == .proven(account.subject))
    #expect(try await answer(try password("correct Horse"), authenticator) == .refused)
  }

  @Test("refuses an unknown email and a locked account alike")
  func unknownAndLocked() async throws {
    let secret = try password("correct horse")
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    #expect(try await answer(secret, authenticator) == .refused)
    _ = try await store.add(ann, try cheap.hash(secret))
    _ = try await store.change(ann, .lock)
    #expect(try await answer(secret, authenticator) == .refused)
  }

  @Test(
    "renews a hash with other parameters, lower or higher, once, and only for the right password",
    arguments: [
      (from: 2, to: 3), (from: 3, to: 2),
    ])
  func renewsHash(from old: Int, to new: Int) async throws {
    // Given an account whose hash has the former parameters
    let secret = try password("correct horse")
    _ = try await store.add(ann, try Argon2id(memoryKiB: 19_456, passes: old).hash(secret))
    let old = try #require(try await store.account(of: ann))
    let argon2id = try Argon2id(memoryKiB: 19_456, passes: new)
    let authenticator = AccountAuthenticator(accounts: store, argon2id: argon2id)
    // When a wrong password is entered, then nothing changes
    #expect(try await answer(try password("wrong!"), authenticator) == .refused)
    #expect(try await store.account(of: ann) == old)
    // When the right one is entered, then the new hash is stored, and it is right
    #expect(try await answer(secret, authenticator) == .proven(old.subject))
    let renewed = try #require(try await store.account(of: ann))
    #expect(try argon2id.isCurrent(#require(renewed.passwordHash)))
    #expect(try argon2id.verify(secret, against: #require(renewed.passwordHash)))
    #expect(renewed.revision == old.revision)
    // And it stays
    _ = try await answer(secret, authenticator)
    #expect(try await store.account(of: ann) == renewed)
  }

  @Test("keeps a hash that has read only the beginning of the password: bcrypt stops at 72 bytes")
  func keepsTruncated() async throws {
    // Given a hash of 80 bytes, of which bcrypt read 72
    let whole = String(repeating: "a1b2c3d4e5", count: 8)
    let hash = try PasswordHash(imported: "$2b$05$abcdefghijklmnopqrstuuAzaNPdAYoqvIDRcGdb3tVwTyx6/YMR.")
    _ = try await store.add(ann, hash)
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    // When somebody types these 72 and something else, then it is accepted as the scheme has it, and does not become the password
    for right in [whole.prefix(72) + "WRONG", whole.prefix(73)] {
      guard case .proven = try await answer(try password(String(right)), authenticator) else {
        Issue.record("bcrypt refused its own 72 bytes")
        return
      }
      #expect(try await store.account(of: ann)?.passwordHash == hash)
    }
    // When the password is no longer than what was read, then it gets a hash of ours
    _ = try await answer(try password(String(whole.prefix(72))), authenticator)
    #expect(try cheap.isCurrent(#require(try await store.account(of: ann)?.passwordHash)))
  }

  @Test("renews a hash of a scheme that reads a long password whole")
  func renewsWhole() async throws {
    let whole = String(repeating: "a1b2c3d4e5", count: 8)
    _ = try await store.add(
      ann,
      try PasswordHash(imported: "$5$rounds=1000$saltstring$nnAf2nykIiUSzbRhgsav5NQZpp.lpZfnu3Yy8/UDVqC"))
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    #expect(try await answer(try password(whole.prefix(72) + "WRONG"), authenticator) == .refused)
    _ = try await answer(try password(whole), authenticator)
    #expect(try cheap.isCurrent(#require(try await store.account(of: ann)?.passwordHash)))
  }

  @Test("accepts the right password even if the new hash can't be stored")
  func renewalFails() async throws {
    let secret = try password("correct horse")
    _ = try await store.add(ann, try cheap.hash(secret))
    let account = try #require(try await store.account(of: ann))
    let authenticator = AccountAuthenticator(accounts: FrozenAccounts(account: account), argon2id: costly)
    #expect(try await answer(secret, authenticator) == .proven(account.subject))
  }

  @Test("reads nothing after the charge, so a store that fails then refuses no right password")
  func readsNothing() async throws {
    let secret = try password("correct horse")
    _ = try await store.add(ann, try cheap.hash(secret))
    let admission = try await store.admission(of: ann)
    store.failure = .unreachable(.busy, path: "store")
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    let step = try await authenticator.answer(to: secret, of: ann, admission)
    #expect(step == .proven(try #require(admission.account).subject))
  }

  @Test("refuses text in place of a password, and a password for another challenge")
  func wrongKind() async throws {
    let secret = try password("correct horse")
    _ = try await store.add(ann, try cheap.hash(secret))
    let admission = try await store.admission(of: ann)
    let proof = try await AccountAuthenticator(accounts: store, argon2id: cheap).begin(
      .email(ann), from: .at("here"))
    guard case .ask(let question) = try await proof.proceed() else {
      Issue.record("nothing was asked")
      return
    }
    let id = try #require(question.challenges.first).id
    #expect(try await proof.verify(.method(.code), admission) == .refused)
    #expect(try await proof.verify(.secret(secret, to: ChallengeID(id.number &+ 1)), admission) == .refused)
  }

  @Test("fails if the password was wiped meanwhile")
  func wiped() async throws {
    let secret = try password("correct horse")
    secret.wipe()
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    await #expect(throws: StoreError.self) { try await answer(secret, authenticator) }
  }

  @Test("takes a turn in the queue of hashes, and ends it even if nothing could be hashed")
  func turn() async throws {
    // Given a right password, and one that was wiped meanwhile
    let (right, wiped) = (try password("correct horse"), try password("correct horse"))
    _ = try await store.add(ann, try cheap.hash(right))
    wiped.wipe()
    let authenticator = AccountAuthenticator(accounts: store, argon2id: cheap)
    for secret in [right, wiped] {
      let queue = NotingQueue()
      _ = try? await HashTurn.$ofTask.withValue(queue) { try await answer(secret, authenticator) }
      #expect(await queue.turns == ["begun", "ended"])
    }
  }

  /// A queue in which nobody else waits.
  private actor NotingQueue: HashQueue {
    private(set) var turns: [String] = []

    func begin(memoryKiB: Int) -> HashTurn.Grant {
      turns.append("begun")
      return .begun
    }

    func end() { turns.append("ended") }
  }

  /// Ann's attempt with that password, charged first.
  private func answer(_ password: SealedPassword, _ authenticator: AccountAuthenticator) async throws -> ProofStep {
    try await authenticator.answer(to: password, of: ann, store.admission(of: ann))
  }
}

/// One account that can be read but not written.
private struct FrozenAccounts: AccountStore {
  let account: Account

  func isEmpty() async throws(StoreError) -> Bool { false }

  func account(of email: EmailAddress) async throws(StoreError) -> Account? { account }

  func currentEmail(of account: AccountReference) async throws(StoreError) -> EmailAddress? { nil }

  func sshKeys(of email: EmailAddress) async throws(StoreError) -> [AccountKey] { [] }

  func costliestHashCost() async throws(StoreError) -> HashCost? { account.passwordHash?.cost }

  func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] { [] }

  func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>,
    from source: AttemptSource
  ) async throws(StoreError) -> [Int] {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, settling attempt: AttemptID
  ) async throws(StoreError) -> AccountAddition {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func rename(
    _ email: EmailAddress, to new: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> AccountRenaming {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?, settling attempt: AttemptID
  ) async throws(StoreError) -> Account? {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError) {
    throw .inputOutput(.readOnlyFile, path: "store")
  }

  func widestPasswordLength(including range: ClosedRange<Int>) async throws(StoreError) -> ClosedRange<Int> { range }
}
