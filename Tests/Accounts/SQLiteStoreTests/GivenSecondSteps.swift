import Identity
import Secrets
import SQLiteStore
import Store
import TestSupport
import Testing

/// A store with accounts that have second steps, and the key that sealed them.
struct GivenSecondSteps {
  let directory: ScratchDirectory
  let store: SQLiteStore
  let keys: SealingKeyFile

  /// - Parameter names: The local parts of the accounts' emails.
  init(_ names: String...) async throws {
    directory = try ScratchDirectory()
    store = SQLiteStore(file: directory.file("signin.db"))
    keys = SealingKeyFile(of: directory.file("signin.db"))
    for name in names { try await add(name) }
  }

  /// Adds an account with a second step, sealed as a form does.
  func add(_ name: String) async throws {
    let email = email(name + "@example.com")
    #expect(try await store.add(email, .sample()) == .added)
    let account = try #require(try await store.account(of: email))
    let secret = try #require(SecretBytes(copying: Self.secret(of: name)))
    let sealed = try keys.makeKey().seal(secret, for: Account.sealingContext(account.id))
    let step = NewSecondStep(sealedSecret: sealed, confirmed: 7, recoveryCodes: [])
    #expect(try await store.add(step, to: account, sparing: nil, from: .at("home")) != nil)
  }

  /// Adds an account whose second step is a key, and nothing else.
  func addWithKey(_ name: String) async throws {
    let email = email(name + "@example.com")
    #expect(try await store.add(email, .sample()) == .added)
    #expect(try await store.change(email, .addKey(NewAccountKey(.sample, name: "ring")), from: .at("home")) == .found)
  }

  /// Whether a form can check the codes of an account.
  func canCheckCodes(of name: String) async throws -> Bool {
    try await Self.canCheckCodes(of: name, in: store, keys)
  }

  static func canCheckCodes(of name: String, in store: SQLiteStore, _ keys: SealingKeyFile) async throws -> Bool {
    let account = try #require(try await store.account(of: email(name + "@example.com")))
    let sealed = try #require(account.secondStep?.sealedSecret)
    guard let opened = try keys.key()?.open(sealed, for: Account.sealingContext(account.id)) else {
      return false
    }
    return opened.withBytes { Array(UnsafeBufferPointer(start: $0, count: $1)) } == secret(of: name)
  }

  private static func secret(of name: String) -> [UInt8] {
    Array((name + String(repeating: "-", count: CodeSecret.byteCount)).utf8.prefix(CodeSecret.byteCount))
  }
}
