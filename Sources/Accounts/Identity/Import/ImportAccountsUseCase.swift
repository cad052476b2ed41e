public import Secrets

/// Adds the accounts of a file, for an administrator. They are added in one step at the very end, so an interrupted
/// import adds all of them or none, and nobody waits for a transaction while passwords are hashed. Until then they are in
/// memory, some 380 bytes each.
///
/// Checking is quick, and hashing passwords is not. So a file that can be read twice is checked as a whole before the
/// first password is hashed. Passwords of existing accounts are never hashed.
public struct ImportAccountsUseCase: Sendable {
  private let accounts: any AccountAdministration
  private let source: AttemptSource
  private let argon2id: Argon2id
  private let rules: NewPasswordRules

  /// The number of bad rows after which an import of all or none stops: enough to see what they have in common.
  public static let badRowLimit = 20

  /// The possible lengths of a password with an imported hash. Signing in must accept any, because a hash does not
  /// reveal the length. See Decisions/0085-equal-cost.md.
  static let anyLength = 1...SealedPassword.byteLimit

  /// - Parameters:
  ///   - accounts: The store for the accounts.
  ///   - source: The source of the rows in the log.
  ///   - argon2id: Makes the hashes of passwords.
  ///   - rules: The rules for the passwords.
  public init(accounts: any AccountAdministration, source: AttemptSource, argon2id: Argon2id, rules: NewPasswordRules) {
    self.accounts = accounts
    self.source = source
    self.argon2id = argon2id
    self.rules = rules
  }

  /// Adds the accounts of `file`: all or none, or all good rows whose accounts are missing.
  /// - Parameter report: Called for every row.
  @concurrent
  public func importAccounts(
    from file: AccountFile, _ addition: BulkAddition, report: (ImportEvent) -> Void
  ) async throws(ImportError) -> ImportResult {
    var pass = ImportPass(file.isRepeatable ? .checking : .hashing, addition)
    try await read(file, in: &pass, report)
    if pass.leavesPasswords && !pass.isHopeless {
      pass = ImportPass(.hashing, addition, reported: pass.reported)
      try await read(file, in: &pass, report)
    }
    guard !pass.isHopeless else { return pass.result(addedCount: 0) }
    report(.progress(ImportProgress(step: .adding, rows: pass.accounts.count, bytes: pass.bytes)))
    let lengths = pass.holdsHashes ? Self.anyLength : rules.policy.length
    let existing = try await asking { [accounts, source, pass] () async throws(StoreError) in
      try await accounts.add(pass.accounts, addition, allowing: lengths, from: source)
    }
    try noteExisting(existing, in: &pass, report)
    return pass.result(addedCount: pass.isHopeless ? 0 : pass.accounts.count - existing.count)
  }

  /// Reports the lines of the accounts at `positions`.
  private func noteExisting(
    _ positions: [Int], in pass: inout ImportPass, _ report: (ImportEvent) -> Void
  ) throws(ImportError) {
    for position in positions where !pass.isEnough {
      guard pass.lines.indices.contains(position) else { throw .unavailable(.service(.nonsense)) }
      pass.note(BadRow(lines: pass.lines[position], reason: .exists), report)
    }
  }

  /// Reads the file once, to its end or until there are enough bad rows.
  private func read(
    _ file: AccountFile, in pass: inout ImportPass, _ report: (ImportEvent) -> Void
  ) async throws(ImportError) {
    let rows = try reading { () throws(AccountFileError) in try file.rows() }
    while !pass.isEnough, let row = try reading({ () throws(AccountFileError) in try rows.next() }) {
      pass.rows += 1
      pass.bytes = rows.offset
      switch row {
      case .success(let row):
        if let reason = try await take(row, in: &pass) { pass.note(BadRow(lines: row.lines, reason: reason), report) }
      case .failure(let bad): pass.note(bad, report)
      }
      report(.progress(ImportProgress(step: pass.step, rows: pass.rows, bytes: pass.bytes)))
    }
  }

  /// Adds a row to the pass, or returns the fault that keeps it out.
  private func take(_ row: AccountRow, in pass: inout ImportPass) async throws(ImportError) -> BadRow.Reason? {
    if let first = pass.seen.firstLine(of: row.email, on: row.lines.lowerBound) { return .repeated(line: first) }
    switch row.secret {
    case .hash(let hash):
      let most = max(PasswordHash.mostImportedMemoryKiB, argon2id.cost.memoryKiB)
      guard hash.memoryKiB <= most else { return .memory(hash.memoryKiB, most: most) }
      pass.holdsHashes = true
      if !pass.isHopeless { pass.append(row, hash) }
    case .password(let password):
      defer { password.wipe() }
      if let violation = rules.violation(of: password, for: row.email) { return .violation(violation) }
      let account = try await asking { [accounts] () async throws(StoreError) in
        try await accounts.knownAccount(of: row.email)
      }
      if account != nil { return .exists }
      if pass.step == .checking || pass.isHopeless {
        pass.leavesPasswords = true
      } else {
        let hash = try await asking { [argon2id] () async throws(StoreError) in
          try await hashing(argon2id.cost.memoryKiB) { () throws(HashingError) in
            try argon2id.hash(password)
          }
        }
        pass.append(row, hash)
      }
    }
    return nil
  }

  private func reading<R>(_ body: () throws(AccountFileError) -> R) throws(ImportError) -> R {
    do {
      return try body()
    } catch {
      throw .file(error)
    }
  }

  private func asking<R>(_ body: () async throws(StoreError) -> R) async throws(ImportError) -> R {
    do {
      return try await body()
    } catch {
      throw .unavailable(error)
    }
  }
}

/// The state of one reading of a file.
private struct ImportPass {
  let step: ImportProgress.Step
  let addition: BulkAddition
  var rows = 0
  var bytes = 0
  /// The accounts to add, and the lines of each.
  private(set) var accounts: [NewAccount] = []
  private(set) var lines: [ClosedRange<Int>] = []
  /// The emails of all rows so far.
  var seen = SeenEmails()
  /// Whether a good password was not hashed.
  var leavesPasswords = false
  var holdsHashes = false
  /// The first lines of the bad rows.
  private var bad: Set<Int> = []
  /// The first lines of the bad rows reported so far, because a file may be read twice.
  private(set) var reported: Set<Int>

  init(_ step: ImportProgress.Step, _ addition: BulkAddition, reported: Set<Int> = []) {
    self.step = step
    self.addition = addition
    self.reported = reported
  }

  /// Whether nothing can be added any more.
  var isHopeless: Bool { addition == .allOrNone && !bad.isEmpty }
  var isEnough: Bool { isHopeless && bad.count >= ImportAccountsUseCase.badRowLimit }

  mutating func append(_ row: AccountRow, _ hash: PasswordHash) {
    accounts.append(NewAccount(email: row.email, passwordHash: hash))
    lines.append(row.lines)
  }

  mutating func note(_ row: BadRow, _ report: (ImportEvent) -> Void) {
    if !isEnough && reported.insert(row.lines.lowerBound).inserted { report(.bad(row)) }
    bad.insert(row.lines.lowerBound)
  }

  func result(addedCount: Int) -> ImportResult {
    ImportResult(addedCount: addedCount, badCount: bad.count)
  }
}
