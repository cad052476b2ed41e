// Measures how long signin takes to read and search a log of a million attempts, from its start to the end of its
// output. The store's own share is smaller. Then it measures work on many rows. Usage: ActivityBenchmark PATH-OF-SIGNIN [ATTEMPTS]
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
defer { try? FileManager.default.removeItem(at: directory) }

let store = directory.appending(path: "signin.db").path(percentEncoded: false)
let program = Program(path: CommandLine.arguments[1], store: store)
_ = try program.run(["account", "add", "someone@example.com", "--password-stdin"], input: "correct horse\n")
for email in Generator.emails {
  _ = try program.run(["--password-stdin", "--email", email], input: "wrong horse\n")
}
try Generator(store: store).add(tries)

var isWithinBudget = true
var pages = Table("a page of 50", "ms", "budget", "lines")
@MainActor
func measure(_ name: String, budget: Double, _ arguments: String...) throws {
  let run = try program.quickest(["activity"] + arguments)
  pages.add(name, text(run.milliseconds), text(budget), "\(run.lines)")
  if run.milliseconds > budget { isWithinBudget = false }
}
try measure("the first, of everybody", budget: 50)
try measure("with a common word", budget: 50, "--search", "refused")
try measure("with a rare word", budget: 100, "--search", "host4711")
try measure("with an email", budget: 50, "--search", "few@example")
try measure("with a word that is nowhere", budget: 50, "--search", "zanzibar")
for email in Generator.emails.prefix(2) {
  try measure("the first, of \(email)", budget: 50, email)
  try measure("with a common word", budget: 100, email, "--search", "refused")
  try measure("with a rare word", budget: 100, email, "--search", "host4711")
  try measure("with a word that is nowhere", budget: 100, email, "--search", "zanzibar")
  try measure("with a common letter", budget: 100, email, "--search", "7")
}
pages.print()

var memory = Table("pages of 1,000", "MB", "lines")
let few = try program.run(["activity", "half@example.com", "--limit", "2000"])
let many = try program.run(["activity", "half@example.com", "--limit", "200000"])
memory.add("2", text(few.megabytes), "\(few.lines)")
memory.add("200", text(many.megabytes), "\(many.lines)")
memory.print()
if many.megabytes > few.megabytes * 1.1 { isWithinBudget = false }

var bulk = Bulk(program, in: directory)
try bulk.writeJSON(200_000)
try bulk.importHashes(100_000)
bulk.print()
if !bulk.isWithinBudget { isWithinBudget = false }

print(isWithinBudget ? "within budget" : "over budget")
exit(isWithinBudget ? EXIT_SUCCESS : EXIT_FAILURE)
