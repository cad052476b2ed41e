// Measures how long signin takes to read and search a log of a million attempts, from its start to the end of its
// output. The store's own share is smaller. Then it measures work on many rows.
// Usage: ActivityBenchmark PATH-OF-SIGNIN [ATTEMPTS]
import Foundation
import Measure

guard CommandLine.arguments.count > 1 else {
  FileHandle.standardError.write(Data("Usage: ActivityBenchmark PATH-OF-SIGNIN [ATTEMPTS]\n".utf8))
  exit(64)
}
let tries = CommandLine.arguments.dropFirst(2).first.flatMap { Int($0) } ?? 1_000_000
let directory = FileManager.default.temporaryDirectory.appending(path: "signin-benchmark-\(getpid())")
try FileManager.default.createDirectory(
  at: directory, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])

let store = directory.appending(path: "signin.db").path(percentEncoded: false)
let program = Program(path: CommandLine.arguments[1], store: store)
try program.run(["account", "add", "someone@example.com", "--password-stdin"], input: "correct horse\n")
for email in Generator.emails {
  // It is refused.
  _ = try? program.run(["--password-stdin", "--email", email], input: "wrong horse\n")
}
try Generator(store: store).add(tries)

print("## The log\n\n\(tries) attempts: half of them with one email, a thousandth with another. Each time is that of a")
print("whole program, from its start to the end of its output. Medians, and the middle four fifths.\n")
var pages = Table("a page of 50", "ms", "processor ms", "page faults")
@MainActor
func measure(_ name: String, _ arguments: String...) throws -> Double {
  let runs = try (0..<9).map { _ in try program.run(["activity"] + arguments) }
  let milliseconds = runs.map(\.milliseconds)
  let faults = text(runs.map(\.faults).median, digits: 0)
  pages.add(name, milliseconds.spread(), runs.map(\.processor).spread(), faults)
  return milliseconds.median
}
var firsts = [try measure("of everybody: the first")]
var searches = [
  try measure("with a common word", "--search", "refused"),
  try measure("with a rare word", "--search", "host4711"),
  try measure("with an email", "--search", "few@example"),
  try measure("with a word that is nowhere", "--search", "zanzibar"),
]
for (email, share) in zip(Generator.emails, ["half of the attempts", "a thousand attempts"]) {
  firsts.append(try measure("of an email with \(share): the first", email))
  searches += [
    try measure("with a common word", email, "--search", "refused"),
    try measure("with a rare word", email, "--search", "host4711"),
    try measure("with a word that is nowhere", email, "--search", "zanzibar"),
    try measure("with a common letter", email, "--search", "7"),
  ]
}
pages.print()

var bulk = Bulk(program, in: directory)
let written = try [2_000, 200_000].map { count in
  try program.run(["activity", "half@example.com", "--limit", "\(count)"]).megabytes
}
let imported = try [50_000, 200_000].map { try bulk.memory(ofImporting: $0) }
var memory = Table("peak memory, MB", "few", "many")
memory.add("2,000 and 200,000 rows of the log written", text(written[0]), text(written[1]))
memory.add("50,000 and 200,000 hashes imported", text(imported[0]), text(imported[1]))
memory.print()

try bulk.writeJSON(200_000)
try bulk.importHashes(100_000)
bulk.print()

var budgets = Budgets()
budgets.add("the slowest first page, ms", firsts.max() ?? .nan, atMost: 20)
budgets.add("the slowest search, ms", searches.max() ?? .nan, atMost: 50)
budgets.add("memory for 200,000 rows, times that for 2,000", written[1] / written[0], atMost: 1.1)
// The rows of an import wait in memory, some 380 bytes each.
budgets.add("memory for 200,000 hashes imported, MB", imported[1], atMost: 105)
for work in bulk.times {
  budgets.add(work.name + ", times sqlite3", work.times, atMost: work.name.hasSuffix("JSON") ? 1.7 : 2.4)
}
budgets.print()
try FileManager.default.removeItem(at: directory)
exit(budgets.areKept ? EXIT_SUCCESS : EXIT_FAILURE)
