import SSHKeys
import TestSupport
import Testing

@testable import SignIn

@Suite("The keys that a step can add")
struct KeyOffersTests {
  @Test("are all of the agent's, and no others are counted, up to twenty", arguments: [0, 1, 19, 20])
  func all(_ count: Int) throws {
    let keys = try (0..<count).map { PublicKeyLine(try SecurityKey(.ed25519).publicKey, name: "key \($0)") }
    #expect(KeyOffers(keys).otherCount == 0)
    #expect(KeyOffers(keys).keys.map(\.name) == keys.map(\.name))
  }
}
