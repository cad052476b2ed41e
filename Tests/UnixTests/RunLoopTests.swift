import Glibc
import Testing

@testable import Unix

@Suite("Run loop")
struct RunLoopTests {
  /// Without signals and the main queue, which belong to the process that runs the tests.
  private let loop = RunLoop(signals: -1, mainQueue: -1)

  @Test("what comes is handed on, then the turn ends; a stop ends the loop behind that, and it can run again")
  func turns() {
    // given
    let pipe = Pipe(holding: "ab")
    var story: [String] = []
    loop.watch(pipe.reading) { [loop] _ in
      story.append(pipe.read())
      if story.contains("b") { loop.stop() }
    }
    loop.onTurnEnd = { story.append("|") }
    // when
    let ending = loop.run()
    // then
    #expect(ending == .stopped)
    #expect(story == ["|", "a", "|", "b"])

    pipe.write("b")
    #expect(loop.run() == .stopped)
    #expect(story == ["|", "a", "|", "b", "|", "b"])
  }

  @Test("what is stopped before it runs ends at once")
  func stoppedBefore() {
    loop.stop()
    #expect(loop.run() == .stopped)
  }

  @Test("of what is not to be read only the end is told")
  func notToBeRead() {
    let pipe = Pipe(holding: "typed ahead")
    var told: [Int16] = []
    loop.watch(pipe.reading, reads: false) { [loop] readiness in
      told.append(readiness)
      loop.stopWithoutTerminal()
    }
    _ = loop.timers.add(after: .zero) {
      #expect(told == [])
      pipe.closeWriting()
    }

    #expect(loop.run() == .terminalGone)
    #expect(told == [Int16(POLLHUP)])
    #expect(pipe.read() == "t")
  }

  @Test("a descriptor that is watched again has another taker")
  func watchedAgain() {
    let pipe = Pipe(holding: "a")
    loop.watch(pipe.reading, reads: false) { _ in Issue.record("The first taker is gone.") }
    loop.watch(pipe.reading) { [loop] _ in loop.stop() }

    #expect(loop.run() == .stopped)
  }

  @Test("what ends the loop keeps the sources behind it from being asked")
  func ending() {
    let (first, second) = (Pipe(holding: "a"), Pipe(holding: "b"))
    loop.watch(first.reading) { [loop] _ in loop.stop() }
    loop.watch(second.reading) { _ in Issue.record("The loop has ended.") }

    #expect(loop.run() == .stopped)
  }

  @Test("what is put off until the turn is over is done once, before the loop waits or ends")
  func afterTurn() {
    var story: [String] = []
    loop.onTurnEnd = { story.append("|") }
    _ = loop.timers.add(after: .zero) { [loop] in
      loop.afterTurn { story.append("after") }
      _ = loop.timers.add(after: .zero) { loop.stop() }
    }

    #expect(loop.run() == .stopped)
    #expect(story == ["|", "|", "after"])
  }
}

/// A pipe with something in it.
private final class Pipe {
  let reading: Int32
  private var writing: Int32

  init(holding text: String) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    (reading, writing) = (ends[0], ends[1])
    write(text)
  }

  isolated deinit {
    closeWriting()
    close(reading)
  }

  func write(_ text: String) { _ = Glibc.write(writing, text, text.utf8.count) }

  /// Takes one byte out.
  func read() -> String {
    var byte: UInt8 = 0
    _ = Glibc.read(reading, &byte, 1)
    return String(Unicode.Scalar(byte))
  }

  func closeWriting() {
    if writing >= 0 { close(writing) }
    writing = -1
  }
}
