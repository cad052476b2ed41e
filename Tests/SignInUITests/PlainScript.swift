import Identity
import SignIn
import Signals
import Terminal
import TestSupport

@testable import SignInUI

/// A dialogue without a terminal: lines go in, and what somebody would hear comes out.
final class PlainScript {
  let attempt = ScriptedSignIn()
  let signUp = ScriptedSignUp()
  let scheduler = TestScheduler()
  let dialogue: PlainDialogue
  private let paper = Paper()

  init(
    _ scene: Coordinator.Scene?, allowsSignUp: Bool = true, idleSeconds: Int? = nil, attempts: Int = 5,
    timing: ValidationTiming = .live, showsHints: Bool = false, memory: (any EmailMemory)? = nil
  ) {
    let rules = NewPasswordRules(
      policy: PasswordPolicy(), common: CommonPasswords(sortedLines: Array("letmein\npassword\n".utf8)))
    var settings = SignInViewModel.Settings()
    settings.attempts = attempts
    settings.form.timing = timing
    settings.form.showsHints = showsHints
    dialogue = PlainDialogue(
      Coordinator.Dependencies(
        signIn: attempt, signUp: allowsSignUp ? signUp : nil, rules: rules, passwordLength: .just(PasswordPolicy()),
        memory: memory,
        activity: nil, settings: settings, idleSeconds: idleSeconds, scheduler: scheduler,
        look: Look(theme: Theme(), glyphs: .ascii)), on: paper as any Typewriter)
    if let scene { dialogue.transition(to: scene) }
    dialogue.settle()
  }

  /// What was said since the last time.
  func heard() -> [String] {
    defer { paper.lines = [] }
    return paper.lines
  }

  var isEmpty: Bool { paper.lines.isEmpty }

  func answer(_ line: String) {
    for scalar in line.unicodeScalars { dialogue.handle(.character(scalar)) }
    send(.lineEnd)
  }

  func send(_ event: LineTerminal.Event) {
    dialogue.handle(event)
    dialogue.settle()
  }

  func refuse() async { await answerTry(.refused) }

  func signIn() async {
    await answerTry(.signedIn(SignedIn(email: email("ada@lovelace.example"))))
  }

  /// Answers the sign-in under way, and returns when that was heard.
  func answerTry(_ outcome: SignInOutcome) async {
    let waiting = await attempt.nextTry()
    _ = heard()
    attempt.answer(waiting, outcome)
    _ = await eventually {
      dialogue.settle()
      return !isEmpty || ending != nil
    }
  }

  var ending: String? {
    switch dialogue.result {
    case nil: nil
    case .signedIn(let signedIn): "signed in as \(signedIn.email.text)"
    case .signedOut: "signed out"
    case .cancelled: "cancelled"
    case .refused: "refused"
    case .timedOut: "timed out"
    case .noAccounts: "no accounts"
    }
  }
}

final class RememberingMemory: EmailMemory {
  private(set) var email: String?
  func remember(_ email: String?) { self.email = email }
}

/// What a typewriter wrote.
private final class Paper: Typewriter {
  var lines: [String] = []
  func say(_ sentence: String) { lines.append(sentence) }
  func ask(_ prompt: String, echoes: Bool) { lines.append(prompt + (echoes ? "" : "(unseen)")) }
  func ignoreInput() { lines.append("(deaf)") }
}
