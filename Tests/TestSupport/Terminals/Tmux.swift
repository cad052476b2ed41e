import Foundation

/// A program in a real terminal: tmux is the terminal, with a server of its own that ends with this object.
///
/// Nothing here sleeps: a test names the text it expects, and goes on as soon as it is there.
public final class Tmux: Sendable {
  /// The sandbox that the program runs in.
  public let sandbox: Sandbox
  private let server: pid_t
  /// Distinguishes this terminal's files from others in the same sandbox.
  private let name: String

  /// Starts `command` on a screen of that size, with `term` as the terminal type.
  public init(
    _ command: [String], in sandbox: Sandbox, columns: Int = 80, rows: Int = 24, term: String = "tmux-256color",
    environment: [String: String?] = [:]
  ) async throws {
    self.sandbox = sandbox
    name = "tmux-" + UUID().uuidString.prefix(8)
    var arguments = ["-f", "/dev/null"]
    for option in [
      ["-g", "default-terminal", term], ["-g", "status", "off"], ["-g", "remain-on-exit", "on"],
      ["-s", "escape-time", "0"],
    ] {
      arguments += ["set-option"] + option + [";"]
    }
    arguments += ["new-session", "-d", "-x", String(columns), "-y", String(rows), "-P", "-F", "#{pid}", "--"]
    arguments += (["perl", "-e", Self.leader, sandbox.path(name + "-ending")] + command).map(Self.quoted)
    let answer = try await Self.tmux(arguments, in: sandbox, socket: name, environment: environment)
    server = pid_t(answer.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
  }

  /// Leads the terminal's session, runs the program, records its ending, and stays: when a session's leader ends, Linux
  /// drops unread output.
  private static let leader = """
    my $file = shift; system { $ARGV[0] } @ARGV;
    open my $note, ">", "$file~"; print $note $?; close $note; rename "$file~", $file;
    sleep;
    """

  deinit {
    if server > 1 { kill(server, SIGTERM) }
  }

  /// Presses keys, by tmux's names for them: `Enter`, `Tab`, `BTab`, `C-a`, `M-f`, `F2`, `Left`, `x`.
  public func press(_ keys: String...) async throws {
    try await tmux(["send-keys", "--"] + keys)
  }

  /// Types text, character by character.
  public func type(_ text: String) async throws {
    try await tmux(["send-keys", "-l", "--", Self.quoted(text)])
  }

  /// Sends any bytes, like a broken keyboard.
  public func send(bytes: [UInt8]) async throws {
    try await tmux(["send-keys", "-H"] + bytes.map { String($0, radix: 16) })
  }

  /// Pastes text, bracketed if the program asked for that.
  public func paste(_ text: String) async throws {
    try await tmux(["load-buffer", "-"], input: .text(text))
    try await tmux(["paste-buffer", "-d", "-p"])
  }

  /// Resizes the terminal.
  public func resize(columns: Int, rows: Int) async throws {
    try await tmux(["resize-window", "-x", String(columns), "-y", String(rows)])
  }

  /// The current screen.
  public func screen() async throws -> TmuxScreen {
    let facts = "#{pane_width} #{pane_height} #{cursor_x} #{cursor_y} #{cursor_flag} #{alternate_on}"
    let answer = try await tmux(["display-message", "-p", facts, ";", "capture-pane", "-e", "-N", "-p"])
    let lineEnd = answer.firstIndex(of: "\n") ?? answer.endIndex
    let numbers = answer[..<lineEnd].split(separator: " ").compactMap { Int($0) }
    guard numbers.count == 6 else { throw Refused(command: ["display-message"], errors: answer) }
    return TmuxScreen(
      rows: TmuxCapture.rows(answer[lineEnd...].dropFirst(), columns: numbers[0], rows: numbers[1]),
      cursor: numbers[4] == 1 ? .init(row: numbers[3], column: numbers[2]) : nil,
      isAlternate: numbers[5] == 1)
  }

  /// Waits until the screen shows `text`.
  @discardableResult
  public func wait(
    for text: String, within limit: Duration = .seconds(60), file: String = #fileID, line: Int = #line
  ) async throws -> TmuxScreen {
    try await wait(until: "“\(text)” is shown", within: limit, file: file, line: line) { $0.place(of: text) != nil }
  }

  /// Waits until the screen meets a condition, which `expectation` describes.
  ///
  /// tmux does not tell when the screen changes, so this polls.
  @discardableResult
  public func wait(
    until expectation: String, within limit: Duration = .seconds(60), file: String = #fileID, line: Int = #line,
    _ condition: (TmuxScreen) -> Bool
  ) async throws -> TmuxScreen {
    let deadline = ContinuousClock.now + limit
    var pause = Duration.milliseconds(5)
    while true {
      let screen = try await screen()
      if condition(screen) { return screen }
      if ContinuousClock.now >= deadline {
        throw TimedOut(
          expectation: expectation, limit: limit, place: "\(file):\(line)", screen: screen, ending: noted)
      }
      try await Task.sleep(for: pause)
      pause = min(pause * 1.5, .milliseconds(40))
    }
  }

  /// Waits for the end of the program. The screen then shows its last output.
  public func ending(
    within limit: Duration = .seconds(60), file: String = #fileID, line: Int = #line
  ) async throws -> ChildProcess.Ending {
    try await wait(until: "the program ends", within: limit, file: file, line: line) { _ in noted != nil }
    // The first capture after the end may come before tmux has read the last output; the next one has it.
    _ = try await screen()
    return noted ?? .signalled(0)
  }

  private var noted: ChildProcess.Ending? {
    guard let status = try? Int32(sandbox.contents(of: name + "-ending")) else { return nil }
    return ChildProcess.Ending(status: status)
  }

  /// The expected screen did not appear.
  public struct TimedOut: Error, CustomStringConvertible {
    let expectation: String
    let limit: Duration
    let place: String
    let screen: TmuxScreen
    let ending: ChildProcess.Ending?

    /// The expectation, and the screen instead.
    public var description: String {
      let edge = String(repeating: "-", count: screen.rows.first?.count ?? 0)
      let rows = screen.rows.map { "|" + $0.map(\.character).joined() + "|" }.joined(separator: "\n")
      let cursor = screen.cursor.map { "cursor in row \($0.row), column \($0.column)" } ?? "no cursor"
      let program = ending.map { "the program has ended: \($0)" } ?? "the program is running"
      return """
        \(place): for \(limit) it did not come that \(expectation). The screen, \(cursor), \(program):
        +\(edge)+
        \(rows)
        +\(edge)+
        """
    }
  }

  /// tmux refused a command.
  struct Refused: Error {
    let command: [String]
    let errors: String
  }

  /// tmux takes a semicolon at the end of an argument for the end of the command.
  private static func quoted(_ argument: String) -> String {
    argument.hasSuffix(";") ? argument.dropLast() + "\\;" : argument
  }

  @discardableResult
  private func tmux(_ arguments: [String], input: ChildProcess.Input = .nothing) async throws -> String {
    try await Self.tmux(arguments, in: sandbox, socket: name, input: input)
  }

  private static func tmux(
    _ arguments: [String], in sandbox: Sandbox, socket: String, input: ChildProcess.Input = .nothing,
    environment: [String: String?] = [:]
  ) async throws -> String {
    let finished = try await sandbox.run(
      "tmux", ["-u", "-S", sandbox.path(socket)] + arguments, input: input, environment: environment)
    guard finished.ending == .exited(0) else { throw Refused(command: arguments, errors: finished.errors) }
    return finished.output
  }
}
