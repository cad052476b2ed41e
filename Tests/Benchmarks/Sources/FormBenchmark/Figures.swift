import Glibc
import Measure

/// The measurements of a contestant, one sample after the other.
struct Figures {
  var start: [Run.Answer] = []
  /// Starts that stop at the complete screen, for the processor time and the page faults until then.
  var stoppedStart: [Run.Answer] = []
  var email: [Run.Answer] = []
  var password: [Run.Answer] = []
  var short: [Run.Answer] = []
  var long: [Run.Answer] = []
  var large: [Run.Answer] = []
  var paste: [Double] = []
  /// Milliseconds from Esc and from Ctrl-C to the end.
  var leave: [Double] = []
  var interrupt: [Double] = []
  /// Milliseconds from Ctrl-C until the terminal is given back, and to the end while a password is verified.
  var terminalBack: [Double] = []
  var interruptedHash: [Double] = []
  /// The resident memory of all processes at the form.
  var memory: [Double] = []
  var privateMemory: [Double] = []
  /// The processor time of all processes from exec until somebody can sign in.
  var ready: [Double] = []
  var wakeUps: [Double] = []
  var isTypedAheadKept = true

  /// Measures one start.
  mutating func measureStart(_ contestant: Contestant) throws {
    start.append(try Run(contestant).start)
    stoppedStart.append(try Run(contestant, stops: true).start)
    guard let readiness = contestant.readiness else { return ready.append(try Run(contestant).settledProcessor()) }
    var prepared = contestant
    prepared.environment.merge(readiness.environment) { $1 }
    ready.append(try Run(prepared, typedAhead: readiness.keys, answer: readiness.answer).settledProcessor())
  }

  fileprivate static let typedAhead = "ada@lovelace.example"
  /// A key and the key that takes it back, in turns.
  fileprivate static let keys = (0..<40).flatMap { _ in ["x", "\u{7F}"] }
}

/// The contestants take turns at each start and at each key, so that what slows the machine slows all of them.
extension [Figures] {
  /// Measures one round.
  mutating func measure(_ contestants: [Contestant], gate: Contestant, _ gateFigures: inout Figures) throws {
    try measureStarts(contestants, gate: gate, &gateFigures)
    try measureKeys(contestants)
    try measureGrowth(contestants)
    for (index, contestant) in contestants.enumerated() {
      let pasting = try Run(contestant)
      let text = String(repeating: "a", count: 4000)
      let takesPastes = pasting.hasWritten("\u{1B}[?2004h")
      self[index].paste.append(
        pasting.send(takesPastes ? "\u{1B}[200~\(text)\u{1B}[201~" : text, quiet: 30).microseconds / 1000)
      self[index].leave.append(try Run(contestant).leave(contestant.leave).end)
      let (end, terminalBack) = try Run(contestant).leave("\u{3}")
      self[index].interrupt.append(end)
      self[index].terminalBack.append(terminalBack)
    }
  }

  /// The order of the contestants. Each follows each other one equally often, because they are a prime number.
  private func turns(_ round: Int) -> [Int] { indices.map { $0 * (1 + round % (count - 1)) % count } }

  private mutating func measureStarts(
    _ contestants: [Contestant], gate: Contestant, _ gateFigures: inout Figures
  ) throws {
    for round in 0..<20 {
      for index in turns(round) {
        try self[index].measureStart(contestants[index])
      }
    }
    for _ in 0..<20 { try gateFigures.measureStart(gate) }
    let atGate = try Run(gate)
    _ = atGate.settledProcessor()
    gateFigures.memory.append(atGate.memory)
    gateFigures.privateMemory.append(atGate.privateMemory)
    for (index, contestant) in contestants.enumerated() {
      let run = try Run(contestant, typedAhead: Figures.typedAhead)
      _ = run.send("", quiet: 50)
      // After a resize the program draws the whole text in one piece.
      run.resize(columns: 100, rows: 30)
      if !run.hasWritten(Figures.typedAhead) { self[index].isTypedAheadKept = false }
    }
  }

  private mutating func measureKeys(_ contestants: [Contestant]) throws {
    let runs = try contestants.map { try Run($0) }
    for run in runs { _ = run.send("aaaaaaaa") }
    for (round, key) in Figures.keys.enumerated() {
      for index in turns(round / 2) { self[index].email.append(runs[index].send(key)) }
    }
    let secrets = try zip(contestants, runs).map { contestant, run in
      if let command = contestant.passwordCommand {
        return try Run(Contestant(name: contestant.name, command: command, lastWord: contestant.lastWord))
      }
      _ = run.send(contestant.next)
      return run
    }
    for run in secrets { _ = run.send("aaaaaaaa") }
    for (round, key) in Figures.keys.enumerated() {
      for index in turns(round / 2) { self[index].password.append(secrets[index].send(key)) }
    }
    for (index, run) in runs.enumerated() {
      self[index].memory.append(run.memory)
      self[index].privateMemory.append(run.privateMemory)
    }
    measureIdle(runs)
  }

  /// Counts the wake-ups in an idle second, which begins one second after the last event.
  private mutating func measureIdle(_ runs: [Run]) {
    usleep(1_000_000)
    let before = runs.map(\.sleeps)
    usleep(1_000_000)
    for (index, run) in runs.enumerated() { self[index].wakeUps.append(run.sleeps - before[index]) }
  }

  /// Sends the same keys in turns to a short text, after a long one, and on a large screen.
  private mutating func measureGrowth(_ contestants: [Contestant]) throws {
    for (index, contestant) in contestants.enumerated() {
      let runs = [try Run(contestant), try Run(contestant), try Run(contestant, columns: 200, rows: 60)]
      for (run, length) in zip(runs, [8, 1000, 8]) { _ = run.send(String(repeating: "a", count: length), quiet: 30) }
      for key in Figures.keys {
        self[index].short.append(runs[0].send(key))
        self[index].long.append(runs[1].send(key))
        self[index].large.append(runs[2].send(key))
      }
    }
  }
}
