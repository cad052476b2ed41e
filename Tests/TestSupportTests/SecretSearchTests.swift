import Foundation
import TestSupport
import Testing

@Suite("A search for a secret")
struct SecretSearchTests {
  private let password = SecretSearch.unlikelyPassword(seed: 7)
  private var part: [UInt8] { Array(password.utf8.dropFirst(4).prefix(5)) }

  private func spread(_ bytes: [UInt8], by stride: Int) -> [UInt8] {
    bytes.flatMap { [$0] + [UInt8](repeating: 0, count: stride - 1) }
  }

  @Test("finds five characters of it, in every encoding and at any position", .tags(.passwordsStayInside))
  func encodings() {
    let noise = [UInt8](repeating: 0x20, count: 4094)  // so the secret lies across two pages
    var encoded = [1, 2, 4, 28, 32].map { spread(part, by: $0) }
    encoded.append(Array(part.map { String($0, radix: 16) }.joined().utf8))
    for lead in 0..<3 {
      encoded.append(Array(Data([UInt8](repeating: 0x41, count: lead) + part + [0x42]).base64EncodedString().utf8))
    }
    for bytes in encoded {
      #expect(SecretSearch(password).count(in: noise + bytes + noise) > 0)
    }
  }

  @Test("finds nothing if fewer characters match")
  func nothing() {
    let search = SecretSearch(password)
    #expect(search.count(in: Array(part.dropLast()) + [0x20]) == 0)
    #expect(search.count(in: []) == 0)
    #expect(search.count(in: Array(SecretSearch.unlikelyPassword(seed: 8).utf8)) == 0)
  }

  @Test("finds a String in this process's memory", .tags(.passwordsStayInside))
  func string() throws {
    let kept = String(decoding: part, as: UTF8.self) + "kept in memory of its own"
    let finds = try ProcessMemory(of: getpid()).finds(of: SecretSearch(password))
    #expect(finds.elsewhere > 0)
    withExtendedLifetime(kept) {}
  }
}
