import Glibc
import Measure

/// The measurements of a contestant, one sample after the other.
struct Figures {
  var start: [Run.Answer] = []
  var email: [Run.Answer] = []
  var password: [Run.Answer] = []
  var short: [Run.Answer] = []
  var long: [Run.Answer] = []
  var large: [Run.Answer] = []
  var paste: [Double] = []
  /// Milliseconds from Esc and from Ctrl-C to the end.
  var leave: [Double] = []
  var interrupt: [Double] = []
  var memory: [Double] = []
  /// The processor time from exec until the program and its helper, if it has one, wait for the user.
  var ready: [Double] = []
  var helperMemory: [Double] = []
  var wakeUps: [Double] = []
  var isTypedAheadKept = true

  private static let text = "ada@lovelace.example"

  /// Measures one round: a few runs of the program, each for the figures that it suits best.
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
    interrupt.append(try Run(contestant).leave("\u{3}"))
  }

  private mutating func measureStarts(_ contestant: Contestant) throws {
    for _ in 0..<20 {
      let run = try Run(contestant)
      start.append(run.start)
      let helper = run.helper()
      ready.append(run.processor + (helper?.processor ?? 0))
      helperMemory.append(helper?.memory ?? 0)
    }
    let run = try Run(contestant, typedAhead: Self.text)
    _ = run.send("", quiet: 50)
    // After a resize the program draws the whole text in one piece.
    run.resize(columns: 100, rows: 30)
    isTypedAheadKept = isTypedAheadKept && run.hasWritten(Self.text)
  }

  /// Counts the wake-ups in an idle second, which begins one second after the last event.
  private mutating func measureIdle(_ run: Run) {
    usleep(1_000_000)
    let before = run.sleeps
    usleep(1_000_000)
    wakeUps.append(run.sleeps - before)
  }

  /// Sends the same keys in turns to a short text, after a long one, and on a large screen.
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
