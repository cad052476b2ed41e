import Identity
import SignIn
import Signals
import Terminal
import TestSupport

@testable import SignInUI

/// A coordinator whose scenes are shown on a plain value: keys go in, text comes out.
final class Play {
  let signIn = ScriptedSignIn()
  let signUp = ScriptedSignUp()
  let changePassword = ScriptedPasswordChange()
  let scheduler = TestScheduler()
  let coordinator: Coordinator
  private var frame: Frame

  init(
    _ scene: Coordinator.Scene, columns: Int = 80, rows: Int = 24, allowsSignUp: Bool = true, idleSeconds: Int? = nil,
    attempts: Int = 5, glyphs: Glyphs = .unicode, theme: Theme = Theme(), activity: ScriptedActivity? = nil
  ) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    let rules = NewPasswordRules(
      policy: PasswordPolicy(), common: CommonPasswords(sortedLines: Array("letmein\npassword\n".utf8)))
    var settings = SignInViewModel.Settings()
    settings.attempts = attempts
    coordinator = Coordinator(
      Coordinator.Dependencies(
        signIn: signIn, signUp: allowsSignUp ? signUp : nil, rules: rules, passwordLength: .just(PasswordPolicy()),
        memory: nil,
        activity: activity.map { [changePassword] script in
          .init(clock: ManualClock(), changePassword: changePassword) { _ in script }
        },
        settings: settings, idleSeconds: idleSeconds, scheduler: scheduler,
        look: Look(theme: theme, glyphs: glyphs)))
    coordinator.resize(to: frame.size)
    coordinator.transition(to: scene)
  }

  var screen: String {
    coordinator.draw(in: &frame)
    return frame.text
  }

  func rows(_ range: ClosedRange<Int>) -> String {
    screen.split(separator: "\n", omittingEmptySubsequences: false)[range].joined(separator: "\n").unindented
  }

  var lastRow: String {
    screen.split(separator: "\n").last.map { String($0).unindented } ?? ""
  }

  func press(_ codes: Key.Code...) {
    for code in codes { coordinator.handle(.key(Key(code))) }
  }

  func send(_ event: Event) {
    coordinator.handle(event)
  }

  var drawn: Frame {
    coordinator.draw(in: &frame)
    return frame
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { coordinator.handle(.key(.character(scalar))) }
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
    coordinator.resize(to: frame.size)
  }

  var ending: String? {
    switch coordinator.result {
    case nil: nil
    case .signedIn(let signedIn): "signed in as \(signedIn.email.text)"
    case .signedOut: "signed out"
    case .cancelled: "cancelled"
    case .refused: "refused"
    case .timedOut: "timed out"
    case .noAccounts: "no accounts"
    }
  }

  /// Lets what was answered come through: it comes by another thread, so this looks again and again until it is here.
  func wait(until condition: () -> Bool) async {
    _ = await eventually(condition)
  }
}
