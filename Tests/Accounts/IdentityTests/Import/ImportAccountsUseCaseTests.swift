import Glibc
import Secrets
import TestSupport
import Testing

@testable import Identity

@Suite("Importing accounts")
struct ImportAccountsUseCaseTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let argon2id: Argon2id
  private let rules = NewPasswordRules(
    policy: PasswordPolicy(), common: WordList(sortedLines: Array("123456\npassword\n".utf8)))

  init() throws {
    argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
  }

  /// Imports the text from a file, which can be read again, or from a pipe.
  private func importing(
    _ text: String, _ addition: BulkAddition = .allOrNone, through isPipe: Bool = false, latin1: [off_t: UInt8] = [:]
  ) async throws -> (result: ImportResult, bad: [BadRow], steps: [ImportProgress.Step]) {
    let (result, events) = try await events(importing: text, addition, through: isPipe, latin1: latin1)
    var bad: [BadRow] = []
    var steps: [ImportProgress.Step] = []
    for event in events {
      switch event {
      case .bad(let row): bad.append(row)
      case .progress(let progress): if steps.last != progress.step { steps.append(progress.step) }
      }
    }
    return (result, bad, steps)
  }

  private func events(
    importing text: String, _ addition: BulkAddition = .allOrNone, through isPipe: Bool = false,
    latin1: [off_t: UInt8] = [:]
  ) async throws -> (ImportResult, [ImportEvent]) {
    var events: [ImportEvent] = []
    let file = try ScratchFile(text)
    for (position, byte) in latin1 {
      #expect(withUnsafeBytes(of: byte) { pwrite(file.descriptor, $0.baseAddress, 1, position) } == 1)
    }
    let descriptor = try isPipe ? pipe(text) : file.descriptor
    let result = try await ImportAccountsUseCase(accounts: store, source: .test, argon2id: argon2id, rules: rules)
      .importAccounts(from: AccountFile(descriptor: descriptor), addition) { event in
        events.append(event)
      }
    return (result, events)
  }

  private func pipe(_ text: String) throws -> Int32 {
    var ends: [Int32] = [-1, -1]
    try #require(Glibc.pipe(&ends) == 0)
    defer { close(ends[1]) }
    try #require(write(ends[1], text, text.utf8.count) == text.utf8.count)
    return ends[0]
  }

  // The hash as a field, in quotation marks because it contains commas.
  private let hash = "\"\(PasswordHash.sample("B").phc)\""

  private func emails() async throws -> [String] {
    try await store.accounts(after: nil, limit: 100).map(\.email.text)
  }

  @Test("adds accounts with passwords and accounts with hashes, from a file and from a pipe", arguments: [false, true])
  func adds(isPipe: Bool) async throws {
    let text = "email,password,hash\r\nAnn@example.com,\"correct, \"\"horse\",\r\nbob@example.com,,\(hash)\r\n"
    // When
    let (result, bad, _) = try await importing(text, through: isPipe)
    // Then both can sign in
    #expect(result == ImportResult(addedCount: 2, badCount: 0))
    #expect(bad.isEmpty)
    let stored = try #require(try await store.account(of: ann))
    #expect(stored.email.text == "Ann@example.com")
    #expect(try argon2id.verify(try password("correct, \"horse"), against: #require(stored.passwordHash)))
    #expect(try await store.account(of: email("bob@example.com"))?.passwordHash == .sample("B"))
  }

  @Test("takes columns in any order and case")
  func columns() async throws {
    #expect(try await importing("Hash,EMAIL\n\(hash),ann@example.com\n").result.addedCount == 1)
  }

  @Test("applies the policy to passwords, and allows any length behind a hash")
  func lengths() async throws {
    _ = try await importing("email,password\nann@example.com,correct horse\n")
    #expect(try await store.widestPasswordLength(including: 8...8) == 6...20)
    _ = try await importing("email,hash\nbob@example.com,\(hash)\n")
    #expect(try await store.widestPasswordLength(including: 8...8) == 1...1024)
  }

  @Test("reads every exported email back, and keeps other apostrophes")
  func guardedEmails() async throws {
    let exported = ["+a@x.com", "-a@x.com", "=a@x.com", "''a@x.com", "'=a@x.com", "o'brien@x.com"]
    let text = exported.map { "\(email($0).csvField),\(hash)\n" }.joined() + "'b@x.com,\(hash)\n"
    #expect(try await importing("email,hash\n" + text).bad.isEmpty)
    #expect(Set(try await emails()) == Set(exported + ["'b@x.com"]))
    // And an apostrophe alone is no email
    #expect(try await importing("email,hash\n',\(hash)\n").bad == [BadRow(lines: 2...2, reason: .email)])
  }

  @Test("reports each bad row with its lines and reason, and then adds no account")
  func badRows() async throws {
    _ = try await store.add(email("here@example.com"), .sample())
    let text = """
      email,password,hash
      ann@example.com,correct horse,
      "not
      valid",correct horse,
      a@example.com,,
      b@example.com,correct horse,\(hash)
      c@example.com,correct horse
      ANN@example.com,correct horse,
      d@example.com,short,
      e@example.com,Password,
      f@example.com,,correct horse
      g@example.com,,\(hash.replacing("m=8,", with: "m=4294967296,"))
      h@example.com,a\u{7}b cdef,
      i@example.com,half "quoted",
      here@example.com,correct horse,
      j..k@example.com,correct horse,
      '@example,correct horse,

      """
    let (result, bad, steps) = try await importing(text)
    #expect(
      bad == [
        BadRow(lines: 3...4, reason: .email), BadRow(lines: 5...5, reason: .noSecret),
        BadRow(lines: 6...6, reason: .twoSecrets), BadRow(lines: 7...7, reason: .fieldCount(2, expected: 3)),
        BadRow(lines: 8...8, reason: .repeated(line: 2)), BadRow(lines: 9...9, reason: .violation(.length(6...20))),
        BadRow(lines: 10...10, reason: .violation(.common)), BadRow(lines: 11...11, reason: .hash(.malformed)),
        BadRow(
          lines: 12...12, reason: .hash(.absurdCost(HashCost(memoryKiB: 4_294_967_296, passes: 1)))),
        BadRow(lines: 13...13, reason: .password(.controlCharacter)),
        BadRow(lines: 14...14, reason: .csv(.strayQuote)), BadRow(lines: 15...15, reason: .exists),
        BadRow(lines: 16...16, reason: .email), BadRow(lines: 17...17, reason: .email),
      ])
    #expect(result == ImportResult(addedCount: 0, badCount: 14))
    #expect(steps == [.checking], "No password was hashed.")
    #expect(try await emails() == ["here@example.com"])
  }

  @Test(
    "names the word that another program writes in front of a hash, and an account that is locked",
    arguments: [
      ("{CRYPT}$6$a$b", .hashPrefix("{CRYPT}")), ("{sha512-crypt}$6$a$b", .hashPrefix("{SHA512-CRYPT}")),
      ("{BLF-CRYPT}$2y$05$a", .hashPrefix("{BLF-CRYPT}")), ("{ARGON2ID}$argon2id$v=19", .hashPrefix("{ARGON2ID}")),
      ("argon2$argon2id$v=19", .hashPrefix("argon2")), ("bcrypt$$2b$12$a", .hashPrefix("bcrypt$")),
      ("!$6$a$b", .locked), ("!!$6$a$b", .locked), ("!!", .locked), ("!", .locked), ("*", .locked), ("x", .locked),
      ("*LK*", .locked), ("*LK*$6$a$b", .locked), ("xyz", .hash(.malformed)), ("{SSHA}abc", .hash(.malformed)),
      ("bcrypt_sha256$$2b$12$a", .hash(.malformed)), ("!hunter2", .hash(.malformed)),
    ] as [(String, BadRow.Reason)])
  func foreignWords(hash: String, reason: BadRow.Reason) async throws {
    #expect(try await importing("email,hash\nann@example.com,\(hash)\n").bad == [BadRow(lines: 2...2, reason: reason)])
  }

  @Test("names the line for spreadsheets", arguments: ["sep=;\nemail;hash\n", "sep=,\nemail,hash\n"])
  func separatorLine(text: String) async throws {
    await #expect(throws: ImportError.file(.separatorLine)) { try await importing(text) }
  }

  @Test("names a file of another encoding")
  func utf16() async throws {
    await #expect(throws: ImportError.file(.utf16)) {
      try await importing("xxe\0m\0a\0i\0l\0\r\0\n\0", latin1: [0: 0xFF, 1: 0xFE])
    }
  }

  @Test("names an email of another encoding")
  func otherEncoding() async throws {
    let (result, bad, _) = try await importing("email,hash\nbj?rn@example.com,\(hash)\n", latin1: [13: 0xF6])
    #expect(bad == [BadRow(lines: 2...2, reason: .notUTF8(.email))])
    #expect(result.addedCount == 0)
  }

  @Test("refuses a hash whose memory every sign-in would take, unless new hashes take as much")
  func memory() async throws {
    let yescrypt = "$F5Jx5fExrKuPp53xLKQ..1$zwtVrjrUCmXcyLTs6oxLTQlzifSUkF8RHJ./tK5KU79"
    let text = """
      email,hash
      ann@example.com,\(hash.replacing("m=8,", with: "m=1048576,"))
      bob@example.com,\(hash.replacing("m=8,", with: "m=262144,"))
      carl@example.com,$y$jFT\(yescrypt)
      dora@example.com,$y$j9T\(yescrypt)
      eve@example.com,\(hash.replacing("m=8,", with: "m=262145,"))

      """
    // When
    let (result, bad, _) = try await importing(text)
    // Then
    let most = 262_144
    #expect(
      bad == [
        BadRow(lines: 2...2, reason: .memory(1_048_576, most: most)),
        BadRow(lines: 4...4, reason: .memory(1_048_576, most: most)),
        BadRow(lines: 6...6, reason: .memory(262_145, most: most)),
      ])
    #expect(result == ImportResult(addedCount: 0, badCount: 3))
    // And where new hashes take a gibibyte, they are no worse
    let costly = try Argon2id(memoryKiB: 1_048_576, passes: 3)
    let file = try ScratchFile(text)
    let added = try await ImportAccountsUseCase(accounts: store, source: .test, argon2id: costly, rules: rules)
      .importAccounts(from: AccountFile(descriptor: file.descriptor), .allOrNone) { _ in }
    withExtendedLifetime(file) {}
    #expect(added == ImportResult(addedCount: 5, badCount: 0))
  }

  @Test("skips bad rows if told to keep going, and reports each once", arguments: [false, true])
  func keepsGoing(isPipe: Bool) async throws {
    _ = try await store.add(email("bob@example.com"), .sample())
    let text = """
      email,password,hash
      ann@example.com,correct horse,
      nobody,correct horse,
      bob@example.com,,\(hash)
      carl@example.com,,\(hash)
      """
    let (result, bad, _) = try await importing(text, .missingOnly, through: isPipe)
    #expect(result == ImportResult(addedCount: 2, badCount: 2))
    #expect(bad == [BadRow(lines: 3...3, reason: .email), BadRow(lines: 4...4, reason: .exists)])
    #expect(try await emails() == ["ann@example.com", "bob@example.com", "carl@example.com"])
  }

  @Test("adds no account if one of many hashes belongs to an existing account")
  func exists() async throws {
    _ = try await store.add(email("bob@example.com"), .sample())
    let (result, bad, _) = try await importing(
      "email,hash\nann@example.com,\(hash)\nbob@example.com,\(hash)\ncarl@example.com,\(hash)\n")
    #expect(result == ImportResult(addedCount: 0, badCount: 1))
    #expect(bad == [BadRow(lines: 3...3, reason: .exists)])
    #expect(try await emails() == ["bob@example.com"])
  }

  @Test("gives up after many bad rows, unless told to keep going")
  func givesUp() async throws {
    let text = "email,hash\n" + String(repeating: "nobody,\(hash)\n", count: 100)
    let (result, bad, _) = try await importing(text)
    #expect(result == ImportResult(addedCount: 0, badCount: 20))
    #expect(bad.count == 20)
    #expect(try await importing(text, .missingOnly).bad.count == 100)
    // And if all of them have accounts already
    let all = "email,hash\n" + (1...100).map { "user\($0)@example.com,\(hash)\n" }.joined()
    #expect(try await importing(all).result.addedCount == 100)
    #expect(try await importing(all).bad.count == 20)
  }

  @Test(
    "needs a header, and never prints a wrong one, because it may be a row of secrets",
    arguments: [
      ("", AccountFileError.empty), ("email\n", .missing(.password)), ("password,hash\n", .missing(.email)),
      ("ann@example.com,correct horse\n", .unknown(column: 1)), ("email,secret\n", .unknown(column: 2)),
      ("email,hash,Email\n", .repeated(.email)), ("email|password\n", .unknown(column: 1)),
      ("email,\"password\n", .header(.openQuote)),
    ])
  func header(text: String, error: AccountFileError) async throws {
    await #expect(throws: ImportError.file(error)) { try await importing(text) }
  }

  @Test("of a header without rows adds no account")
  func noRows() async throws {
    let (result, events) = try await events(importing: "email,password\n")
    #expect(result == ImportResult(addedCount: 0, badCount: 0))
    #expect(events == [.progress(ImportProgress(step: .adding, rows: 0, bytes: 0))])
  }

  @Test("fails if the store fails")
  func storeFails() async throws {
    store.failure = .unreachable(.busy, path: "store")
    for text in ["email,hash\nann@example.com,\(hash)\n", "email,password\nann@example.com,correct horse\n"] {
      await #expect(throws: ImportError.unavailable(.unreachable(.busy, path: "store"))) { try await importing(text) }
    }
  }

  @Test("reports its progress row by row")
  func progress() async throws {
    let text = "email,password\nann@example.com,correct horse\nbob@example.com,correct horse\n"
    #expect(
      try await events(importing: text).1 == [
        .progress(ImportProgress(step: .checking, rows: 1, bytes: 45)),
        .progress(ImportProgress(step: .checking, rows: 2, bytes: 75)),
        .progress(ImportProgress(step: .hashing, rows: 1, bytes: 45)),
        .progress(ImportProgress(step: .hashing, rows: 2, bytes: 75)),
        .progress(ImportProgress(step: .adding, rows: 2, bytes: 75)),
      ])
    let file = try ScratchFile(text)
    #expect(AccountFile(descriptor: file.descriptor).byteCount == text.utf8.count)
    #expect(AccountFile(descriptor: try pipe(text)).byteCount == nil)
    // And only the rest of a file counts, and nothing is known of a device
    for (start, left) in [(6, text.utf8.count - 6), (1_000, 0)] {
      lseek(file.descriptor, off_t(start), SEEK_SET)
      #expect(AccountFile(descriptor: file.descriptor).byteCount == left)
    }
    let device = open("/dev/null", O_RDONLY)
    defer { close(device) }
    #expect(AccountFile(descriptor: device).byteCount == nil)
  }
}
