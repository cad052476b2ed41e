import Identity
import Secrets
import TestSupport
import Testing

@Suite("The health of a store")
struct StoreHealthTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let keys = KeysInMemory()
  private let fault = StoreError.inputOutput(.full, path: "store")

  @Test("has no fault if the store answers, takes a row, and has the key of its secrets")
  func well() async throws {
    let health = await StoreHealth(of: store, keys)
    #expect(health == StoreHealth(freeBytes: 7))
  }

  @Test("has one fault if the store can't be read: nothing more is tried")
  func unreadable() async {
    store.failure = fault
    let health = await StoreHealth(of: store, keys)
    #expect(health == StoreHealth(faults: [StoreHealth.Fault(.reading, fault, reason: "why")], freeBytes: 7))
  }

  @Test("tells a store that takes no row from one whose key is lost, and names both")
  func unwritableAndKeyless() async throws {
    // given a sealed secret whose key is lost
    let account = try await store.newAccount(email("ann@example.com"))
    let sealed = NewSecondStep(sealedSecret: [1, 2, 3], confirmed: 1, recoveryCodes: [])
    _ = try await store.add(sealed, to: account, sparing: nil, from: .test)
    let lost = StoreHealth.Fault(.key, keys.missing)
    #expect(await StoreHealth(of: store, keys).faults == [lost])
    // when it takes no row either, behind two that were read
    store.fail(fault, afterOperations: 2)
    // then
    #expect(await StoreHealth(of: store, keys).faults == [StoreHealth.Fault(.writing, fault, reason: "why"), lost])
  }

  @Test(
    "is at fault in errors of the store, and not in those of its key, of the data, or of anything else",
    arguments: [
      (.inputOutput(.full, path: "s"), true), (.damaged(.corrupt, path: "s"), true),
      (.unreachable(.busy, path: "s"), true), (.database(.lost, path: "s"), true),
      (.unreachable(.keyLost, path: "s"), false), (.unreachable(.keyNotHere, path: "s"), false),
      (.hashing(.outOfMemory), false), (.service(.busy), false), (.provider(.noAccount), false),
    ] as [(StoreError, Bool)])
  func ofStore(error: StoreError, isOfStore: Bool) {
    #expect(error.isOfStore == isOfStore)
  }

  @Test(
    "is at fault if its database is full, and not if that refuses a value",
    arguments: [("53100", true), ("22021", false)])
  func ofDatabase(code: String, isOfStore: Bool) throws {
    #expect(StoreError.database(.failed(try #require(SQLState(code))), path: "s").isOfStore == isOfStore)
  }

  @Test("is not asked for at a socket that another user may have made, unlike one without a service")
  func untrustedSockets() {
    let untrusted: [SocketFault] = [.otherServer, .otherOwner, .writableByOthers]
    let unserved: [SocketFault] = [.absent, .unattended, .noSocket, .refused(errorNumber: 13)]
    #expect(untrusted.allSatisfy { $0.isUntrusted })
    #expect(!unserved.contains { $0.isUntrusted })
  }
}
