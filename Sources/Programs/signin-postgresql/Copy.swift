import Store
import Identity
import PostgreSQLStore
import SQLiteStore
import ProgramSupport
import Settings
import Sentences

/// `signin-postgresql --copy FILE STORE`: copies a store from a file into the empty tables of a database. Their owner runs
/// it.
enum Copy {
  static func perform(_ arguments: [String]) throws(Failure) {
    guard arguments.count == 2 else {
      throw Failure(.usage, translated("Give two stores: sqlite:PATH and postgresql://HOST/DATABASE."))
    }
    try Program.prepareForSecrets()
    let file = StoreFile(path: try Settings.ofService(store: arguments[0]).storePath)
    let place = try PostgreSQLEngine.place(try Settings.ofService(store: arguments[1]))
    let begun = try usingStore { () throws(StoreError) in
      // To open the store would make it.
      guard case .present = try file.inspect() else { throw .unreachable(.removed, path: file.path) }
      return try PostgreSQLCopy(to: place)
    }
    guard let copy = begun else { throw .notEmpty(place) }
    var counts: [CopiedTable: Int] = [:]
    var progress = CopyProgress()
    try usingStore { () throws(StoreError) in
      try SQLiteStore(file: file).copy { table, rows, total in
        try copy.add(rows, to: table)
        counts[table, default: 0] += rows.count
        progress.note(rows.count, of: total)
      }
      try copy.finish()
    }
    try report(counts, file, place)
  }

  private static func report(
    _ counts: [CopiedTable: Int], _ file: StoreFile, _ place: PostgreSQLPlace
  ) throws(Failure) {
    try StandardStreams.writeResult(
      translated(
        "{store} has all of {file} now. Accounts: {accounts}. Rows of the log: {attempts}.",
        [
          "store": place.name, "file": file.path, "accounts": "\(counts[.account] ?? 0)",
          "attempts": "\(counts[.attempt] ?? 0)",
        ]))
    guard counts[.secondStep] != nil else { return }
    try StandardStreams.writeResult(
      translated(
        "Codes of two-step sign-in need the same key as before. Copy it to each host, as its sealing-key: {path}",
        ["path": SealingKeyFile(of: file).path]))
  }
}

/// Says on standard error how far a copy is: after each tenth, at most once a second.
private struct CopyProgress {
  private var count = 0
  private var tenth = 0
  private var last = ContinuousClock.now

  mutating func note(_ more: Int, of total: Int) {
    count += more
    let now = count * 10 / max(1, total)
    guard now > tenth, now < 10, last + .seconds(1) < .now else { return }
    (tenth, last) = (now, .now)
    StandardStreams.writeDiagnostic(
      translated("Rows copied: {count}, {percent} %.", ["percent": "\(now * 10)", "count": "\(count)"]))
  }
}

extension Failure {
  fileprivate static func notEmpty(_ place: PostgreSQLPlace) -> Failure {
    Failure(
      .unacceptable,
      translated(
        "{store} has accounts or attempts already. Copy into tables that signin store migrate has just made.",
        ["store": place.name]))
  }
}
