import Identity
import ProgramSupport
import Settings
import Sentences
import SignIn
import SignInUI
import Terminal
import Unix
import AccountService

/// `signin --plain`: the form as questions on the controlling terminal, without a screen.
@MainActor
enum SignInLineByLine {
  /// Asks the questions. Restores the terminal and wipes typed text before it returns.
  /// - Parameters:
  ///   - here: Who is signed in at this terminal, and hears their account at once; nil for the form.
  ///   - reason: The sentence why there is no screen; nil if nobody wants one.
  ///   - typedAhead: What was typed before.
  static func play(
    _ composition: Composition, _ here: SignedIn? = nil, insteadOfScreen reason: String? = nil,
    _ typedAhead: TypedAhead = TypedAhead()
  ) throws(Failure) -> Navigator.Ending {
    let terminal: LineTerminal
    do throws(TerminalError) {
      terminal = try LineTerminal(composition.loop, signals: !composition.isLock, typedAhead: typedAhead)
    } catch {
      throw Failure(.noInput, error.sentence)
    }
    if composition.isLock { ProcessGuard.hold() }
    defer { terminal.close() }
    if let reason { terminal.writeLine(reason) }
    let scheduler = LoopScheduler(terminal.loop)
    let presenter = LinePresenter(on: terminal, composition.settings.heading(scheduler))
    let navigator = Navigator(composition.dependencies(scheduler), presenter)
    if let here {
      navigator.transition(to: .account(here))
    } else if composition.isLock {
      navigator.transition(to: .signIn(email: nil))
    } else {
      // Ask nothing before the form is known: with a screen reader, the user would hear both forms. A later
      // welcome, of a service that was started again, changes nothing.
      composition.onWelcome = { [weak navigator, unowned composition] welcome in
        composition.onWelcome = { _ in }
        if let welcome, welcome.hasNobody {
          navigator?.didFindNoAccounts(allowsSignUp: welcome.signUp != nil)
        } else {
          // A reason needs a form that says it, and each answer connects again.
          navigator?.transition(to: .signIn(email: nil))
        }
      }
    }
    composition.onSessionEnd = { [weak navigator] in navigator?.didLoseSession(to: $0) }
    defer { composition.onSessionEnd = nil }
    composition.onRefusal = { [weak navigator] in navigator?.didFail($0) }
    composition.start()
    let ending = presenter.run(navigator, on: terminal)
    composition.parting = navigator.parting
    return ending
  }
}

extension FormOptions {
  /// Whether to ask line by line: on request (for screen readers, too), or because the terminal can do nothing else.
  var wantsPlainText: Bool {
    isPlain || Environment.asksForPlain
  }
}
