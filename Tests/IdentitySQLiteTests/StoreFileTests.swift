import Foundation
import Glibc
import Identity
import IdentitySQLite
import TestSupport
import Testing

@Suite("The file of a store")
struct StoreFileTests {
  private let directory: ScratchDirectory

  init() throws {
    directory = try ScratchDirectory()
  }

  @Test("is missing if there is no file, or no directory", arguments: ["a.db", "b/c/a.db"])
  func missing(_ name: String) throws {
    #expect(try directory.file(name).inspect() == .missing)
  }

  @Test("is present if there is one")
  func present() throws {
    try directory.write("anything", to: "a.db")
    #expect(try directory.file("a.db").inspect() == .present)
  }

  @Test("must have a name", arguments: ["", "/", "/tmp/"])
  func named(_ path: String) {
    #expect(throws: StoreError.unreachable(.noFileName, path: path)) { try StoreFile(path: path).inspect() }
  }

  @Test("must not be in a directory writable by others, even a sticky one", arguments: [0o720, 0o702, 0o777, 0o1777])
  func directoryOpenToOthers(_ mode: Int) throws {
    // Given a directory writable by others
    try directory.setMode(mode, of: "")
    // Then it is refused with the mode to set, whether there is a file or not
    let refusal = StoreError.untrusted(.writableByOthers(mode: 0o700), path: directory.path)
    #expect(throws: refusal) { try directory.file("a.db").inspect() }
    try directory.write("anything", to: "a.db")
    #expect(throws: refusal) { try directory.file("a.db").inspect() }
    // And with that mode it is accepted
    try directory.setMode(0o700, of: "")
    #expect(try directory.file("a.db").inspect() == .present)
  }

  @Test(
    "must not be open to others, nor may the files that SQLite keeps beside it",
    arguments: ["", "-wal", "-shm", "-journal"])
  func fileOpenToOthers(_ suffix: String) throws {
    try directory.write("anything", to: "a.db")
    try directory.write("anything", to: "a.db" + suffix)
    try directory.setMode(0o620, of: "a.db" + suffix)
    let path = directory("a.db" + suffix)
    #expect(throws: StoreError.untrusted(.writableByOthers(mode: 0o600), path: path)) {
      try directory.file("a.db").inspect()
    }
  }

  @Test("must not be a symbolic link, nor may SQLite's files beside it", arguments: ["", "-wal", "-shm", "-journal"])
  func fileIsLink(_ suffix: String) throws {
    try directory.write("anything", to: "real")
    try directory.link("a.db" + suffix, to: directory("real"))
    #expect(throws: StoreError.untrusted(.symbolicLink, path: directory("a.db" + suffix))) {
      try directory.file("a.db").inspect()
    }
  }

  @Test("must not be a dangling link")
  func danglingLink() throws {
    try directory.link("a.db", to: "/nowhere/at/all")
    #expect(throws: StoreError.self) { try directory.file("a.db").inspect() }
  }

  @Test(
    "must not be in a directory that is a symbolic link, in any spelling",
    arguments: ["l/", "l//", "l/./", "l/././/"])
  func directoryIsLink(_ way: String) throws {
    try directory.make("real")
    try directory.link("l", to: directory("real"))
    #expect(throws: StoreError.untrusted(.symbolicLink, path: directory("l"))) {
      try directory.file(way + "a.db").inspect()
    }
  }

  @Test("must be a file in a directory")
  func otherKinds() throws {
    try directory.make("a.db")
    try directory.write("anything", to: "b")
    #expect(throws: StoreError.unreachable(.notFile, path: directory("a.db"))) {
      try directory.file("a.db").inspect()
    }
    #expect(throws: StoreError.unreachable(.notDirectory, path: directory("b"))) {
      try directory.file("b/a.db").inspect()
    }
    #expect(throws: StoreError.unreachable(.refused(.look, errorNumber: ENOTDIR), path: directory("b/c"))) {
      try directory.file("b/c/a.db").inspect()
    }
  }

  @Test(
    "must belong to the user, and so must its directory", .enabled(if: geteuid() == 0, "only root can give files away")
  )
  func otherOwner() throws {
    try directory.write("anything", to: "a.db")
    for name in ["a.db", ""] {
      #expect(chown(directory(name), 4_711, 4_711) == 0)
      let path = directory(name)
      #expect(throws: StoreError.untrusted(.otherOwner(user: 0), path: path)) {
        try directory.file("a.db").inspect()
      }
      #expect(chown(directory(name), 0, 0) == 0)
    }
  }

  @Test(
    "is created with its directories, private to the user, whatever the umask",
    arguments: [0, 0o022, 0o777] as [mode_t])
  func made(under mask: mode_t) async throws {
    // In a process of its own, because a process has only one umask.
    let path = directory("new/er/signin.db")
    await #expect(processExitsWith: .success) { [path = path as String, mask] in
      umask(mask)
      let store = SQLiteStore(file: StoreFile(path: path))
      _ = try await store.isEmpty()
    }
    #expect(try directory.mode(of: "new") == 0o700)
    #expect(try directory.mode(of: "new/er") == 0o700)
    #expect(try directory.mode(of: "new/er/signin.db") == 0o600)
  }

  @Test("and the files that SQLite keeps beside it are made private on use", arguments: [0, 0o777] as [mode_t])
  func companions(under mask: mode_t) async throws {
    let path = directory("signin.db")
    await #expect(processExitsWith: .success) { [path = path as String, mask] in
      umask(mask)
      let store = SQLiteStore(file: StoreFile(path: path))
      _ = try await store.add(email("ann@example.com"), .sample())
      for each in [path, path + "-wal", path + "-shm"] {
        var status = stat()
        #expect(lstat(each, &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o600, "\(each)")
      }
    }
  }

  @Test("is made private if others could only read it")
  func closed() async throws {
    let store = SQLiteStore(file: directory.file("signin.db"))
    _ = try await store.isEmpty()
    await store.close()
    try directory.setMode(0o644, of: "signin.db")
    _ = try await SQLiteStore(file: directory.file("signin.db")).isEmpty()
    #expect(try directory.mode(of: "signin.db") == 0o600)
  }

  @Test("is not created in an untrusted place")
  func notMade() async throws {
    try directory.setMode(0o777, of: "")
    let store = SQLiteStore(file: directory.file("signin.db"))
    await #expect(throws: StoreError.self) { try await store.isEmpty() }
    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
  }
}
