import Identity
import IdentitySQLite
import Programs
import Sentences
import SignInUI
import Terminal

/// `signin --plain`: the form as questions on the controlling terminal, without a screen.
@MainActor
enum SignInLineByLine {
  /// Asks the questions. Restores the terminal and wipes typed text before it returns.
  static func play(_ options: FormOptions, _ composition: Composition) throws(Failure) -> Navigator.Ending {
    let terminal: LineTerminal
    do throws(TerminalError) {
      terminal = try LineTerminal()
    } catch {
      throw Failure(.noInput, error.sentence)
    }
    defer { composition.close { terminal.close() } }
    let scheduler = LoopScheduler(terminal.loop)
    var dependencies = SignInOnScreen.dependencies(options, composition, scheduler)
    // Without a screen, nothing follows the sign-in.
    dependencies.activity = nil
    let presenter = LinePresenter(on: terminal, composition.settings.heading(scheduler))
    let navigator = Navigator(dependencies, presenter)
    switch composition.presence {
    case .missing: navigator.didFindNoAccounts()
    case .present:
      Task {
        // The sign-in reports an error of the store. Ask nothing before the form is known: with a screen reader, the
        // user would hear both forms.
        let isEmpty = try? await composition.store.isEmpty()
        if isEmpty == true { navigator.didFindNoAccounts() } else { navigator.transition(to: .signIn(email: nil)) }
      }
    }
    return presenter.run(navigator, on: terminal)
  }
}

extension FormOptions {
  /// Whether to ask line by line: on request (for screen readers, too), or because the terminal can do nothing else.
  var wantsPlainText: Bool {
    isPlain || Environment.asksForPlain
  }
}
