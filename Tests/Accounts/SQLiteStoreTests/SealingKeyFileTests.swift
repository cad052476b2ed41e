import Foundation
import Identity
@testable import SQLiteStore
import Secrets
import TestSupport
import Testing

@Suite("The file of a store's sealing key")
struct SealingKeyFileTests {
  private let directory: ScratchDirectory
  private let file: SealingKeyFile

  init() throws {
    directory = try ScratchDirectory()
    file = SealingKeyFile(of: directory.file("signin.db"))
  }

  @Test("is read as missing, and reading makes none")
  func missing() throws {
    #expect(try file.key() == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
  }

  @Test("is made beside the store, for its owner only, and holds one key for good")
  func made() throws {
    // Given a key that was made
    let secret = try #require(SecretBytes(randomCount: 20))
    let sealed = try file.makeKey().seal(secret, for: "account 7")
    // Then there is one file of 32 bytes with mode 0600
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["signin.db.key"])
    #expect(try directory.mode(of: "signin.db.key") == 0o600)
    #expect(try directory.read("signin.db.key").count == 32)
    // And the key stays the same
    #expect(try file.key()?.open(sealed, for: "account 7") != nil)
    #expect(try file.makeKey().open(sealed, for: "account 7") != nil)
  }

  @Test("is the same for programs that make it at once", .tags(.secondStepAddsToPassword))
  func manyPrograms() async throws {
    // Given eight processes without a key
    let path = directory("signin.db")
    await withTaskGroup { group in
      for process in 0..<8 {
        group.addTask {
          // When each makes one, and seals a secret with it
          await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
            let key = try SealingKeyFile(of: StoreFile(path: path)).makeKey()
            let secret = try #require(SecretBytes(randomCount: 20))
            try Data(key.seal(secret, for: "")).write(to: URL(filePath: path + ".\(process)"))
          }
        }
      }
    }
    // Then the key in the file opens all of them
    let key = try #require(try file.key())
    for process in 0..<8 { #expect(key.open([UInt8](try directory.read("signin.db.\(process)")), for: "") != nil) }
  }

  @Test("is refused if it has another length, and stays as it is", arguments: [0, 1, 31, 33, 4096])
  func damaged(_ count: Int) throws {
    try directory.write(String(repeating: "x", count: count), to: "signin.db.key")
    try directory.setMode(0o644, of: "signin.db.key")
    let damage = StoreError.damaged(count == 0 ? .empty : .foreignValue, path: file.path)
    #expect(throws: damage) { try file.key() }
    #expect(throws: damage) { try file.makeKey() }
    #expect(try directory.read("signin.db.key").count == count)
    #expect(try directory.mode(of: "signin.db.key") == 0o644)
  }

  @Test("is refused if others can write to it, or to its folder", arguments: ["signin.db.key", ""])
  func writableByOthers(_ name: String) throws {
    _ = try file.makeKey()
    try directory.setMode(name.isEmpty ? 0o777 : 0o622, of: name)
    #expect(throws: StoreError.self) { try file.key() }
    #expect(throws: StoreError.self) { try file.makeKey() }
  }

  @Test("is made private again if others can read it")
  func readableByOthers() throws {
    _ = try file.makeKey()
    try directory.setMode(0o644, of: "signin.db.key")
    #expect(try file.key() != nil)
    #expect(try directory.mode(of: "signin.db.key") == 0o600)
  }

  @Test("is never a link, not even a dangling one", arguments: ["real", "nothing"])
  func link(_ target: String) throws {
    try directory.write(String(repeating: "x", count: 32), to: "real")
    try directory.link("signin.db.key", to: directory(target))
    #expect(throws: StoreError.untrusted(.symbolicLink, path: file.path)) { try file.key() }
    #expect(throws: StoreError.untrusted(.symbolicLink, path: file.path)) { try file.makeKey() }
  }

  @Test("is made in spite of a draft that a killed program left")
  func draftLeft() throws {
    try directory.write("half a key", to: "signin.db.key-new")
    #expect(try file.makeKey().bytes.count == 32)
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == ["signin.db.key"])
  }

  @Test("is not made where nothing can be written")
  func notMade() throws {
    let file = SealingKeyFile(of: StoreFile(path: "/proc/signin.db"))
    #expect(throws: StoreError.self) { try file.makeKey() }
  }
}
