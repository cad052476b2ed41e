import Foundation
import Measure

/// Work on many rows, beside sqlite3 doing the same with the best statements. They take turns, and the user's part of
/// the processor time counts.
struct Bulk {
  let program: Program
  let directory: URL
  /// The times that sqlite3's time was taken.
  private(set) var times: [(name: String, times: Double)] = []
  private var table = Table("user's processor time, ms", "signin", "sqlite3", "times")

  init(_ program: Program, in directory: URL) {
    self.program = program
    self.directory = directory
  }

  /// Writes the newest rows of the log as JSON.
  mutating func writeJSON(_ rows: Int) throws {
    let query = """
      SELECT 1 version, id, strftime('%Y-%m-%dT%H:%M:%SZ', at / 1000, 'unixepoch') time, email, outcome, tty, uid, host,
        program, times, until FROM attempt ORDER BY id DESC LIMIT \(rows)
      """
    try compare(
      "\(rows) rows of the log as JSON", rows,
      { [program] in try program.run(["activity", "--json", "--limit", "\(rows)"]) },
      { [program] in try ProgramRun("sqlite3", ["-json", program.store, query]) })
  }

  /// Adds the accounts of a file of hashes to an empty store, with their rows in the log.
  mutating func importHashes(_ count: Int) throws {
    let file = try hashes(count)
    let empty = Program(path: program.path, store: directory.appending(path: "empty.db").path(percentEncoded: false))
    try empty.run(["account", "add", "someone@example.com", "--password-stdin"], input: "correct horse\n")
    let store = directory.appending(path: "import.db").path(percentEncoded: false)
    func renewed() throws -> String {
      for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: store + end) }
      try FileManager.default.copyItem(atPath: empty.store, toPath: store)
      return store
    }
    let script = """
      .mode csv
      CREATE TEMP TABLE file (email TEXT, hash TEXT);
      .import --skip 1 \(file) file
      BEGIN IMMEDIATE;
      INSERT INTO account (email, key, hash, added, since) SELECT email, lower(email), hash, unixepoch() * 1000, (
        SELECT ifnull(max(id), 0) FROM attempt WHERE key = lower(email) AND outcome <> 'pending') FROM file;
      INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
      SELECT unixepoch() * 1000, email, lower(email), char(20000 + abs(random()) % 9999, 20000 + abs(random()) % 9999,
        20000 + abs(random()) % 9999), 'account-added', 'pts/1', 0, '', 'account import' FROM file;
      COMMIT;

      """
    try compare(
      "\(count) hashes imported", 1,
      { [program] in try Program(path: program.path, store: renewed()).run(["account", "import", file]) },
      { try ProgramRun("sqlite3", [renewed()], input: script) })
  }

  /// The peak memory of an import into a new store, in MB.
  func memory(ofImporting count: Int) throws -> Double {
    let store = directory.appending(path: "memory-\(count).db").path(percentEncoded: false)
    return try Program(path: program.path, store: store).run(["account", "import", hashes(count)]).megabytes
  }

  /// A file of so many accounts with hashes.
  private func hashes(_ count: Int) throws -> String {
    let file = directory.appending(path: "accounts-\(count).csv").path(percentEncoded: false)
    let hash = "$argon2id$v=19$m=19456,t=2,p=1$" + String(repeating: "A", count: 22) + "$"
    guard let output = fopen(file, "w") else { throw CocoaError(.fileWriteUnknown) }
    defer { fclose(output) }
    fputs("email,hash", output)
    // Line by line: a program's peak memory begins with that of the program that starts it.
    for number in 0..<count {
      let digits = String(number)
      fputs(
        "\nuser\(number)@example.com,\"\(hash)\(String(repeating: "B", count: 42 - digits.count))\(digits)A\"", output)
    }
    return file
  }

  /// - Parameter lines: The lines that the program must write, so that it did its work.
  private mutating func compare(
    _ name: String, _ lines: Int, _ ours: () throws -> ProgramRun, _ theirs: () throws -> ProgramRun
  ) throws {
    var (our, their): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      let run = try ours()
      guard run.lines == lines else { throw CocoaError(.fileReadCorruptFile) }
      our.append(run.user)
      their.append(try theirs().user)
    }
    let ratio = our.median / their.median
    table.add(name, our.spread(digits: 0), their.spread(digits: 0), text(ratio))
    times.append((name, ratio))
  }

  func print() { table.print() }
}
