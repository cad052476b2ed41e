import Glibc
import Terminal
import Unix

/// A screen with one line of text, the name of the last event, and a key for every misdeed.
final class Probe {
  private let session: TerminalSession
  private let screen: CursesScreen
  private let loop: RunLoop
  private let source: EventSource
  private var frame: Frame
  /// The text to draw at the end of the turn. Like the form, the probe draws once per turn.
  private var news: String? = "hello"
  private var turns = 0
  private let thread = pthread_self()

  init() throws(TerminalError) {
    session = try TerminalSession()
    screen = CursesScreen(session, colours: getenv("NO_COLOR") == nil)
    loop = session.loop
    source = EventSource(session)
    frame = Frame(size: session.size)
    source.onEvent = { [unowned self] in take($0) }
    loop.onTurnEnd = { [unowned self] in
      if let news { draw(news) }
      news = nil
      screen.present(&frame)
      turns += 1
      if turns == 1 { report("ready \(session.size.columns)x\(session.size.rows) depth \(screen.depth.rawValue)") }
    }
  }

  func run() -> RunLoop.Ending { loop.run() }

  func close() { session.close() }

  private func draw(_ text: String) {
    frame.clear()
    frame.put("┌──┐", at: Position(row: 0, column: 0), style: Style(foreground: .red, attributes: .bold))
    let used = frame.put(text, at: Position(row: 1, column: 0))
    frame.cursor = Position(row: 1, column: used)
  }

  private func take(_ event: Event) {
    report(describe(event))
    if case .resized(let size) = event { frame = Frame(size: size) }
    news = describe(event)
    guard case .key(let key) = event, case .scalar(let scalar) = key.code, key.modifiers.isEmpty else { return }
    misbehave(scalar)
  }

  private func misbehave(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "q": loop.stop()
    case "z": source.suspend()
    case "l": screen.redraw()
    case "T": report("turns \(turns)")
    case "L": _ = loop.timers.add(after: .milliseconds(20)) { report("later") }
    case "W": report("timers of the system \(countTimers())")
    case "E": exit(7)
    case "A": abort()
    case "S": Crashes.segfault()
    case "X": Crashes.trap()
    case "O": Crashes.overflowStack(1)
    case "Y": Task.detached { Crashes.trap() }
    case "o": Task(executorPreference: try? WorkThreads(count: 1)) { @concurrent in Crashes.overflowStack(1) }
    case "D": crashElsewhereWhileDrawing()
    case "G":
      session.leaveScreen()
      abort()
    case "V": leaveFullTerminal()
    case "H": while true { pause() }
    case "B": blockTerminal()
    case "M": Task { await answerFromElsewhere() }
    case "x": execute()
    case "p": showAndHide()
    case "C": clearFirstRow()
    default: break
    }
  }

  /// Draws nothing else in this turn.
  private func clearFirstRow() {
    frame.fill(Rectangle(row: 0, column: 0, columns: frame.size.columns, rows: 1))
    news = nil
  }

  /// Crashes on another thread, and goes on as if nothing had happened.
  private func crashElsewhereWhileDrawing() {
    Task.detached { Crashes.trap() }
    while true {
      screen.redraw()
      screen.present(&frame)
    }
  }

  /// Work that leaves the main actor and comes back to it.
  private func answerFromElsewhere() async {
    let answer = await Task.detached { 6 * 7 }.value
    report("answer \(answer), main thread \(pthread_equal(thread, pthread_self()) != 0)")
    news = "answer \(answer)"
  }

  /// The number of descriptors that are system timers.
  private func countTimers() -> Int {
    (0..<64).count { descriptor in
      var name = [CChar](repeating: 0, count: 64)
      readlink("/proc/self/fd/\(descriptor)", &name, name.count - 1)
      return strstr(name, "timerfd") != nil
    }
  }

  /// Executes a program that prints its descriptors, signal mask and dispositions.
  private func execute() {
    close()
    ProcessSignals.prepareForExec()
    let script = "grep -e ^SigB -e ^SigI -e ^SigC /proc/self/status >&3; ls /proc/self/fd >&3; echo done >&3"
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("bash"), strdup("-c"), strdup(script), nil]
    execv("/bin/bash", &arguments)
  }

  /// Writes until the terminal accepts no more.
  private func blockTerminal() {
    let line = String(repeating: "x", count: 1000)
    while true { _ = write(1, line, line.utf8.count) }
  }

  /// Fills the terminal, and leaves the screen all the same.
  private func leaveFullTerminal() {
    let terminal = open("/dev/tty", O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    while write(terminal, "x", 1) == 1 {}
    session.leaveScreen()
    report("left")
    loop.stop()
  }

  /// Shows a secret like a field, hides it, and searches this process's memory for it.
  private func showAndHide() {
    // Built at run time in memory of its own, so any find was left by the screen.
    let secret = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 10)
    for index in 0..<10 { secret[index] = UInt8(ascii: "Q") &+ UInt8((index * 7) % 9) }
    let place = Position(row: 2, column: 3)
    frame.put(utf8: UnsafeBufferPointer(secret), at: place)
    frame.holdsSecret = true
    screen.redraw()  // to move it deep into ncurses' output buffer, beyond the reach of hiding
    screen.present(&frame)
    let shown = MemoryScan.count(UnsafeBufferPointer(secret))
    frame.put("••••••••••", at: place)
    frame.holdsSecret = false
    screen.present(&frame)
    report("shown \(shown > 0), left \(MemoryScan.count(UnsafeBufferPointer(secret)))")
    secret.deallocate()
  }
}
