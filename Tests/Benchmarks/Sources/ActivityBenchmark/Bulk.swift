import Foundation
import Measure

/// Work on many rows, beside sqlite3 doing the same with the best statements. They take turns, and medians of the
/// processor time count.
struct Bulk {
  /// The most times that sqlite3's time may be taken.
  static let budget = 2.0

  let program: Program
  let directory: URL
  private(set) var isWithinBudget = true
  private var table = Table("beside sqlite3", "processor ms", "sqlite3", "times", "budget")

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
      { [program] in try Program.run("sqlite3", ["-json", program.store, query]) })
  }

  /// Adds the accounts of a file of hashes to an empty store, with their rows in the log.
  mutating func importHashes(_ count: Int) throws {
    let file = directory.appending(path: "accounts.csv").path(percentEncoded: false)
    let hash = "$argon2id$v=19$m=19456,t=2,p=1$" + String(repeating: "A", count: 22) + "$"
    let rows = (0..<count).map { number in
      let digits = String(number)
      return "user\(number)@example.com,\"\(hash)\(String(repeating: "B", count: 42 - digits.count))\(digits)A\""
    }
    try (["email,hash"] + rows).joined(separator: "\n").write(toFile: file, atomically: true, encoding: .utf8)
    let empty = Program(path: program.path, store: directory.appending(path: "empty.db").path(percentEncoded: false))
    _ = try empty.run(["account", "add", "someone@example.com", "--password-stdin"], input: "correct horse\n")
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
      { try Program.run("sqlite3", [renewed()], input: script) })
  }

  /// - Parameter lines: The lines that the program must write, so that it did its work.
  private mutating func compare(
    _ name: String, _ lines: Int, _ ours: () throws -> Program.Run, _ theirs: () throws -> Program.Run
  ) throws {
    var times: (ours: [Double], theirs: [Double]) = ([], [])
    for _ in 0..<5 {
      let run = try ours()
      guard run.lines == lines else { throw CocoaError(.fileReadCorruptFile) }
      times.ours.append(run.processor)
      times.theirs.append(try theirs().processor)
    }
    let (our, their) = (median(times.ours), median(times.theirs))
    table.add(name, text(our, digits: 0), text(their, digits: 0), text(our / their), text(Self.budget))
    if our > their * Self.budget { isWithinBudget = false }
  }

  private func median(_ numbers: [Double]) -> Double { numbers.sorted()[numbers.count / 2] }

  func print() { table.print() }
}
