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
let bareHash = (folder + ["BareHash"]).joined(separator: "/")

/// The size of all files in the folder of the program, which has nothing but the installed ones.
func installedMegabytes(besides program: String) -> Double {
  let path = program.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
  guard let folder = opendir(path) else { return .nan }
  defer { closedir(folder) }
  var bytes = 0.0
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    var status = stat()
    if stat("\(path)/\(name)", &status) == 0, status.st_mode & S_IFMT == S_IFREG { bytes += Double(status.st_size) }
  }
  return bytes / 1_000_000
}

var figures: [Figures] = []
/// signin with arguments.
var gate = Figures()
/// Sign-ins on the screen, and bare hashes in turns with them, in milliseconds.
var (signIns, hashes): ([Double], [Double]) = ([], [])
/// The instructions of signin, of signin with arguments, and of dialog.
var instructions: [Instructions] = []
/// Those of a verification, in millions.
var verification = 0.0
do {
  let store = try Store(by: signin)
  let contestants = Contestant.all(signin: signin, store: store, bare: bare)
  let gated = Contestant.gate(signin: signin, store: store)
  instructions = try [contestants[0], gated, contestants[2]].map { try Instructions(of: $0, log: store.log) }
  verification = try Instructions.count(
    [signin, "session", "verify", "--store", store.url], input: try store.token(signin) + "\n", log: store.log)
  figures = contestants.map { _ in Figures() }
  for _ in 0..<rounds {
    try figures.measure(contestants, gate: gated, &gate)
    for _ in 0..<5 {
      let run = try Run(contestants[0])
      _ = run.send(Store.email + "\t" + Store.password, quiet: 30)
      signIns.append(run.send("\r", until: "Activity"))
      hashes.append(try ProgramRun(bareHash, [store.hash()], input: Store.password + "\n").milliseconds)
      let left = try Run(contestants[0])
      _ = left.send(Store.email + "\t" + Store.password, quiet: 30)
      _ = left.send("\r", quiet: 5)
      figures[0].interruptedHash.append(left.leave("\u{3}").end)
    }
  }
} catch {
  print("Nothing could be measured: \(error).")
  exit(EXIT_FAILURE)
}

// The benchmark's own control: it must see what is known, that dialog loses the characters typed ahead.
guard !figures[2].isTypedAheadKept else {
  print("The measurement is wrong: dialog is said to keep what is typed ahead.")
  exit(EXIT_FAILURE)
}

print("## The form\n\nMedians, and the middle four fifths.\n")
var table = Table("", "signin", "with arguments", "bare ncurses", "dialog", "whiptail", "pinentry")
func add(_ what: String, digits: Int = 0, _ figure: (Figures) -> [Double]) {
  let cells = ([figures[0], gate] + figures.dropFirst()).map {
    figure($0).isEmpty ? "-" : figure($0).spread(digits: digits)
  }
  table.add(what, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5])
}
func addMean(_ what: String, _ figure: (Figures) -> [Run.Answer]) {
  let cells = figures.map { text(figure($0).map { Double($0.bytes) }.mean) }
  table.add(what, cells[0], "-", cells[1], cells[2], cells[3], cells[4])
}
add("start to complete screen, ms", digits: 1) { $0.start.map { $0.microseconds / 1000 } }
add("processor time until then, ms", digits: 1) { $0.stoppedStart.map { $0.processor / 1000 } }
add("page faults until then") { $0.stoppedStart.map(\.faults) }
add("until somebody can sign in, processor time of all processes, ms", digits: 1) { $0.ready.map { $0 / 1000 } }
add("key to last byte, µs") { $0.email.map(\.microseconds) }
add("processor time of a key, µs") { $0.email.map(\.processor) }
add("the same in the password") { $0.password.map(\.processor) }
add("in three programs in turns: 8 characters") { $0.short.map(\.processor) }
add("the same at 200x60") { $0.large.map(\.processor) }
add("the same behind 1,000 characters") { $0.long.map(\.processor) }
addMean("bytes of a key, email") { $0.email }
addMean("bytes of a key, password") { $0.password }
add("resident memory of all processes, MiB", digits: 1) { $0.memory.map { $0 / 1024 } }
add("private memory of all processes, MiB", digits: 2) { $0.privateMemory.map { $0 / 1024 } }
add("wake-ups in an idle second") { $0.wakeUps }
add("paste of 4,000 characters, ms", digits: 1) { $0.paste }
add("Esc to the end, ms (pinentry: Ctrl-C)", digits: 1) { $0.leave }
add("Ctrl-C to the end, ms", digits: 1) { $0.interrupt }
add("the same while a password is verified", digits: 1) { $0.interruptedHash }
add("Ctrl-C until the terminal is given back, ms", digits: 1) { $0.terminalBack.filter { !$0.isNaN } }
add("all that is typed ahead is kept: 1") { $0.email.isEmpty ? [] : [$0.isTypedAheadKept ? 1 : 0] }
table.print()

print("From Enter to the list of activity: \(signIns.spread()) ms. The bare hash, in turns: \(hashes.spread()) ms.\n")
var counts = Table("instructions", "signin", "with arguments", "dialog")
func addCount(_ what: String, _ count: (Instructions) -> Double) {
  counts.add(what, text(count(instructions[0])), text(count(instructions[1])), text(count(instructions[2])))
}
addCount("complete screen and end, million") { $0.start }
addCount("the same once it is ready to sign in") { $0.ready }
counts.add("a key, thousand", text(instructions[0].key), "-", text(instructions[2].key))
counts.print()

var budgets = Budgets(signin: figures[0], gate: gate, dialog: figures[2])
budgets.add("instructions of a start and its end, million", instructions[0].start, atMost: 9.1)
budgets.add("the same with arguments", instructions[1].start, atMost: 30.9)
budgets.add("the same once it is ready to sign in", instructions[0].ready, atMost: 14.9)
budgets.add("instructions of a key, thousand", instructions[0].key, atMost: 60.2)
budgets.add("instructions of session verify, million", verification, atMost: 42)
budgets.add("sign-in on the screen, times the bare hash", zip(signIns, hashes).map { $0 / $1 }.median, atMost: 1.2)
budgets.add("bytes installed, stripped, MB", installedMegabytes(besides: signin), atMost: 28.5)
budgets.print()
exit(budgets.areKept ? EXIT_SUCCESS : EXIT_FAILURE)
