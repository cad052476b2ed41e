// Measures the form's cost for its user on a real pty, beside a bare ncurses program, dialog, whiptail and pinentry.
// They take turns, so that the machine disturbs all of them alike. Ratios count, not times. Arguments: the program to
// measure, and the number of rounds. Prints the figures, then each budget.
import Glibc
import Measure

let arguments = CommandLine.arguments
let signin = arguments.count > 1 ? arguments[1] : ".build/release/signin"
let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 5 : 5
let folder = arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
let bare = (folder + ["BareForm"]).joined(separator: "/")

var figures: [Figures] = []
do {
  let store = try Store(by: signin)
  let contestants = Contestant.all(signin: signin, store: store.url, bare: bare)
  figures = contestants.map { _ in Figures() }
  for _ in 0..<rounds {
    for index in contestants.indices { try figures[index].measure(contestants[index]) }
  }
} catch {
  print("Nothing could be measured: \(error).")
  exit(EXIT_FAILURE)
}

var table = Table(
  "median", "signin", "bare ncurses", "dialog", "whiptail", "pinentry", "times bare", "times dialog")
func add(_ what: String, digits: Int = 0, _ figure: (Figures) -> Double) {
  let values = figures.map(figure)
  table.add(
    what, text(values[0], digits: digits), text(values[1], digits: digits), text(values[2], digits: digits),
    text(values[3], digits: digits), text(values[4], digits: digits),
    text(values[0] / values[1], digits: 2), text(values[0] / values[2], digits: 2))
}
add("start to complete screen, ms", digits: 2) { $0.start.map(\.microseconds).median / 1000 }
add("start, processor time, ms", digits: 2) { $0.start.map(\.processor).median / 1000 }
add("start, page faults") { $0.start.map(\.faults).median }
add("until keeper and form wait, processor time, ms", digits: 2) { $0.ready.median / 1000 }
add("start, bytes") { Double($0.start.last?.bytes ?? 0) }
add("key to last byte, µs") { $0.email.map(\.microseconds).median }
add("the same, 95th of 100") { $0.email.map(\.microseconds).quantile(0.95) }
add("processor time per key, µs") { $0.email.map(\.processor).median }
add("the same in the password") { $0.password.map(\.processor).median }
add("in three programs in turns: 8 characters") { $0.short.map(\.processor).median }
add("the same at 200x60") { $0.large.map(\.processor).median }
add("the same behind 1,000 characters") { $0.long.map(\.processor).median }
add("bytes per key, email") { $0.email.map { Double($0.bytes) }.mean }
add("bytes per key, password") { $0.password.map { Double($0.bytes) }.mean }
add("resident memory, KiB") { $0.memory.median }
add("resident memory of the keeper, KiB") { $0.helperMemory.median }
add("wake-ups in an idle second") { $0.wakeUps.median }
add("paste of 4,000 characters, ms", digits: 2) { $0.paste.median }
add("Esc to the end, ms", digits: 1) { $0.leave.median }
add("Ctrl-C to the end, ms", digits: 2) { $0.interrupt.median }
add("typed ahead kept, 1 is all") { $0.isTypedAheadKept ? 1 : 0 }
table.print()

let budgets = Budget.all(signin: figures[0], dialog: figures[2])
for budget in budgets { print(budget.isKept ? "kept  " : "BROKEN", "\(budget.what): \(budget.limit)") }
exit(budgets.allSatisfy(\.isKept) ? EXIT_SUCCESS : EXIT_FAILURE)
