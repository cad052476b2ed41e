import Foundation

/// A terminal emulator's window on an ``XServer`` of its own. Keys and clicks take a person's way, through X into the
/// emulator, which encodes them as it does. The test reads the window as a person copies it: by dragging the mouse over
/// all of it.
///
/// As with ``Tmux``, a test names the text it expects, and goes on as soon as it is there.
public actor EmulatorWindow {
  private let sandbox: Sandbox
  private let server: XServer
  private let emulator: Emulator
  /// The emulator, which ends with this object.
  private let process: ChildProcess
  /// X's number of the window.
  private let window: String
  private var (columns, rows) = (80, 24)
  private var looks = 0

  /// Opens the window, of 80 columns and 24 rows, and starts the program in it, with the sandbox as its directory.
  public init(_ emulator: Emulator, running program: [String], in sandbox: Sandbox) async throws {
    self.sandbox = sandbox
    self.emulator = emulator
    server = try await XServer(in: sandbox)
    let script = #"cd "$HOME" && exec "$@""#
    process = try sandbox.start(
      "sh", ["-c", script, "sh"] + emulator.command + program, environment: ["DISPLAY": server.display])
    let search = ["search", "--sync", "--onlyvisible", "--class", emulator.windowClass]
    let found = try await sandbox.run("xdotool", search, environment: ["DISPLAY": server.display]).output
    window = found.split(separator: "\n").last.map(String.init) ?? ""
    try await run("xdotool", ["windowfocus", "--sync", window])
  }

  /// Presses keys, by X's names for them: `Return`, `Tab`, `shift+Tab`, `ctrl+a`, `F2`, `Left`, `x`.
  public func press(_ keys: String...) async throws {
    try await run("xdotool", ["key"] + keys)
  }

  /// Types text, key by key.
  public func type(_ text: String) async throws {
    try await run("xdotool", ["type", "--delay", "2", text])
  }

  /// Pastes text, like a user who has selected it in another window.
  public func paste(_ text: String) async throws {
    // Both this test and the emulator ask for the text. Reading the window would select another one.
    let other = try sandbox.start(
      "xclip", ["-in", "-quiet", "-selection", "primary", "-loops", "2"], input: .text(text),
      environment: ["DISPLAY": server.display])
    guard await eventually({ await selection() == text }) else { throw Refused(command: ["xclip"], errors: "") }
    try await press("shift+Insert")
    _ = try await other.finish()
  }

  /// Clicks in the middle of a cell, counted from 0 at the top left.
  public func click(row: Int, column: Int) async throws {
    let cell = try await cell()
    let across = emulator.border + cell.width * column + cell.width / 2
    try await run("xdotool", move(across, cell.middle(of: row)) + ["click", "1"])
  }

  /// Resizes the window, in cells.
  public func resize(columns: Int, rows: Int) async throws {
    (self.columns, self.rows) = (columns, rows)
    try await run("xdotool", ["windowsize", "--usehints", window, String(columns), String(rows)])
  }

  /// The text in the window, row by row, without trailing blanks and without empty rows at the bottom.
  public func text() async throws -> String {
    // An earlier selection must not pass for the content.
    try await run("xclip", ["-in", "-selection", "primary"])
    let cell = try await cell()
    var ends = [
      move(emulator.border + 1, cell.middle(of: 0)),
      move(emulator.border + cell.width * columns - 1, cell.middle(of: rows - 1)),
    ]
    // From another corner each time: two clicks in one place are a double click. Shift keeps it from the program.
    looks += 1
    if looks.isMultiple(of: 2) { ends.reverse() }
    let drag = ends[0] + ["keydown", "shift", "mousedown", "1"] + ends[1] + ["mouseup", "1", "keyup", "shift"]
    try await run("xdotool", drag)
    let rows = await selection().split(separator: "\n", omittingEmptySubsequences: false).map {
      String($0.reversed().drop { $0 == " " }.reversed())
    }
    return rows.prefix(through: rows.lastIndex { !$0.isEmpty } ?? -1).joined(separator: "\n")
  }

  /// The selection. An emulator without a selection refuses to answer.
  private func selection() async -> String {
    (try? await run("xclip", ["-out", "-selection", "primary", "-target", "UTF8_STRING"])) ?? ""
  }

  /// Waits until the window shows `text`.
  @discardableResult
  public func wait(for text: String, file: String = #fileID, line: Int = #line) async throws -> String {
    try await wait(until: "“\(text)” is shown", file: file, line: line) { $0.contains(text) }
  }

  /// Waits until the window's text meets a condition, which `expectation` describes.
  @discardableResult
  public func wait(
    until expectation: String, looks: Int = 300, file: String = #fileID, line: Int = #line,
    _ condition: (String) -> Bool
  ) async throws -> String {
    // A number of reads, not a time limit: on a busy machine each read takes longer, and so does the program.
    var shown = ""
    for _ in 0..<looks {
      let text = try await text()
      if condition(text) { return text }
      if !text.isEmpty { shown = text }
    }
    throw TimedOut(
      description: "\(file):\(line): it did not come that \(expectation). \(emulator.term) shows:\n\(shown)")
  }

  /// The expected text did not appear.
  public struct TimedOut: Error, CustomStringConvertible {
    /// The expectation, and the text shown instead.
    public let description: String
  }

  /// A tool of X failed.
  struct Refused: Error {
    let command: [String]
    let errors: String
  }

  private struct Cell {
    let width: Int
    let height: Int
    let border: Int

    func middle(of row: Int) -> Int { border + height * row + height / 2 }
  }

  /// The size of a cell, in points.
  private func cell() async throws -> Cell {
    let geometry = try await run("xdotool", ["getwindowgeometry", "--shell", window])
    func number(_ name: String) -> Int {
      let line = geometry.split(separator: "\n").first { $0.hasPrefix(name + "=") }
      return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }
    let border = emulator.border
    return Cell(
      width: (number("WIDTH") - 2 * border) / columns, height: (number("HEIGHT") - 2 * border) / rows, border: border)
  }

  private func move(_ across: Int, _ down: Int) -> [String] {
    ["mousemove", "--window", window, String(across), String(down)]
  }

  @discardableResult
  private func run(_ tool: String, _ arguments: [String]) async throws -> String {
    let finished = try await sandbox.run(tool, arguments, environment: ["DISPLAY": server.display])
    guard finished.ending == .exited(0) else { throw Refused(command: [tool] + arguments, errors: finished.errors) }
    return finished.output
  }
}
