import Foundation
import Glibc
import Identity
@testable import SQLiteStore
import Store
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
    // Then it is refused, whether there is a file or not
    let refusal = StoreError.untrusted(.writableByOthers(Self.remedyForFolder), path: directory.path)
    #expect(throws: refusal) { try directory.file("a.db").inspect() }
    try directory.write("anything", to: "a.db")
    #expect(throws: refusal) { try directory.file("a.db").inspect() }
    // And with mode 0700 it is accepted
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
    #expect(throws: StoreError.untrusted(.writableByOthers(.closeFile), path: path)) {
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
    #expect(throws: StoreError.unreachable(.notDirectory, path: directory("b"))) {
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
      #expect(throws: StoreError.untrusted(.otherOwner(than: geteuid()), path: path)) {
        try directory.file("a.db").inspect()
      }
      #expect(chown(directory(name), 0, 0) == 0)
    }
  }

  @Test(
    "must not be below a directory writable by others, unless it is sticky", .tags(.environmentLetsNobodyIn),
    arguments: [0o720, 0o702, 0o777])
  func ancestorOpenToOthers(_ mode: Int) throws {
    // Given a store two directories below one that is writable by others
    try directory.make("open")
    try directory.make("open/own")
    try directory.make("open/own/private")
    try directory.write("anything", to: "open/own/private/a.db")
    try directory.setMode(mode, of: "open")
    // Then it is refused, and so is a new one
    let refusal = StoreError.untrusted(.writableByOthers(Self.remedyForFolder), path: directory("open"))
    for name in ["open/own/private/a.db", "open/own/private/new.db", "open/new/new.db"] {
      #expect(throws: refusal) { try directory.file(name).inspect() }
    }
    // And where only its owner can rename an entry, it is accepted
    try directory.setMode(mode | 0o1000, of: "open")
    #expect(try directory.file("open/own/private/a.db").inspect() == .present)
  }

  @Test(
    "must not be below a directory or a link of another user, even of the user's in a sticky one",
    .tags(.environmentLetsNobodyIn),
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func ancestorOfAnotherUser() throws {
    // Given a directory of another user, with a private one of the user's own in it
    try directory.make("theirs")
    try directory.make("theirs/private")
    try directory.write("anything", to: "theirs/private/a.db")
    #expect(chown(directory("theirs"), 4_711, 4_711) == 0)
    // Then a store in it is refused, directly and over a link of the user's
    try directory.link("link", to: directory("theirs"))
    for name in ["theirs/private/a.db", "link/private/a.db"] {
      #expect(throws: StoreError.untrusted(.otherOwner(than: geteuid()), path: directory("theirs"))) {
        try directory.file(name).inspect()
      }
    }
    // And so is one over another user's link to a directory in order
    try directory.make("mine")
    try directory.make("mine/private")
    try directory.link("theirlink", to: directory("mine"))
    #expect(lchown(directory("theirlink"), 4_711, 4_711) == 0)
    #expect(throws: StoreError.untrusted(.otherOwner(than: geteuid()), path: directory("theirlink"))) {
      try directory.file("theirlink/private/a.db").inspect()
    }
  }

  @Test("may be below a link of the user's own, as where /home is one")
  func ancestorIsOwnLink() throws {
    try directory.make("usr")
    try directory.make("usr/ada")
    try directory.write("anything", to: "usr/ada/a.db")
    try directory.link("home", to: "usr")
    #expect(try directory.file("home/ada/a.db").inspect() == .present)
  }

  @Test(
    "must have one name, and so must the files beside it", .tags(.environmentLetsNobodyIn),
    arguments: ["", "-wal", "-shm", "-journal"])
  func hardLink(_ suffix: String) throws {
    try directory.write("anything", to: "a.db")
    try directory.write("anything", to: "other")
    unlink(directory("a.db" + suffix))
    #expect(link(directory("other"), directory("a.db" + suffix)) == 0)
    #expect(throws: StoreError.untrusted(.hardLink, path: directory("a.db" + suffix))) {
      try directory.file("a.db").inspect()
    }
  }

  @Test("must still be the file that was checked after SQLite has opened it", .tags(.environmentLetsNobodyIn))
  func replaced() throws {
    // Given a file that was checked
    try directory.write("anything", to: "a.db")
    let file = directory.file("a.db")
    let checked = try file.check()
    try file.requireSame(as: checked)
    // When another takes its place
    try directory.write("", to: "other")
    #expect(rename(directory("other"), directory("a.db")) == 0)
    // Then it is refused
    #expect(throws: StoreError.unreachable(.replaced, path: directory("a.db"))) { try file.requireSame(as: checked) }
  }

  /// The fix for a directory of the user who runs these tests. Root's directories may be the machine's.
  private static let remedyForFolder: StoreError.Remedy = geteuid() == 0 ? .otherPlace : .closeFolder

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
