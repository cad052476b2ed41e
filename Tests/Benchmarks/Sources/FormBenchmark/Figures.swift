import Glibc

/// What is measured of a contestant, one sample after the other.
struct Figures {
  var start: [Run.Answer] = []
  var email: [Run.Answer] = []
  var password: [Run.Answer] = []
  var short: [Run.Answer] = []
  var long: [Run.Answer] = []
  var large: [Run.Answer] = []
  var paste: [Double] = []
  var leave: [Double] = []
  var memory: [Double] = []
  var wakeUps: [Double] = []
  var isTypedAheadKept = true

  private static let text = "ada@lovelace.example"

  /// One round: a few runs of the program, each for what it is best measured by.
  mutating func measure(_ contestant: Contestant) throws {
    try measureStarts(contestant)
    let run = try Run(contestant)
    _ = run.send("aaaaaaaa")
    for _ in 0..<40 {
      email.append(run.send("x"))
      email.append(run.send("\u{7F}"))
    }
    var secret = run
    if let command = contestant.passwordCommand {
      secret = try Run(Contestant(name: contestant.name, command: command, lastWord: contestant.lastWord))
    } else {
      _ = run.send(contestant.next)
    }
    _ = secret.send("aaaaaaaa")
    for _ in 0..<40 {
      password.append(secret.send("x"))
      password.append(secret.send("\u{7F}"))
    }
    memory.append(run.memory)
    measureIdle(run)
    try measureGrowth(contestant)
    let pasting = try Run(contestant)
    let text = String(repeating: "a", count: 4000)
    let takesPastes = pasting.hasWritten("\u{1B}[?2004h")
    paste.append(
      pasting.send(takesPastes ? "\u{1B}[200~\(text)\u{1B}[201~" : text, quiet: 30).microseconds / 1000)
    leave.append(try Run(contestant).leave(contestant.leave))
  }

  private mutating func measureStarts(_ contestant: Contestant) throws {
    for _ in 0..<10 { start.append(try Run(contestant).start) }
    let run = try Run(contestant, typedAhead: Self.text)
    _ = run.send("", quiet: 50)
    // Drawn anew, the text stands in one piece.
    run.resize(columns: 100, rows: 30)
    isTypedAheadKept = isTypedAheadKept && run.hasWritten(Self.text)
  }

  /// Wake-ups and bytes of a second in which nothing happens, one second after whatever happened last.
  private mutating func measureIdle(_ run: Run) {
    usleep(1_000_000)
    let before = run.sleeps
    usleep(1_000_000)
    wakeUps.append(run.sleeps - before)
  }

  /// The same keys in a short text, behind a long one, and on a large screen, in turns.
  private mutating func measureGrowth(_ contestant: Contestant) throws {
    let runs = [try Run(contestant), try Run(contestant), try Run(contestant, columns: 200, rows: 60)]
    for (run, length) in zip(runs, [8, 1000, 8]) { _ = run.send(String(repeating: "a", count: length), quiet: 30) }
    for _ in 0..<40 {
      for key in ["x", "\u{7F}"] {
        short.append(runs[0].send(key))
        long.append(runs[1].send(key))
        large.append(runs[2].send(key))
      }
    }
  }
}

extension [Double] {
  /// The value that a share of the others does not exceed.
  func quantile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Int((Double(count - 1) * share).rounded())]
  }

  /// For what has two values in turns, as typing a character and deleting it: the middle would be either.
  var mean: Double { reduce(0, +) / Double(count) }

  /// The value in the middle.
  var median: Double { quantile(0.5) }
}
