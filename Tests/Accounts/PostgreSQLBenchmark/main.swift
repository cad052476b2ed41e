// Measures the store in PostgreSQL: operations a second beside pgbench on the same socket, and pages of a log of a
// million attempts. Usage: PostgreSQLBenchmark FOLDER-OF-SOCKET DATABASE [ATTEMPTS]. The tables must be empty.
import Foundation
import Identity
import PostgreSQLStore
import Measure
import Secrets
import Store

guard CommandLine.arguments.count > 2 else {
  FileHandle.standardError.write(Data("Usage: PostgreSQLBenchmark FOLDER-OF-SOCKET DATABASE [ATTEMPTS]\n".utf8))
  exit(64)
}
let folder = CommandLine.arguments[1]
let database = CommandLine.arguments[2]
let attempts = CommandLine.arguments.dropFirst(3).first.flatMap { Int($0) } ?? 1_000_000

let place = try PostgreSQLPlace("postgresql://signin_app@/\(database)?host=\(folder)")
let store = PostgreSQLStore(at: place)

@discardableResult
func run(_ program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = ["-h", folder] + arguments
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  process.waitUntilExit()
  return text
}

func psql(_ sql: String) throws {
  try run("/usr/bin/psql", ["-XqAt", "-v", "ON_ERROR_STOP=1", "-U", "signin_owner", "-d", database, "-c", sql])
}

/// Transactions a second of a script of pgbench. (Not by time: it would wait for a signal that a child of Foundation
/// does not get.)
func pgbench(_ script: String, times: Int) throws -> Double {
  let file = FileManager.default.temporaryDirectory.appending(path: "signin-\(getpid()).sql")
  try script.write(to: file, atomically: true, encoding: .utf8)
  defer { try? FileManager.default.removeItem(at: file) }
  let text = try run(
    "/usr/lib/postgresql/15/bin/pgbench",
    [
      "-n", "-U", "signin_owner", "-c", "\(Load.clients)", "-j", "2", "-t", "\(times)", "-f",
      file.path(percentEncoded: false),
      database,
    ])
  let line = text.split(separator: "\n").first { $0.hasPrefix("tps = ") }
  return line?.split(separator: " ").dropFirst(2).first.flatMap { Double($0) } ?? 0
}

func email(_ text: String) -> EmailAddress {
  guard let email = EmailAddress(stored: text) else { fatalError("\(text) is no email.") }
  return email
}

/// The times of several runs.
func milliseconds(_ body: () async throws -> Void) async throws -> [Double] {
  var times: [Double] = []
  for _ in 0..<7 {
    let start = ContinuousClock.now
    try await body()
    times.append((.now - start) / .milliseconds(1))
  }
  return times
}

// Sessions, and tokens to verify
let hash = try PasswordHash(
  phc: "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA")
let source = AttemptSource(tty: "pts/1", uid: 1000, host: "here", program: "bench")
let people = (0..<Load.clients).map { email("client\($0)@example.com") }
var opened: [TokenDigest] = []
for person in people {
  _ = try await store.add(person, hash, .always, from: source)
  let token = SecureToken().digest
  opened.append(token)
  guard case .admitted(let admission) = try await store.charge(person, from: source, under: Throttle()),
    let account = admission.account
  else { fatalError("not admitted") }
  _ = try await store.settle(
    admission.attempt, as: .signedIn(account, opening: NewSession(token: token, lifetime: SessionLifetime())),
    under: Throttle())
}
let tokens = opened

let verified = try await Load.perSecond { client, _ in _ = try await store.verify(tokens[client], by: .anybody) }
let selected = try pgbench(
  """
  SELECT session.id, email, opened, session.used, idle, absolute, uid
  FROM signin.session JOIN signin.account ON account.id = session.account LIMIT 1;
  """, times: 20_000)
// A right sign-in: charge, then settle with a session
let signedIn = try await Load.perSecond { client, number in
  let person = people[client]
  let at = AttemptSource(tty: "pts/1", uid: UInt32(1000 + client), host: "here", program: "bench")
  guard case .admitted(let admission) = try await store.charge(person, from: at, under: Throttle()),
    let account = admission.account
  else { return }
  _ = try await store.settle(
    admission.attempt,
    as: .signedIn(account, opening: NewSession(token: SecureToken().digest, lifetime: SessionLifetime())),
    under: Throttle())
}
try psql(
  "CREATE TABLE IF NOT EXISTS public.bench (id int PRIMARY KEY, n int); INSERT INTO public.bench SELECT g, 0 FROM generate_series(0, 999) g ON CONFLICT DO NOTHING"
)
let updated = try pgbench("\\set id random(0, 999)\nUPDATE public.bench SET n = n + 1 WHERE id = :id;\n", times: 1_000)
print(
  "## PostgreSQL\n\n\(Load.clients) clients on one socket, \(Load.seconds) s each. A sign-in is two transactions: charge and"
)
print("settle. Medians, and the middle four fifths.\n")
var rates = Table("", "a second", "pgbench", "times")
rates.add(
  "verifications beside one SELECT", text(verified, digits: 0), text(selected, digits: 0),
  text(verified / selected, digits: 2))
rates.add(
  "sign-ins without the hash beside two UPDATEs", text(signedIn, digits: 0), text(updated / 2, digits: 0),
  text(signedIn / (updated / 2), digits: 2))
rates.print()

// The log
try psql(
  """
  INSERT INTO signin.attempt (at, logged, email, key, outcome, tty, uid, host, program)
  SELECT t, t, e, e, (ARRAY['signed-in', 'refused', 'throttled'])[1 + g % 3], 'pts/' || g % 50, 1000, 'host' || g % 20000, 'signin'
  FROM generate_series(1, \(attempts)) g,
    LATERAL (SELECT date_trunc('month', now()) + g * interval '1 second' AS t,
      CASE WHEN g % 2 = 0 THEN 'half@example.com' ELSE 'user' || g % 1000 || '@example.com' END AS e) AS row
  """)
try psql("ANALYZE signin.attempt")
var pages = Table("a page of 50, of \(attempts) attempts", "ms", "rows")
for (name, person, search) in [
  ("the first page, of everybody", nil, ""), ("with a common word", nil, "refused"),
  ("with a rare word", nil, "host4711"),
  ("with a word that is nowhere", nil, "zanzibar"), ("with a part of an email", nil, "user71@"),
  ("with a common letter", nil, "7"), ("with a letter that is nowhere", nil, "ß"),
  ("the first page, of half of all", "half@example.com", ""), ("with a common word", "half@example.com", "refused"),
  ("with a rare word", "half@example.com", "host4712"), ("with a word that is nowhere", "half@example.com", "zanzibar"),
  ("with a common letter", "half@example.com", "7"),
] as [(String, String?, String)] {
  let query = AttemptQuery(email: person.map(email), search: AttemptSearch(search))
  var found = 0
  let times = try await milliseconds {
    found = try await store.page(of: query, before: nil, limit: 50).attempts.count
  }
  pages.add(name, times.spread(), "\(found)")
}
let size = try run(
  "/usr/bin/psql",
  ["-XqAt", "-U", "signin_owner", "-d", database, "-c", "SELECT pg_size_pretty(pg_database_size(current_database()))"])
pages.print()
print("The database takes \(size.trimmingCharacters(in: .whitespacesAndNewlines)).\n")
var budgets = Budgets()
budgets.add("verifications, times pgbench's SELECTs", verified / selected, notBelow: 0.4)
budgets.print()
exit(budgets.areKept ? EXIT_SUCCESS : EXIT_FAILURE)
