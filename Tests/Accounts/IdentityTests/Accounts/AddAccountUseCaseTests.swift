import Identity
import Secrets
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

  private func useCase(_ policy: PasswordPolicy = PasswordPolicy()) -> AddAccountUseCase {
    let common = WordList(sortedLines: Array("123456\npassword\n".utf8))
    return AddAccountUseCase(
      accounts: store, source: .test, argon2id: argon2id,
      rules: NewPasswordRules(policy: policy, common: common))
  }
}
