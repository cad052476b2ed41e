import Identity
import Secrets
import SignIn
import Signals
import Terminal
import TestSupport

@testable import SignInUI

/// A sign-in scene on a screen that is a plain value: keys go in, text comes out.
final class Stage: SignInRouting {
  let signIn = ScriptedSignIn()
  let scheduler = TestScheduler()
  private(set) var isCancelled = false
  private var frame: Frame
  private var view: SignInView?

  init(columns: Int = 80, rows: Int = 24, settings: SignInViewModel.Settings = .init(), glyphs: Glyphs = .unicode) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    let viewModel = SignInViewModel(
      signIn: signIn, passwordLength: .just(6...20), memory: Memory(), settings: settings, scheduler: scheduler,
      routing: self)
    view = SignInView(
      viewModel: viewModel, offersToRemember: true, look: Look(theme: Self.theme, glyphs: glyphs))
    view?.form.resize(to: frame.size)
  }

  /// A style for each state, so that a test can tell which was used.
  static let theme: Theme = {
    var theme = Theme()
    theme[.valid] = Style(foreground: .green)
    theme[.invalid] = Style(foreground: .red)
    theme[.neutral] = Style(foreground: .white)
    return theme
  }()

  /// What somebody would see.
  var screen: String {
    view?.form.draw(in: &frame)
    return frame.text
  }

  /// Where the terminal's cursor stands.
  var cursor: Position? {
    view?.form.draw(in: &frame)
    return frame.cursor
  }

  func style(row: Int, column: Int) -> Style {
    view?.form.draw(in: &frame)
    return frame.style(at: Position(row: row, column: column))
  }

  func press(_ codes: Key.Code...) {
    for code in codes { send(.key(Key(code))) }
  }

  func type(_ text: String) {
    for scalar in text.unicodeScalars { send(.key(.character(scalar))) }
  }

  func paste(_ text: String) {
    send(.pasteBegan)
    for scalar in text.unicodeScalars { send(.pasted(scalar)) }
    send(.pasteEnded)
  }

  func send(_ event: Event) {
    view?.form.handle(event)
  }

  func resize(columns: Int, rows: Int) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    view?.form.resize(to: frame.size)
  }

  func didSignIn(_ signedIn: SignedIn) {}
  func didCancelSignIn() { isCancelled = true }
  func didUseUpAttempts() {}
}

private final class Memory: EmailMemory {
  var email: String? { nil }
  func remember(_ email: String?) {}
}
