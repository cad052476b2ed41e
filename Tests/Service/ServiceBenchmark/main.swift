// Measures what signing in and verifying cost above the password hash itself, and the service under many users. It must
// run as root, because it comes as other users. Arguments: the path of signin, that of BareHash, and an empty store in
// PostgreSQL.
import Glibc
import Measure

let arguments = CommandLine.arguments
guard arguments.count == 4, geteuid() == 0 else {
  print("Usage, as root: ServiceBenchmark PATH-OF-SIGNIN PATH-OF-BAREHASH STORE")
  exit(64)
}
// A file for each of a thousand forms.
var files = rlimit(rlim_cur: 8192, rlim_max: 8192)
setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &files)

let programs = Programs(signin: arguments[1], bareHash: arguments[2], database: arguments[3])
var budgets = Budgets()
print("## Signing in and verifying\n\nMedians, and the middle four fifths.\n")
do {
  try SingleUserBenchmark.measure(programs, into: &budgets)
  try ManyUsersBenchmark.measure(programs, into: &budgets)
} catch {
  print("Nothing more could be measured: \(error).")
  exit(EXIT_FAILURE)
}
budgets.print()
exit(budgets.areKept ? EXIT_SUCCESS : EXIT_FAILURE)
