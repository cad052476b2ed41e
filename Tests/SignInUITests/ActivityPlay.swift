import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// The list of activity on a screen that is a plain value, and a store that answers when the test says so.
final class ActivityPlay {
  let store: ScriptedActivity
  let play: Play

  init(columns: Int = 80, rows: Int = 24, failures: Int = 0, glyphs: Glyphs = .unicode, idleSeconds: Int? = nil) async {
    store = ScriptedActivity(failures: .success(failures))
    play = Play(
      .activity(SignedIn(email: email("ada@lovelace.example"))), columns: columns, rows: rows, idleSeconds: idleSeconds,
      glyphs: glyphs, theme: Self.theme, activity: store)
    if failures > 0 { await play.wait { play.screen.contains("failed") } }
  }

  /// A list that shows these attempts.
  static func showing(
    _ attempts: [Attempt], next: Int64? = nil, columns: Int = 80, rows: Int = 24, failures: Int = 0,
    glyphs: Glyphs = .unicode
  ) async -> ActivityPlay {
    let play = await ActivityPlay(columns: columns, rows: rows, failures: failures, glyphs: glyphs)
    await play.answer(attempts, next: next)
    return play
  }

  static func showing(_ count: Int64, columns: Int = 80, rows: Int = 24) async -> ActivityPlay {
    await showing(
      (1...count).reversed().map { .sample($0, host: "host\($0)") }, columns: columns, rows: rows)
  }

  /// Answers the next request, and returns when the screen shows the answer.
  func answer(_ attempts: [Attempt], next: Int64? = nil) async {
    await answer(.success(AttemptPage(attempts: attempts, next: next.map { AttemptID($0) })))
  }

  /// Answers the next request with a page or a failure.
  func answer(_ result: Result<AttemptPage, StoreError>) async {
    let request = await store.nextRequest()
    #expect(play.screen.contains("Loading"))
    store.answer(request, result)
    await play.wait { !play.screen.contains("Loading") }
  }

  func search(_ text: String) {
    play.type(text)
    play.scheduler.advance(by: .milliseconds(150))
  }

  /// The row drawn in reverse.
  var selected: String {
    play.lines { $0.attributes.contains(.reverse) }.first ?? ""
  }

  /// The state of the list, in the row above the keys.
  var state: String { play.screen.split(separator: "\n").dropLast().last.map { String($0).unindented } ?? "" }

  private static let theme: Theme = {
    var theme = Theme()
    theme[.valid] = Style(foreground: .green)
    theme[.invalid] = Style(foreground: .red)
    return theme
  }()
}
