import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// The list of activity on an account page that is a plain value, and a store that answers when the test says so.
final class ActivityPlay {
  /// Sunday 2026-11-22 at 03:41:59, in the user's time zone.
  static let now = Timestamp(milliseconds: 1_795_318_919_000)
  /// Friday 20 November at 17:25.
  static let lastSignIn = Attempt.sample(1, tty: "tty1", host: "192.0.2.7", at: 1_795_195_500)
  /// Over three days and two years.
  static let attempts: [Attempt] = [
    .sample(6, tty: "pts/3", host: "castle", at: 1_795_318_860),
    .sample(5, .refused, tty: "pts/3", host: "castle", at: 1_795_318_560),
    .sample(4, .throttled, tty: "tty1", host: "harbour", program: "/usr/bin/passwd", at: 1_795_318_500),
    .sample(3, .cancelled, tty: "pts/12", host: "the.very.long.name.of.a.host.example", at: 1_795_227_000),
    .sample(2, tty: "tty1", host: "日本語のホスト", program: "menu", at: 1_795_195_500),
    .sample(1, .pending, tty: "", host: "castle", at: 1_760_778_120),
  ]

  let store: ScriptedActivity
  let play: Play
  /// The rows of the account above the list; 0 where the screen is too small for both, so that the list has all of it.
  private let above: Int

  /// - Parameters:
  ///   - columns: The columns of the screen.
  ///   - rows: The rows of the list.
  ///   - screen: The rows of the screen; nil for those that the list needs.
  init(
    columns: Int = 80, rows: Int = 24, screen: Int? = nil, previous: PreviousSignIn? = nil, glyphs: Glyphs = .unicode,
    theme: Theme = ActivityPlay.theme, idleSeconds: Int? = nil
  ) async {
    store = ScriptedActivity(previous: .success(previous))
    above = (screen ?? rows + 7) >= 22 && columns >= 40 ? 7 : 0
    play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), columns: columns, rows: screen ?? rows + above,
      idleSeconds: idleSeconds, glyphs: glyphs, theme: theme, activity: store, clock: ManualClock(Self.now))
    if above == 0 { play.press(.tab) }
    if previous != nil { await play.wait { self.screen.contains("Last sign-in") || self.screen.contains("failed") } }
  }

  /// A list that shows these attempts.
  static func showing(
    _ attempts: [Attempt], next: Int64? = nil, columns: Int = 80, rows: Int = 24, previous: PreviousSignIn? = nil,
    glyphs: Glyphs = .unicode, theme: Theme = ActivityPlay.theme
  ) async -> ActivityPlay {
    let play = await ActivityPlay(columns: columns, rows: rows, previous: previous, glyphs: glyphs, theme: theme)
    await play.answer(attempts, next: next)
    return play
  }

  static func showing(_ count: Int64, columns: Int = 80, rows: Int = 24) async -> ActivityPlay {
    await showing(
      (1...count).reversed().map { .sample($0, host: "host\($0)") }, columns: columns, rows: rows)
  }

  /// Answers the next request, and returns when the screen shows the answer.
  func answer(_ attempts: [Attempt], next: Int64? = nil) async {
    await answer(.success(AttemptPage(attempts: attempts, next: next.map { .sample($0) })))
  }

  /// Answers the next request with a page or a failure.
  func answer(_ result: Result<AttemptPage, StoreError>) async {
    let request = await store.nextRequest()
    #expect(screen.contains("Loading"))
    store.answer(request, result)
    await play.wait { !screen.contains("Loading") }
  }

  func search(_ text: String) {
    play.type(text)
    play.scheduler.advance(by: .milliseconds(150))
  }

  private var page: [String] {
    play.screen.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
  }

  /// The rows of the list.
  var lines: [String] { Array(page.dropFirst(above)) }

  var screen: String { lines.joined(separator: "\n") }

  /// Some rows of the list, without their common margin.
  func rows(_ range: ClosedRange<Int>) -> String { lines[range].joined(separator: "\n").unindented }

  /// The position of the terminal's cursor in the list.
  var cursor: Position? { play.cursor.map { Position(row: $0.row - above, column: $0.column) } }

  /// Does that with the mouse, at this place in the list.
  func point(_ action: Mouse.Action, row: Int, column: Int) {
    play.send(.mouse(Mouse(action, at: Position(row: above + row, column: column))))
  }

  /// The row behind the bar.
  var selected: String { page.first { $0.unindented.hasPrefix("▌") } ?? "" }

  /// The text to search for, and the place in the list behind it.
  private var searchLine: [Substring] {
    let line = page.first { $0.unindented.hasPrefix("› ") } ?? ""
    return line.dropFirst(4).split(separator: /\ {2,}/)
  }
  var searched: String { searchLine.first.map(String.init) ?? "" }
  var place: String { searchLine.dropFirst().last.map(String.init) ?? "" }

  /// The state of the list, in the row above the keys.
  var state: String { page.dropLast().last.map { $0.unindented } ?? "" }

  static let theme: Theme = {
    var theme = Theme()
    theme[.valid] = Style(foreground: .green)
    theme[.invalid] = Style(foreground: .red)
    return theme
  }()
}
