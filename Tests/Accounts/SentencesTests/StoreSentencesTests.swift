import Glibc
import Identity
import Secrets
import Testing

@testable import Sentences

@Suite("A sentence about a store")
struct StoreSentencesTests {
  @Test(
    "names the path, and the fix if there is one",
    arguments: [
      (.unreachable(.noFileName, path: "/x/"), "“/x/” can't be the name of a file"),
      (.unreachable(.notDirectory, path: "/x"), "/x isn't a directory"),
      (.unreachable(.notFile, path: "/x"), "/x isn't a file"),
      (.unreachable(.removed, path: "/x"), "/x was removed while it was being created"),
      (.unreachable(.busy, path: "/x"), "/x is in use by another program; try again"),
      (.unreachable(.inUse, path: "/x"), "/x is in use; stop the service and all forms, then try again"),
      (
        .unreachable(.notOpened, path: "/x"),
        "/x can't be opened; check that you can read and write it and its directory"
      ),
      (
        .unreachable(.outOfMemory, path: "/x"),
        "there isn't enough memory to open /x; close other programs and try again"
      ),
      (.damaged(.empty, path: "/x"), "/x is empty; restore it from a backup, or move the file away"),
      (.damaged(.notStore, path: "/x"), "/x isn't a signin store; use another one, or move the file away"),
      (.damaged(.otherProgram, path: "/x"), "/x is another program's database; use another store"),
      (.damaged(.newerVersion, path: "/x"), "/x was written by a newer version of signin; install that version"),
      (.damaged(.corrupt, path: "/x"), "/x is damaged; restore it from a backup"),
      (.damaged(.foreignValue, path: "/x"), "/x contains data that signin didn't write; restore it from a backup"),
      (.damaged(.unusable(sqliteError: 787), path: "/x"), "/x can't be used as a signin store (SQLite error 787)"),
      (.untrusted(.symbolicLink, path: "/x"), "/x is a symbolic link; use the file it points to"),
      (.inputOutput(.full, path: "/x"), "/x can't be written: the disk is full; free some space"),
      (
        .inputOutput(.tooManyFiles, path: "/x"),
        "/x can't be written: the disk can't hold more files; remove some"
      ),
      (.inputOutput(.readOnlyDisk, path: "/x"), "/x can't be written: the file system is read-only"),
      (.inputOutput(.readOnlyFile, path: "/x"), "/x can't be written: it is read-only"),
      (
        .inputOutput(.failing, path: "/x"),
        "/x can't be read or written: input/output error; check the disk"
      ),
      (.hashing(.outOfMemory), "there isn't enough memory to hash a password; close other programs and try again"),
      (.hashing(.passwordWiped), "the password was erased before it could be used; enter it again"),
    ] as [(StoreError, String)])
  func clauses(error: StoreError, clause: String) {
    #expect(error.clause == clause)
  }

  @Test(
    "gives the system's error in the system's words",
    arguments: [
      (.look, "/x can't be inspected: Permission denied"), (.make, "/x can't be created: Permission denied"),
      (.open, "/x can't be opened: Permission denied"), (.write, "/x can't be written: Permission denied"),
      (.close, "/x can't be made private: Permission denied"),
    ] as [(StoreError.Step, String)])
  func steps(step: StoreError.Step, clause: String) {
    #expect(StoreError.unreachable(.refused(step, errorNumber: EACCES), path: "/x").clause == clause)
  }

  @Test(
    "gives the command for the fix, with the path quoted as one word for the shell",
    arguments: [
      (
        .writableByOthers(.closeFile), "/x/a_b-1.db",
        "other users can write to /x/a_b-1.db; run `chmod 600 /x/a_b-1.db`"
      ),
      (.writableByOthers(.closeFolder), "/a b", "other users can write to /a b; run `chmod go-w '/a b'`"),
      (
        .writableByOthers(.closeFolder, others: ["/a b/.local", "/c"]), "/a",
        "other users can write to /a, /a b/.local, /c; run `chmod go-w /a '/a b/.local' /c`"
      ),
      (.writableByOthers(.closeFolder), "/it's", #"other users can write to /it's; run `chmod go-w '/it'\''s'`"#),
    ] as [(StoreError.Risk, String, String)])
  func commands(risk: StoreError.Risk, path: String, clause: String) {
    #expect(StoreError.untrusted(risk, path: path).clause == clause)
  }

  @Test(
    "gives no command for a file or folder that is not the user's alone, only another place",
    arguments: [
      (.writableByOthers(.otherPlace), "other users can write to /tmp; use a store in another place"),
      (.otherOwner(than: 1000), "/tmp belongs to another user; use a store in another place"),
      (.hardLink, "/tmp has a second name (a hard link); copy it and use the copy"),
    ] as [(StoreError.Risk, String)])
  func noCommands(risk: StoreError.Risk, clause: String) {
    #expect(StoreError.untrusted(risk, path: "/tmp").clause == clause)
  }

  @Test("tells a service, which has no other place, how root gives it the file")
  func ofService() {
    #expect(
      StoreError.untrusted(.otherOwner(than: 998), path: "/var/lib/signin/signin.db").clause
        == "/var/lib/signin/signin.db belongs to another user; as root run `chown 998 /var/lib/signin/signin.db`")
  }

  @Test(
    "is complete without a text before it",
    arguments: [
      (.unreachable(.notFile, path: "/x"), "The store can't be used: /x isn't a file."),
      (.damaged(.corrupt, path: "/x"), "The store can't be used: /x is damaged; restore it from a backup."),
      (
        .untrusted(.symbolicLink, path: "/x"),
        "The store can't be trusted: /x is a symbolic link; use the file it points to."
      ),
      (.inputOutput(.readOnlyFile, path: "/x"), "The store failed: /x can't be written: it is read-only."),
      (
        .hashing(.passwordWiped),
        "The store can't be used: the password was erased before it could be used; enter it again."
      ),
    ] as [(StoreError, String)])
  func sentences(error: StoreError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
