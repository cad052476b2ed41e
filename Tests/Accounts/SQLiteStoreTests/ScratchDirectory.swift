import Foundation
import SQLiteStore

/// A directory for one test, mode 0700, removed after the test.
final class ScratchDirectory {
  let path: String

  init() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "signin-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
    path = directory.path(percentEncoded: false)
    try setMode(0o700, of: "")
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of `name` in it.
  func callAsFunction(_ name: String) -> String { name.isEmpty ? path : path + "/" + name }

  /// A store's file in it.
  func file(_ name: String) -> StoreFile { StoreFile(path: self(name)) }

  func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: self(name))
  }

  func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: self(name))[.posixPermissions] as? Int
  }

  func write(_ text: String, to name: String) throws {
    try Data(text.utf8).write(to: URL(filePath: self(name)))
    try setMode(0o600, of: name)
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: self(name)))
  }

  func make(_ name: String) throws {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: false)
    try setMode(0o700, of: name)
  }

  func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: self(name), withDestinationPath: target)
  }
}
