import Foundation

/// A program in a real terminal: tmux plays the terminal, with a server of its own that ends with this object.
///
/// Nothing here sleeps for luck: a test says what it expects to see, and goes on as soon as it is there.
public final class Tmux: Sendable {
  /// The home that the program runs in.
  public let sandbox: Sandbox
  private let server: pid_t

  /// Starts `command` on a screen of that size, which is a terminal of the kind `term`.
  public init(
    _ command: [String], in sandbox: Sandbox, columns: Int = 80, rows: Int = 24, term: String = "tmux-256color",
    environment: [String: String?] = [:]
  ) async throws {
    self.sandbox = sandbox
    var arguments = ["-f", "/dev/null"]
    for option in [
      ["-g", "default-terminal", term], ["-g", "status", "off"], ["-g", "remain-on-exit", "on"],
      ["-g", "remain-on-exit-format", ""], ["-s", "escape-time", "0"],
    ] {
      arguments += ["set-option"] + option + [";"]
    }
    arguments += ["new-session", "-d", "-x", String(columns), "-y", String(rows), "-P", "-F", "#{pid}", "--"]
    let answer = try await Self.tmux(arguments + command, in: sandbox, environment: environment)
    server = pid_t(answer.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  deinit {
    if server > 1 { kill(server, SIGTERM) }
  }

  /// Presses keys, by tmux's names for them: `Enter`, `Tab`, `BTab`, `C-a`, `M-f`, `F2`, `Left`, `x`.
  public func press(_ keys: String...) async throws {
    try await tmux(["send-keys", "--"] + keys)
  }

  /// Types text, character by character.
  public func type(_ text: String) async throws {
    try await tmux(["send-keys", "-l", "--", text])
  }

  /// Pastes text, bracketed if the program asked for that.
  public func paste(_ text: String) async throws {
    try await tmux(["load-buffer", "-"], input: .text(text))
    try await tmux(["paste-buffer", "-d", "-p"])
  }

  /// Gives the terminal another size.
  public func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
  }

  /// What is on the screen now.
  public func screen() async throws -> TmuxScreen {
    try await look().screen
  }

  /// Waits until `text` can be read on the screen.
  @discardableResult
  public func wait(
    for text: String, within limit: Duration = .seconds(20), file: String = #fileID, line: Int = #line
  ) async throws -> TmuxScreen {
    try await wait(until: "“\(text)” is shown", within: limit, file: file, line: line) { $0.place(of: text) != nil }
  }

  /// Waits until the screen meets a condition, which `expectation` says in words.
  @discardableResult
  public func wait(
    until expectation: String, within limit: Duration = .seconds(20), file: String = #fileID, line: Int = #line,
    _ condition: (TmuxScreen) -> Bool
  ) async throws -> TmuxScreen {
    try await waitForLook(expectation, limit, "\(file):\(line)") { condition($0.screen) }.screen
  }

  /// Waits for the end of the program.
  public func ending(
    within limit: Duration = .seconds(20), file: String = #fileID, line: Int = #line
  ) async throws -> ChildProcess.Ending {
    let look = try await waitForLook("the program ends", limit, "\(file):\(line)") { $0.ending != nil }
    return look.ending ?? .exited(-1)
  }

  /// What was expected did not come.
  public struct TimedOut: Error, CustomStringConvertible {
    let expectation: String
    let limit: Duration
    let place: String
    let last: Look

    /// The expectation, and the screen as it was instead.
    public var description: String {
      let width = last.screen.rows.first?.count ?? 0
      let edge = String(repeating: "-", count: width)
      let rows = last.screen.rows.map { "|" + $0.map(\.character).joined() + "|" }.joined(separator: "\n")
      let cursor = last.screen.cursor.map { "cursor in row \($0.row), column \($0.column)" } ?? "no cursor"
      let program = last.ending.map { "the program has ended: \($0)" } ?? "the program is running"
      return """
        \(place): for \(limit) it did not come that \(expectation). The screen, \(cursor), \(program):
        +\(edge)+
        \(rows)
        +\(edge)+
        """
    }
  }

  /// The screen and the program behind it, at one moment.
  struct Look: Sendable {
    var screen: TmuxScreen
    var ending: ChildProcess.Ending?
  }

  /// tmux does not tell when a screen has changed, so this looks again and again until it has.
  private func waitForLook(
    _ expectation: String, _ limit: Duration, _ place: String, _ condition: (Look) -> Bool
  ) async throws -> Look {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.milliseconds(5)
    while true {
      let look = try await look()
      if condition(look) { return look }
      if ContinuousClock.now >= deadline {
        throw TimedOut(expectation: expectation, limit: limit, place: place, last: look)
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 1.5, .milliseconds(40))
    }
  }

  private func look() async throws -> Look {
    let facts =
      "#{pane_width} #{pane_height} #{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on} #{pane_dead}"
      + " s#{pane_dead_status} k#{pane_dead_signal}"
    let answer = try await tmux(["display-message", "-p", facts, ";", "capture-pane", "-e", "-N", "-p"])
    let lineEnd = answer.firstIndex(of: "\n") ?? answer.endIndex
    let words = answer[..<lineEnd].split(separator: " ")
    let numbers = words.prefix(7).compactMap { Int($0) }
    guard numbers.count == 7, words.count == 9 else { throw Refused(command: "display-message", errors: answer) }
    let screen = TmuxScreen(
      rows: TmuxCapture.rows(answer[lineEnd...].dropFirst(), columns: numbers[0], rows: numbers[1]),
      cursor: numbers[4] == 1 ? .init(row: numbers[3], column: numbers[2]) : nil,
      isAlternate: numbers[5] == 1)
    let status = Int32(words[7].dropFirst()).map { ChildProcess.Ending.exited($0) }
    let signal = Int32(words[8].dropFirst()).map { ChildProcess.Ending.signalled($0) }
    return Look(screen: screen, ending: numbers[6] == 1 ? signal ?? status : nil)
  }

  /// tmux would not do what it was told.
  struct Refused: Error {
    let command: String
    let errors: String
  }

  @discardableResult
  private func tmux(_ arguments: [String], input: ChildProcess.Input = .nothing) async throws -> String {
    try await Self.tmux(arguments, in: sandbox, input: input)
  }

  private static func tmux(
    _ arguments: [String], in sandbox: Sandbox, input: ChildProcess.Input = .nothing,
    environment: [String: String?] = [:]
  ) async throws -> String {
    let finished = try await sandbox.run(
      "tmux", ["-u", "-S", sandbox.path("tmux")] + arguments, input: input, environment: environment)
    guard finished.ending == .exited(0) else { throw Refused(command: arguments[0], errors: finished.errors) }
    return finished.output
  }
}
