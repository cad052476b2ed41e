import Identity
import IdentitySQLite
import Sentences
import SignInUI
import Terminal

/// `signin --plain`: the form as questions on the controlling terminal, without a screen.
@MainActor
enum SignInLineByLine {
  /// Asks. When this returns the terminal is as it was, and what was typed is wiped.
  static func play(_ options: FormOptions, _ composition: Composition) throws(Failure) -> Navigator.Ending {
    let terminal: LineTerminal
    do throws(TerminalError) {
      terminal = try LineTerminal()
    } catch {
      throw Failure(.noInput, error.sentence)
    }
    defer { composition.close { terminal.close() } }
    var dependencies = SignInOnScreen.dependencies(options, composition, LoopScheduler(terminal.loop))
    // Without a screen the way ends with the sign-in.
    dependencies.activity = nil
    let presenter = LinePresenter(on: terminal)
    let navigator = Navigator(dependencies, presenter)
    switch composition.presence {
    case .missing: navigator.didFindNoAccounts()
    case .present:
      Task {
        // A store that cannot tell will say so when somebody signs in. Nothing is asked before it is known which form it is:
        // whoever listens would hear both.
        let isEmpty = try? await composition.store.isEmpty()
        if isEmpty == true { navigator.didFindNoAccounts() } else { navigator.transition(to: .signIn(email: nil)) }
      }
    }
    return presenter.run(navigator, on: terminal)
  }
}

extension FormOptions {
  /// Whether the form is asked line by line: when that is asked for, by whoever uses a screen reader too, or where the
  /// terminal says that it can do nothing else.
  var wantsPlainText: Bool {
    isPlain || Environment.asksForPlain
  }
}
