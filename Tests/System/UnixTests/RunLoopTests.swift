import Glibc
import Testing

@testable import Unix

@Suite("Run loop")
struct RunLoopTests {
  /// Without signals, which belong to the process of the tests.
  private let loop = RunLoop(signals: -1)

  @Test("input is passed on before the turn ends; a stop ends the loop after the turn, and it can run again")
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

  @Test("a loop stopped before it runs ends at once")
  func stoppedBefore() {
    loop.stop()
    #expect(loop.run() == .stopped)
  }

  @Test("an unread descriptor reports only its end")
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

  @Test("watching a descriptor again replaces its handler")
  func watchedAgain() {
    let pipe = Pipe(holding: "a")
    loop.watch(pipe.reading, reads: false) { _ in Issue.record("The first handler was called.") }
    loop.watch(pipe.reading) { [loop] _ in loop.stop() }

    #expect(loop.run() == .stopped)
  }

  @Test("a descriptor watched again in the place of one that is gone is reported once")
  func watchedInAnotherPlace() {
    let (gone, pipe) = (Pipe(holding: ""), Pipe(holding: "ab"))
    loop.watch(gone.reading) { _ in }
    loop.watch(pipe.reading) { _ in Issue.record("The first handler was called.") }
    loop.unwatch(gone.reading)
    var count = 0
    loop.watch(pipe.reading) { [loop] _ in
      count += 1
      loop.stop()
    }

    #expect(loop.run() == .stopped)
    #expect(count == 1)
  }

  @Test("a descriptor is reported when it takes output, if that is waited for")
  func writing() {
    let pipe = Pipe(holding: "")
    var told: [Int16] = []
    loop.watch(pipe.writing, reads: false, writes: true) { [loop] readiness in
      told.append(readiness)
      loop.stop()
    }

    #expect(loop.run() == .stopped)
    #expect(told == [Int16(POLLOUT)])
  }

  @Test("an event that ends the loop keeps later sources from being read")
  func ending() {
    let (first, second) = (Pipe(holding: "a"), Pipe(holding: "b"))
    loop.watch(first.reading) { [loop] _ in loop.stop() }
    loop.watch(second.reading) { _ in Issue.record("The loop has ended.") }

    #expect(loop.run() == .stopped)
  }

  @Test("work that is late is not waited for, and ends no later run of the loop")
  func lateWork() async {
    // Given work that did not end within its limit
    var (mayEnd, isEnded) = (false, false)
    let value: Bool? = loop.run(atMost: .zero) {
      while !mayEnd { await Task.yield() }
      isEnded = true
      return true
    }
    #expect(value == nil)
    // When it ends
    mayEnd = true
    while !isEnded { await Task.yield() }
    await Task.yield()
    // Then the loop goes on
    #expect(!loop.isEnding)
  }

  @Test("work put off until the end of the turn is done once, before the loop waits or ends, and its effect is drawn")
  func afterTurn() {
    var story: [String] = []
    loop.onTurnEnd = { story.append("|") }
    _ = loop.timers.add(after: .zero) { [loop] in
      loop.afterTurn { story.append("after") }
      _ = loop.timers.add(after: .zero) { loop.stop() }
    }

    #expect(loop.run() == .stopped)
    #expect(story == ["|", "|", "after", "|"])
  }
}

/// A pipe with content.
private final class Pipe {
  let reading: Int32
  private(set) var writing: Int32

  init(holding text: String) {
    var ends: [Int32] = [-1, -1]
    pipe(&ends)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (reading, writing) = (ends[0], ends[1])
    write(text)
  }

  isolated deinit {
    closeWriting()
    close(reading)
  }

  func write(_ text: String) { _ = Glibc.write(writing, text, text.utf8.count) }

  /// Reads one byte.
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
