import Identity
import SignIn
import Signals
import Terminal
import TestSupport

@testable import SignInUI

/// A navigator with scenes drawn on a plain value: keys go in, text comes out.
final class Play {
  let signIn = ScriptedSignIn()
  let signUp = ScriptedSignUp()
  let changePassword = ScriptedPasswordChange()
  let scheduler = TestScheduler()
  let navigator: Navigator
  private let presenter: ScreenPresenter
  private var frame: Frame

  init(
    _ scene: Navigator.Scene, columns: Int = 80, rows: Int = 24, allowsSignUp: Bool = true, idleSeconds: Int? = nil,
    attempts: Int = 5, glyphs: Glyphs = .unicode, theme: Theme = Theme(), activity: ScriptedActivity? = nil
  ) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    var settings = SignInViewModel.Settings()
    settings.attempts = attempts
    presenter = ScreenPresenter(Look(theme: theme, glyphs: glyphs))
    navigator = Navigator(
      SceneDependencies(
        signIn: signIn, signUp: allowsSignUp ? signUp : nil, rules: .sample(), passwordLength: .just(PasswordPolicy()),
        memory: nil,
        activity: activity.map { [changePassword] script in
          .init(clock: ManualClock(), changePassword: changePassword) { _ in script }
        },
        settings: settings, idleSeconds: idleSeconds, scheduler: scheduler), presenter)
    presenter.resize(to: frame.size)
    navigator.transition(to: scene)
  }

  var screen: String {
    presenter.draw(in: &frame)
    return frame.text
  }

  func rows(_ range: ClosedRange<Int>) -> String {
    screen.split(separator: "\n", omittingEmptySubsequences: false)[range].joined(separator: "\n").unindented
  }

  var lastRow: String {
    screen.split(separator: "\n").last.map { String($0).unindented } ?? ""
  }

  func press(_ codes: Key.Code...) {
    for code in codes { presenter.handle(.key(Key(code))) }
  }

  func send(_ event: Event) {
    presenter.handle(event)
  }

  var drawn: Frame {
    presenter.draw(in: &frame)
    return frame
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { presenter.handle(.key(.character(scalar))) }
  }

  /// Fills the form for a new account.
  func fillSignUp(_ email: String, _ password: String, again: String) {
    type(email)
    press(.tab)
    type(password)
    press(.tab)
    type(again)
  }

  func resize(columns: Int, rows: Int) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    presenter.resize(to: frame.size)
  }

  var ending: String? {
    switch navigator.result {
    case nil: nil
    case .signedIn(let signedIn): "signed in as \(signedIn.email.text)"
    case .signedOut: "signed out"
    case .cancelled: "cancelled"
    case .refused: "refused"
    case .timedOut: "timed out"
    case .noAccounts: "no accounts"
    }
  }

  /// Waits for the effect of an answer. The answer comes from another thread, so this polls.
  func wait(until condition: () -> Bool) async {
    _ = await eventually(condition)
  }
}
