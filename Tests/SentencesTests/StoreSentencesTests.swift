import Glibc
import Identity
import Secrets
import Sentences
import Testing

@Suite("A sentence about a store")
struct StoreSentencesTests {
  @Test(
    "names the path, and the fix if there is one",
    arguments: [
      (.unreachable(.noFileName, path: "/x/"), "“/x/” does not name a file"),
      (.unreachable(.notDirectory, path: "/x"), "/x is not a directory"),
      (.unreachable(.notFile, path: "/x"), "/x is not a file"),
      (.unreachable(.removed, path: "/x"), "/x was removed while it was being made"),
      (.unreachable(.busy, path: "/x"), "/x has been kept busy by other programs; try again"),
      (
        .unreachable(.notOpened, path: "/x"),
        "/x cannot be opened; see whether you may read and write it and its directory"
      ),
      (
        .unreachable(.outOfMemory, path: "/x"),
        "there is not enough memory to open /x; close other programs and try again"
      ),
      (.damaged(.notStore, path: "/x"), "/x is not a signin store; name another one, or move the file away"),
      (.damaged(.otherProgram, path: "/x"), "/x is a database of another program; name another store"),
      (.damaged(.newerVersion, path: "/x"), "/x was written by a newer version of signin; install that version"),
      (.damaged(.corrupt, path: "/x"), "/x is damaged; restore it from a backup"),
      (.damaged(.foreignValue, path: "/x"), "/x holds what signin did not write; restore it from a backup"),
      (.damaged(.unusable(sqliteError: 787), path: "/x"), "/x does not work as a signin store (SQLite error 787)"),
      (.untrusted(.symbolicLink, path: "/x"), "/x is a symbolic link; name what it points to instead"),
      (.inputOutput(.full, path: "/x"), "/x cannot be written: the disk is full; free some space"),
      (
        .inputOutput(.tooManyFiles, path: "/x"),
        "/x cannot be written: the disk can hold no more files; remove some"
      ),
      (.inputOutput(.readOnlyDisk, path: "/x"), "/x cannot be written: the file system is read-only"),
      (.inputOutput(.readOnlyFile, path: "/x"), "/x cannot be written: it is read-only"),
      (
        .inputOutput(.failing, path: "/x"),
        "/x cannot be read or written: input/output error; look at the state of the disk"
      ),
      (.hashing(.outOfMemory), "there is not enough memory to hash a password; close other programs and try again"),
      (.hashing(.passwordWiped), "the password was wiped before it was hashed; enter it again"),
    ] as [(StoreError, String)])
  func clauses(error: StoreError, clause: String) {
    #expect(error.clause == clause)
  }

  @Test(
    "gives the system's error in the system's words",
    arguments: [
      (.look, "/x cannot be looked at: Permission denied"), (.make, "/x cannot be made: Permission denied"),
      (.open, "/x cannot be opened: Permission denied"), (.write, "/x cannot be written: Permission denied"),
      (.close, "/x cannot be closed to other users: Permission denied"),
    ] as [(StoreError.Step, String)])
  func steps(step: StoreError.Step, clause: String) {
    #expect(StoreError.unreachable(.refused(step, errorNumber: EACCES), path: "/x").clause == clause)
  }

  @Test(
    "gives the command for the fix, with the path quoted as one word for the shell",
    arguments: [
      (
        .writableByOthers(mode: 0o600), "/x/a_b-1.db",
        "other users may write to /x/a_b-1.db; run `chmod 600 /x/a_b-1.db`"
      ),
      (.writableByOthers(mode: 0o700), "/a b", "other users may write to /a b; run `chmod 700 '/a b'`"),
      (.writableByOthers(mode: 0o700), "/it's", #"other users may write to /it's; run `chmod 700 '/it'\''s'`"#),
      (
        .otherOwner(user: 1000), "/x",
        "/x belongs to another user; as root, run `chown 1000 /x`, or name another store"
      ),
    ] as [(StoreError.Risk, String, String)])
  func commands(risk: StoreError.Risk, path: String, clause: String) {
    #expect(StoreError.untrusted(risk, path: path).clause == clause)
  }

  @Test(
    "is complete without a text before it",
    arguments: [
      (.unreachable(.notFile, path: "/x"), "The store cannot be used: /x is not a file."),
      (.damaged(.corrupt, path: "/x"), "The store cannot be used: /x is damaged; restore it from a backup."),
      (
        .untrusted(.symbolicLink, path: "/x"),
        "The store cannot be trusted: /x is a symbolic link; name what it points to instead."
      ),
      (.inputOutput(.readOnlyFile, path: "/x"), "The store failed: /x cannot be written: it is read-only."),
      (
        .hashing(.passwordWiped),
        "The store cannot be used: the password was wiped before it was hashed; enter it again."
      ),
    ] as [(StoreError, String)])
  func sentences(error: StoreError, sentence: String) {
    #expect(error.sentence == sentence)
  }
}
