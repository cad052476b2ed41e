import Identity
import Secrets
import SignIn
import Signals
import Terminal
import TestSupport

@testable import SignInUI

/// A sign-in scene on a screen that is a plain value: keys go in, text comes out.
final class SignInScreen {
  let signIn = ScriptedSignIn()
  let scheduler = TestScheduler()
  private let router = Router()
  private var frame: Frame
  private let viewModel: any SignInViewModelType
  private let view: SignInView

  init(columns: Int = 80, rows: Int = 24, settings: SignInViewModel.Settings = .init(), glyphs: Glyphs = .unicode) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    viewModel = SignInViewModel(
      signIn: signIn, passwordLength: .just(PasswordPolicy()), memory: Memory(), settings: settings,
      scheduler: scheduler,
      routing: router)
    view = SignInView(
      viewModel: viewModel, offersToRemember: true, look: Look(theme: Self.theme, glyphs: glyphs))
    view.resize(to: frame.size)
    view.draw(in: &frame)
  }

  /// A form with two valid fields.
  static func filled(settings: SignInViewModel.Settings = .init(), glyphs: Glyphs = .unicode) -> SignInScreen {
    let stage = SignInScreen(settings: settings, glyphs: glyphs)
    stage.type("ada@lovelace.example")
    stage.press(.tab)
    stage.type("correct horse")
    return stage
  }

  /// One style for each state, so a test can tell them apart.
  static let theme: Theme = {
    var theme = Theme()
    theme[.valid] = Style(foreground: .green)
    theme[.invalid] = Style(foreground: .red)
    theme[.neutral] = Style(foreground: .white)
    return theme
  }()

  /// The screen as the user sees it.
  var screen: String {
    view.draw(in: &frame)
    return frame.text
  }

  /// Some rows of the screen, without their common margin.
  func rows(_ range: ClosedRange<Int>) -> String {
    screen.split(separator: "\n", omittingEmptySubsequences: false)[range].joined(separator: "\n").unindented
  }

  var lastRow: String {
    screen.split(separator: "\n").last.map { String($0).unindented } ?? ""
  }

  /// The position of the terminal's cursor.
  var cursor: Position? {
    view.draw(in: &frame)
    return frame.cursor
  }

  /// Whether the screen shows a readable password.
  var holdsSecret: Bool {
    view.draw(in: &frame)
    return frame.holdsSecret
  }

  var drawn: Frame {
    view.draw(in: &frame)
    return frame
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

  /// Answers the running sign-in, and returns when the scene has processed it.
  func answer(_ outcome: SignInOutcome) async {
    let waiting = await signIn.nextAttempt()
    let ended = Recorder(viewModel.outputs.field(.password).cleared)
    signIn.answer(waiting, outcome)
    await ended.wait { !$0.isEmpty }
  }

  func send(_ event: Event) {
    view.handle(event)
    view.draw(in: &frame)
  }

  func resize(columns: Int, rows: Int) {
    frame = Frame(size: Size(columns: columns, rows: rows))
    view.resize(to: frame.size)
  }

  var isCancelled: Bool { router.isCancelled }
}

private final class Router: SignInRouting {
  private(set) var isCancelled = false

  func didSignIn(_ signedIn: SignedIn) {}
  func didCancelSignIn() { isCancelled = true }
  func didAskToCreateAccount(email: String) {}
  func didUseUpAttempts() {}
}

private final class Memory: EmailMemory {
  var email: String? { nil }
  func remember(_ email: String?) {}
}

extension String {
  /// The text without the blanks at the start of all its lines.
  var unindented: String {
    let lines = split(separator: "\n", omittingEmptySubsequences: false)
    let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { $0.dropFirst(margin) }.joined(separator: "\n")
  }
}
