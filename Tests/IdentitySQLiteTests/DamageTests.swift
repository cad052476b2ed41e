import Foundation
import Identity
import IdentitySQLite
import Secrets
import TestSupport
import Testing

@Suite("A damaged store")
struct DamageTests {
  @Test("is told or works, but never ends the program or lets a stranger in", arguments: [1, 2, 3, 4] as [UInt64])
  func randomDamage(seed: UInt64) async throws {
    let directory = try ScratchDirectory()
    let path = directory.path
    // In a process of its own, so that a crash is one failure and not the end of all tests.
    await #expect(processExitsWith: .success) { [path = path as String, seed] in
      // Given a store that is in use
      let original = StoreFile(path: path + "/original.db")
      try await fill(original)
      let whole = try Data(contentsOf: URL(filePath: original.path))
      var random = SeededGenerator(seed: seed)
      var refusals = 0
      for number in 0..<60 {
        // When its bytes are damaged in some way
        let copy = StoreFile(path: path + "/\(number).db")
        try damaged(whole, &random).write(to: URL(filePath: copy.path))
        // Then each operation does its work or says why not, and no unknown token is good
        refusals += await use(copy)
      }
      // And the damage was such that both happened
      #expect(refusals > 20)
      #expect(refusals < 60 * 8)
    }
  }
}

private func fill(_ file: StoreFile) async throws {
  let store = SQLiteStore(file: file)
  for number in 0..<20 {
    let person = email("user\(number)@example.com")
    _ = try await store.add(person, .sample())
    guard let account = try await store.account(of: person) else { continue }
    _ = try await store.open(SecureToken().digest, for: account, lasting: SessionLifetime())
    for host in 0..<5 {
      guard case .admitted(let attempt) = try await store.charge(person, from: .at("host\(host)"), under: Throttle())
      else { continue }
      try await store.settle(attempt, as: host % 2 == 0 ? .signedIn : .refused)
    }
  }
  _ = try await store.widestPasswordLength(including: 6...20)
}

/// `whole` with some bytes changed, pages exchanged, or its end cut off.
private func damaged(_ whole: Data, _ random: inout SeededGenerator) -> Data {
  var bytes = whole
  let page = 4_096
  switch Int.random(in: 0..<4, using: &random) {
  case 0:
    for _ in 0...Int.random(in: 0..<20, using: &random) {
      bytes[Int.random(in: bytes.indices, using: &random)] = .random(in: 0...255, using: &random)
    }
  case 1:
    // Within the first bytes of a page, where its structure is
    let start = page * Int.random(in: 0..<bytes.count / page, using: &random)
    for _ in 0..<8 { bytes[start + .random(in: 0..<100, using: &random)] = .random(in: 0...255, using: &random) }
  case 2:
    let pages = bytes.count / page
    let first = page * Int.random(in: 1..<pages, using: &random)
    let second = page * Int.random(in: 1..<pages, using: &random)
    let moved = Data(bytes[first..<first + page])
    bytes.replaceSubrange(first..<first + page, with: Data(bytes[second..<second + page]))
    bytes.replaceSubrange(second..<second + page, with: moved)
  default:
    bytes.removeLast(Int.random(in: 1..<bytes.count, using: &random))
  }
  return bytes
}

/// Does one of everything; how many were refused.
private func use(_ file: StoreFile) async -> Int {
  let store = SQLiteStore(file: file)
  let person = email("user7@example.com")
  var refusals = 0
  func attempt(_ operation: () async throws(StoreError) -> Void) async {
    do throws(StoreError) {
      try await operation()
    } catch {
      #expect(error.reason.contains(file.path))
      refusals += 1
    }
  }
  await attempt { () async throws(StoreError) in _ = try await store.account(of: person) }
  await attempt { () async throws(StoreError) in _ = try await store.accounts(after: nil, limit: 100) }
  await attempt { () async throws(StoreError) in
    guard case .admitted(let id) = try await store.charge(person, from: .at("x"), under: Throttle()) else { return }
    try await store.settle(id, as: .signedIn)
  }
  await attempt { () async throws(StoreError) in #expect(try await store.verify(SecureToken().digest) == nil) }
  await attempt { () async throws(StoreError) in _ = try await store.sessions(of: nil) }
  await attempt { () async throws(StoreError) in _ = try await store.attempts(of: person, before: nil, limit: 100) }
  await attempt { () async throws(StoreError) in _ = try await store.widestPasswordLength(including: 1...30) }
  await attempt { () async throws(StoreError) in _ = try await store.change(person, .remove) }
  return refusals
}
