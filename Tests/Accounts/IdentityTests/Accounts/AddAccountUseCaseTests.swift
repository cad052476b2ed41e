import Identity
import Secrets
import Synchronization
import TestSupport
import Testing

@Suite("Adding an account")
struct AddAccountUseCaseTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let argon2id: Argon2id

  init() throws {
    argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
  }

  @Test("adds an account that can sign in, and enters its policy into the store")
  func adds() async throws {
    let secret = try password("correct horse")
    try await useCase(PasswordPolicy(length: 8...30)).add(ann, secret)
    let account = try #require(try await store.account(of: ann))
    #expect(try argon2id.verify(secret, against: #require(account.passwordHash)))
    #expect(try await store.widestPasswordLength(including: 10...12) == 8...30)
  }

  @Test("is refused if the email has an account, in any letter case")
  func exists() async throws {
    try await useCase().add(ann, try password("secret"))
    let second = try password("another")
    await #expect(throws: AddAccountError.exists) { try await useCase().add(email("Ann@Example.com"), second) }
  }

  @Test("is refused if the password breaks the policy", arguments: ["12345", "123456789012345678901"])
  func violation(_ text: String) async throws {
    let secret = try password(text)
    await #expect(throws: AddAccountError.violation(.length(6...20))) { try await useCase().add(ann, secret) }
    #expect(try await store.isEmpty())
  }

  @Test("fails if the store fails")
  func storeFails() async throws {
    store.failure = .unreachable(.busy, path: "store")
    let secret = try password("secret")
    await #expect(throws: AddAccountError.unavailable(.unreachable(.busy, path: "store"))) {
      try await useCase().add(ann, secret)
    }
  }

  @Test("cancelled while the store adds the account counts as added if it was", arguments: [false, true])
  func cancelled(doesExist: Bool) async throws {
    // Given a store that learns the policy, and then adds the account while the user cancels
    let clock = CancellingClock()
    let store = InMemoryStore(clock: clock)
    if doesExist { _ = try await store.add(ann, .sample()) }
    let useCase = useCase(in: store)
    let secret = try password("correct horse")
    clock.operationsBeforeCancelling.withLock { $0 = 1 }
    // When
    let task = Task { [ann] in
      do throws(AddAccountError) {
        try await useCase.add(ann, secret)
        return nil as AddAccountError?
      } catch {
        return error
      }
    }
    // Then
    #expect(await task.value == (doesExist ? .cancelled : nil))
    #expect(try await store.account(of: ann) != nil)
  }

  private func useCase(
    _ policy: PasswordPolicy = PasswordPolicy(), in store: InMemoryStore? = nil
  ) -> AddAccountUseCase {
    let common = WordList(sortedLines: Array("123456\npassword\n".utf8))
    return AddAccountUseCase(
      accounts: store ?? self.store, source: .test, argon2id: argon2id,
      rules: NewPasswordRules(policy: policy, common: common))
  }
}

/// Cancels the task of the store's operation behind so many others.
private final class CancellingClock: WallClock {
  let operationsBeforeCancelling = Mutex<Int?>(nil)

  func now() -> Timestamp { Timestamp(milliseconds: 0) }

  /// A store reads it once in each operation.
  var machineStart: MachineStart? {
    operationsBeforeCancelling.withLock { count in
      if count == 0 { withUnsafeCurrentTask { $0?.cancel() } }
      count = count.map { $0 - 1 }
    }
    return nil
  }
}
