import Glibc
import Identity
import Secrets
@testable import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("The rotation of a store's key")
struct KeyRotationTests {
  @Test("seals every secret with a new key, and the former one opens none", .tags(.secondStepAddsToPassword))
  func rotated() async throws {
    // Given two accounts with second steps
    let given = try await GivenSecondSteps("ann", "bob")
    let former = try #require(try given.keys.key())
    // When the key is replaced
    #expect(try await KeyRotation(of: given.store, keys: given.keys).perform() == 2)
    // Then codes of both can be checked, by a file with one key
    for name in ["ann", "bob"] { #expect(try await given.canCheckCodes(of: name)) }
    #expect(try given.directory.read("signin.db.key").count == SealingKey.byteCount)
    #expect(try given.directory.mode(of: "signin.db.key") == 0o600)
    // And not by the former key
    let sealed = try #require(try await given.store.sealedSecret())
    #expect(!former.opens(sealed))
  }

  @Test("does nothing where nobody has a second step")
  func nothing() async throws {
    let given = try await GivenSecondSteps()
    #expect(try await KeyRotation(of: given.store, keys: given.keys).perform() == nil)
  }

  @Test("that stops after any step leaves codes that can be checked, and goes on later", arguments: 0...3)
  func stopped(after steps: Int) async throws {
    let given = try await GivenSecondSteps("ann", "bob")
    // Given a rotation that ends after some steps
    let rotation = KeyRotation(of: given.store, keys: given.keys)
    if steps > 0 { #expect(try await rotation.begin() == .newKey) }
    if steps > 1 { #expect(try await rotation.sealAgain() == 2) }
    if steps > 2 { #expect(try await rotation.end()) }
    // Then codes can be checked, and somebody can set a second step up
    try await given.add("cy")
    for name in ["ann", "bob", "cy"] { #expect(try await given.canCheckCodes(of: name)) }
    // When it begins again
    #expect(try await KeyRotation(of: given.store, keys: given.keys).perform() != nil)
    // Then there is one key, and it opens all
    #expect(try given.keys.key()?.former == nil)
    for name in ["ann", "bob", "cy"] { #expect(try await given.canCheckCodes(of: name)) }
  }

  @Test("that was killed while it wrote the key leaves the former one")
  func killedWhileWriting() async throws {
    let given = try await GivenSecondSteps("ann")
    try given.directory.write("half a key", to: "signin.db.key-new")
    #expect(try await given.canCheckCodes(of: "ann"))
    #expect(try await KeyRotation(of: given.store, keys: given.keys).perform() == 1)
    #expect(try await given.canCheckCodes(of: "ann"))
  }

  @Test("may be begun twice at once, and loses no key")
  func twice() async throws {
    let given = try await GivenSecondSteps("ann", "bob")
    for _ in 0..<20 {
      let rotation = KeyRotation(of: given.store, keys: given.keys)
      let other = KeyRotation(of: SQLiteStore(file: given.directory.file("signin.db")), keys: given.keys)
      async let one = rotation.perform()
      async let two = other.perform()
      _ = try await (one, two)
      #expect(try given.keys.key()?.former == nil)
      for name in ["ann", "bob"] { #expect(try await given.canCheckCodes(of: name)) }
    }
  }

  @Test("keeps the former key as long as a secret needs it")
  func sealedMeanwhile() async throws {
    // Given a form that read the key before the rotation
    let given = try await GivenSecondSteps("ann", "bob")
    let former = try #require(try given.keys.key())
    let rotation = KeyRotation(of: given.store, keys: given.keys)
    #expect(try await rotation.begin() == .newKey)
    #expect(try await rotation.sealAgain() == 2)
    // When it seals after all others were sealed again
    let bob = try #require(try await given.store.account(of: email("bob@example.com")))
    let secret = try #require(SecretBytes(randomCount: CodeSecret.byteCount))
    let late = NewSecondStep(
      sealedSecret: former.seal(secret, for: Account.sealingContext(bob.id)), confirmed: 8, recoveryCodes: [])
    #expect(try await given.store.add(late, to: bob, sparing: nil, from: .at("home")) != nil)
    // Then the rotation does not end before that one is sealed again, too
    #expect(try await !rotation.end())
    #expect(try await rotation.sealAgain() == 1)
    #expect(try await rotation.end())
  }

  @Test("changes nothing if the key is lost, or isn't the one that sealed")
  func foreignKey() async throws {
    let given = try await GivenSecondSteps("ann")
    let other = try #require(SealingKey())
    try given.keys.change { _ in other }
    let before = try given.directory.read("signin.db.key")
    await #expect(throws: given.keys.foreign) {
      try await KeyRotation(of: given.store, keys: given.keys).perform()
    }
    #expect(try given.directory.read("signin.db.key") == before)
    unlink(given.keys.path)
    await #expect(throws: given.keys.missing) {
      try await KeyRotation(of: given.store, keys: given.keys).perform()
    }
  }
}
