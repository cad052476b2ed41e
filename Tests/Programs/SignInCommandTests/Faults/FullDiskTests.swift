import Foundation
import TestSupport
import Testing

@Suite("A disk that takes no more", .fewAtOnce, .enabled("needs a mount of its own") { await SmallDisk.isPossible })
struct FullDiskTests {
  private let full = "the disk is full; free some space"

  @Test("refuses everybody, gives the reason, and signs users in when there is space again", .tags(.answersAreKept))
  func full() async throws {
    // Given a disk with more and more free pages
    let said = try await SmallDisk().play(
      """
      account; try "before"
      for pages in 0 1 2 4 6 7 8 9 10 12 14 16 18 20 24 28 32 36 40; do
        fill; truncate -s -$((pages * 4096)) filler; try "$pages pages"; rm filler
      done
      try "after"; count
      """)
    // Then the user is signed in, or learns that the disk is full
    #expect(said["before"] == "0 in")
    #expect(said["0 pages"] != "0 in")
    let answers = said.filter { $0.key.hasSuffix(" pages") && $0.value != "0 in" }
    for (pages, answer) in answers {
      #expect(answer == "74 signin: The store failed: STORE can't be written: \(full).", "\(pages)")
    }
    let letIn = said.values.count { $0 == "0 in" }
    #expect(answers.count > 4)
    #expect(letIn > 4)
    // And each sign-in is in the log, and nothing else
    #expect(said["after"] == "0 in")
    #expect(said["signed-in"] == "\(letIn)")
  }

  @Test("allows no new store either, and leaves nothing that would block one")
  func newStore() async throws {
    let said = try await SmallDisk().play(
      """
      fill; account; rm filler; account; try "after"
      """)
    #expect(said["account"] == "0 Added EMAIL")
    #expect(said["first account"] == "74 signin: The store failed: STORE can't be written: \(full).")
    #expect(said["after"] == "0 in")
  }

  @Test("that is read-only is reported as such", .tags(.answersAreKept))
  func readOnly() async throws {
    let said = try await SmallDisk().play(
      """
      account; mount -o remount,ro none .; try "read-only"; mount -o remount,rw none .; try "after"
      """)
    #expect(said["read-only"] == "74 signin: The store failed: STORE can't be written: the file system is read-only.")
    #expect(said["after"] == "0 in")
  }

  @Test("without room for more files is reported as such", .tags(.answersAreKept))
  func noInodes() async throws {
    // Given room for the store only; or for the store and its journal, but not for the shared memory of programs
    let said = try await SmallDisk().play(
      """
      account
      until [ ! -e store/signin.db-wal ]; do "$signin" account list >/dev/null; done
      mount -o remount,nr_inodes=3 none .; try "none"; mount -o remount,nr_inodes=4 none .; try "one"
      mount -o remount,nr_inodes=5 none .; try "after"
      """)
    for room in ["none", "one"] {
      #expect(
        said[room]
          == "74 signin: The store failed: STORE can't be written: the disk can't hold more files; remove some.")
    }
    #expect(said["after"] == "0 in")
  }
}

/// A disk of one megabyte in memory, with a store on it.
///
/// A remount names the source, `none`. Otherwise mount(8) repeats the former options, including the owner, whose uid is
/// unknown in the namespace of an ordinary user.
private struct SmallDisk {
  /// Whether this machine lets a test mount a disk, in a namespace of its own.
  static var isPossible: Bool {
    get async {
      guard let sandbox = try? Sandbox() else { return false }
      let mounting = try? await sandbox.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", sandbox.directory])
      return mounting?.ending == .exited(0)
    }
  }

  private static let words = """
    mount -t tmpfs -o size=1m,mode=700 none "$1" && cd "$1" && mkdir -m 700 store
    said=''
    account() {
      answer=$(echo 'correct horse' | "$signin" account add ada@lovelace.example --password-stdin 2>&1)
      echo "${said}account=$? $answer"
      said=''
    }
    try() {
      answer=$(echo 'correct horse' | "$signin" --password-stdin --email ada@lovelace.example --print email 2>&1)
      echo "$1=$? $answer"
    }
    fill() { dd if=/dev/zero of=filler bs=4096 2>/dev/null; said='first '; }
    count() { echo "signed-in=$("$signin" activity --json | grep -c '"outcome":"signed-in"')"; }

    """

  /// Runs a script made of the commands above, and returns its output by name.
  func play(_ script: String) async throws -> [String: String] {
    let sandbox = try Sandbox()
    let folder = sandbox.path("config/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try StoreFixture.quick.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
    let disk = sandbox.path("disk")
    try FileManager.default.createDirectory(atPath: disk, withIntermediateDirectories: false)
    let finished = try await sandbox.run(
      "unshare", ["-rm", "sh", "-c", Self.words + script, "sh", disk],
      environment: ["SIGNIN_STORE": "sqlite:\(disk)/store/signin.db", "signin": Sandbox.signin])
    try #require(finished.errors.isEmpty, "\(finished.errors)")
    let lines = finished.output.split(separator: "\n").map { line in
      line.replacing(disk + "/store/signin.db", with: "STORE").replacing("ada@lovelace.example", with: "EMAIL")
    }
    return Dictionary(
      lines.map { line in
        let parts = line.split(separator: "=", maxSplits: 1).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1].replacing("0 EMAIL", with: "0 in") : "")
      }, uniquingKeysWith: { $1 })
  }
}
