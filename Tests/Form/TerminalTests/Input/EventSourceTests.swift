import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("Events of a terminal")
nonisolated struct EventSourceTests {
  @Test("keys, pastes and the mouse arrive as events")
  func events() throws {
    let run = try ProbeRun()
    run.pty.type("é\u{1B}[A\u{1B}[Z\u{1B}f")
    for event in ["key é", "key up", "key shift tab", "key alt f"] { try run.pty.waitForReport(event) }
    run.pty.type("\u{1B}[200~a\rb\u{1B}[201~")
    for event in ["paste began", "pasted a", "pasted control 13", "pasted b", "paste ended"] {
      try run.pty.waitForReport(event)
    }
    run.pty.type("\u{1B}[<0;3;2M")
    try run.pty.waitForReport("mouse press(")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("ESC alone is Esc, even if nothing follows")
  func escape() throws {
    let run = try ProbeRun()
    run.pty.type("\u{1B}")
    try run.pty.waitForReport("key escape")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("ESCDELAY sets how long ESC waits for the rest of a key, and Esc twice doesn't wait for it")
  func escapeDelay() throws {
    // given a terminal whose line is slow, and another
    let slow = try ProbeRun(Pty.environment().merging(["ESCDELAY": "10000"]) { $1 })
    let quick = try ProbeRun()
    // when ESC comes to both, and is Esc on the other
    slow.pty.type("\u{1B}")
    quick.pty.type("\u{1B}")
    try quick.pty.waitForReport("key escape")
    // then the rest of a key still finds its ESC
    slow.pty.type("[A")
    try slow.pty.waitForReport("key up")
    #expect(!slow.pty.report.contains("escape"))
    // and Esc pressed twice is reported at once
    let start = ContinuousClock.now
    slow.pty.type("\u{1B}")
    quick.pty.type("\u{1B}")
    try quick.pty.waitForReport("key escape")
    slow.pty.type("\u{1B}")
    try slow.pty.waitForReport("key escape")
    #expect(ContinuousClock.now - start < .seconds(9))
    for run in [slow, quick] {
      run.pty.type("q")
      try run.expectEnd(.exited(0))
    }
  }

  @Test("a resize is reported once, and the frame of the new size is drawn")
  func resize() throws {
    let run = try ProbeRun()
    run.pty.resize(columns: 100, rows: 30)
    try run.pty.waitForReport("resized 100x30")
    try run.pty.waitForOutput("resized 100x30")
    for step in 1...200 { run.pty.resize(columns: 40 + step % 7, rows: 10 + step % 5) }
    run.pty.resize(columns: 20, rows: 5)
    try run.pty.waitForReport("resized 20x5")
    run.pty.resize(columns: 1, rows: 1)
    try run.pty.waitForReport("resized 1x1")
    run.pty.resize(columns: 80, rows: 24)
    try run.pty.waitForReport("resized 80x24")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("the main actor's tasks run in the loop, on the main thread")
  func mainActor() throws {
    let run = try ProbeRun()
    run.pty.type("M")
    try run.pty.waitForReport("answer 42, main thread true")
    try run.pty.waitForOutput("answer 42")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("a timer runs in a turn of the loop, and needs no system timer")
  func timers() throws {
    let run = try ProbeRun()
    run.pty.type("L")
    try run.pty.waitForReport("later")
    run.pty.type("W")
    try run.pty.waitForReport("timers of the system 0")
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("the loop sleeps while nothing happens, even after a task or a paste")
  func idle() throws {
    // given a loop that has finished all work
    let run = try ProbeRun()
    run.pty.type("M")
    try run.pty.waitForReport("answer")
    run.pty.type("\u{1B}[200~x\u{1B}[201~")
    try run.pty.waitForReport("paste ended")
    run.pty.type("\u{1B}")
    try run.pty.waitForReport("key escape")
    // when two keys come with a pause between them (the terminal's own timer gives it: an unfinished sequence)
    run.pty.type("T")
    try run.pty.waitForReport("turns ")
    let before = try run.turns()
    run.pty.type("\u{1B}[")
    try run.pty.waitForReport("key alt [")
    run.pty.type("T")
    try run.pty.waitForReport("turns ")
    // then only those turns took place: the sequence, its time-out, the key
    #expect(try run.turns() - before <= 4)
    run.pty.type("q")
    try run.expectEnd(.exited(0))
  }

  @Test("ten thousand bytes of noise don't end it, and don't reach the screen as escapes")
  func noise() throws {
    let run = try ProbeRun()
    var random = SeededGenerator(seed: 5)
    // without q and the keys of the probe's misdeeds
    let harmless = (UInt8.min...UInt8.max).filter { !"qzETASXOYDGVHBMxplo".utf8.contains($0) }
    run.pty.type(bytes: (0..<10_000).map { _ in harmless.randomElement(using: &random) ?? 0 })
    run.pty.type("\r\u{1B}[200~end\u{1B}[201~")
    try run.pty.waitForReport("pasted d")
    run.pty.type("\rq")
    try run.expectEnd(.exited(0))
  }
}

extension ProbeRun {
  /// The number after the report just waited for.
  fileprivate nonisolated func turns() throws -> Int {
    try pty.wait(for: "number of turns") { pty.report.contains("\n") }
    return Int(pty.report.prefix { $0 != "\n" }) ?? 0
  }
}
