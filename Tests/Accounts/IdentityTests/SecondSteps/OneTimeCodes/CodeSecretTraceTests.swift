import Identity
import Secrets
import TestSupport
import Testing

@Suite("Traces of the secret of timed codes")
struct CodeSecretTraceTests {
  @Test("A secret that verified codes and was sealed leaves none, nor do the pads that HMAC makes of it")
  func verified() async {
    await #expect(processExitsWith: .success) {
      for pad in [0x00, 0x36, 0x5C] as [UInt8] {
        // Given a secret that HMAC, with this pad, turns into bytes that are nowhere else
        let unwritten = UnwrittenPassword(seed: UInt64(pad))
        let text = GuardedText()
        unwritten.type(into: text)
        let code = try GuardedText("123456").sealed()
        do {
          let bytes = SecretBytes(count: CodeSecret.byteCount) { place in
            text.withUTF8 { typed in
              for index in place.indices { place[index] = typed[index] ^ pad }
            }
            return true
          }
          text.wipe()
          // When it verifies codes, and is sealed and opened
          let secret = try #require(bytes.flatMap { CodeSecret(bytes: $0) })
          for step in 1...20 as ClosedRange<Int64> {
            _ = secret.counter(of: code, at: Timestamp(milliseconds: step * 30_000))
          }
          let key = try #require(SealingKey())
          #expect(key.open(key.seal(secret.bytes, for: "account 7"), for: "account 7") != nil)
        }
        // Then no five of these bytes are left
        let left = try unwritten.occurrences()
        #expect(left == 0, "pad \(pad)")
      }
    }
  }
}
