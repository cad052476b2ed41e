import Store
import Glibc
import Identity
import ProgramSupport
import Settings
import Sentences
import SignIn
import SignInUI
import SQLiteStore
import Terminal
import Unix
import AccountService

/// `signin`: the form on the controlling terminal, then the result on standard output, or the command.
@MainActor
enum SignInOnScreen {
  static func run(_ options: FormOptions, _ composition: Composition) throws(Failure) {
    let settings = composition.settings
    if options.reuses, let signedIn = try composition.reusedSignIn(options) {
      return try composition.handOver(signedIn, options)
    }
    // Without an account no sign-in can pass a gate, so none is asked for.
    if !composition.hasStore && composition.logins == .email {
      if options.isPersonal && settings.signUp != .off {
        try settings.requireMakeableStore()
      } else {
        try composition.findAccounts()
      }
    }
    let ending = try play(composition, options, composition.signedInHere(options))
    if let parting = composition.parting { StandardStreams.writeDiagnostic(parting) }
    switch ending {
    case .finished(.signedIn(let signedIn)):
      if options.isPersonal && composition.hasEnded(signedIn) {
        composition.kept.forget()
        throw Failure(.refused, StoreError.service(.sessionEnded).sentence)
      }
      return try composition.handOver(signedIn, options)
    case .finished(.signedOut(let signedIn)):
      try composition.signOut(signedIn)
      composition.kept.forget()
      composition.endReplaced()
      composition.leave()
      try StandardStreams.writeDone(translated("Signed out"))
      exit(ExitStatus.cancelled.rawValue)
    case .finished:
      composition.endReplaced()
      composition.leave()
    case .signal, .terminalGone: break
    }
    switch ending {
    case .finished(.cancelled), .finished(.signedIn), .finished(.signedOut): exit(ExitStatus.cancelled.rawValue)
    case .finished(.refused):
      throw Failure(
        .refused,
        settings.attempts == 1 ? composition.logins.wrongOnce : composition.logins.wrong(times: settings.attempts))
    case .finished(.timedOut):
      throw Failure(
        .timedOut,
        translated(
          "Timed out: no key was pressed for {seconds} s. You aren't signed in.",
          ["seconds": String(options.idleSeconds(settings) ?? 0)]))
    case .finished(.noAccounts): throw .noAccounts
    case .finished(.unavailable(let error)): throw Failure(error)
    case .signal(let number):
      composition.endReplaced()
      ProcessSignals.die(by: number)
    case .terminalGone: ProcessSignals.die(by: SIGHUP)
    }
  }

  /// Shows the form, on the screen or line by line, until it is left.
  /// - Parameter here: Who is signed in at this terminal, and sees their account at once; nil for the form.
  static func play(
    _ composition: Composition, _ options: FormOptions, _ here: SignedIn? = nil
  ) throws(Failure) -> Navigator.Ending {
    try options.wantsPlainText
      ? SignInLineByLine.play(composition, here) : play(composition, composition.settings.themeFile, here)
  }

  /// Shows the form. Restores the terminal and wipes typed text before it returns.
  private static func play(
    _ composition: Composition, _ theme: ThemeFile, _ here: SignedIn?
  ) throws(Failure) -> Navigator.Ending {
    let session: TerminalSession
    let typedAhead = TypedAhead()
    do throws(TerminalError) {
      session = try TerminalSession(
        composition.loop, mouse: composition.settings.takesMouse, typedAhead: typedAhead)
    } catch {
      // A forced command can't be started with another option, so whoever has only lines gets lines.
      guard error.concernsScreen else { throw Failure(.noInput, error.sentence) }
      return try SignInLineByLine.play(composition, here, insteadOfScreen: error.sentence, typedAhead)
    }
    if composition.isLock { ProcessGuard.hold() }
    composition.reports.hold()
    defer { composition.reports.release() }
    let hasColours = Environment.variable("NO_COLOR") == nil
    let scheduler = LoopScheduler(session.loop)
    let presenter = ScreenPresenter(
      Look(
        theme: theme.theme(at: hasColours ? session.colours : .monochrome),
        glyphs: .shown(isUTF8: session.isUTF8, terminal: Environment.variable("TERM")),
        hasColours: hasColours && session.colours > .monochrome),
      composition.settings.heading(scheduler))
    let navigator = Navigator(composition.dependencies(scheduler), presenter)
    let hasForm = composition.hasStore || composition.isLock || composition.logins != .email
    navigator.transition(to: here.map { .account($0) } ?? (hasForm ? .signIn(email: nil) : .signUp(email: nil)))
    // A service may say welcome once more, or end the session, when there is no form any more.
    composition.onWelcome = { [weak navigator, isLock = composition.isLock] welcome in
      guard let welcome else { return }
      if welcome.hasNobody && !isLock { navigator?.didFindNoAccounts(allowsSignUp: welcome.signUp != nil) }
      navigator?.didLearnProviders()
    }
    composition.onSessionEnd = { [weak navigator] in navigator?.didLoseSession(to: $0) }
    defer { composition.onSessionEnd = nil }
    composition.onRefusal = { [weak navigator] in navigator?.didFail($0) }
    // The first frame comes first.
    session.loop.afterTurn { composition.start() }
    let depth = session.colours
    let settings = composition.settings
    presenter.theme = { settings.themeFile(theme, on: $0).theme(at: depth, on: $0) }
    let ending = ScreenLoop(
      on: session, navigator, presenter, colours: hasColours, isLock: composition.isLock,
      asksForBackground: hasColours && depth > .monochrome && settings.asksForBackground && !theme.paintsScreen,
      asksForWidth: session.isUTF8 && !TerminalQuestion.isConsole(Environment.variable("TERM") ?? "")
    ).run()
    composition.parting = navigator.parting
    // It ends while the terminal is given back, which takes a millisecond.
    if case .finished(.cancelled) = ending { composition.client.hangUp() }
    // Before the scenes go: to free their locked memory waits while the kernel gives a hash its memory.
    withExtendedLifetime((navigator, presenter)) { session.close() }
    return ending
  }
}

extension Settings {
  /// Makes sure that the store can be made, before anybody types a password for its first account.
  fileprivate func requireMakeableStore() throws(Failure) {
    let file = StoreFile(path: try storePath)
    try usingStore { () throws(StoreError) in try file.requireMakeable() }
  }

  /// The words above every form. Their texts may come from anywhere, so they are cleaned.
  @MainActor
  func heading(_ scheduler: LoopScheduler) -> FormHeading {
    var heading = FormHeading()
    heading.title = origin(of: "title") == nil ? nil : Sanitiser.cleaned(title)
    heading.greeting = greeting.isEmpty ? nil : Sanitiser.cleaned(greeting)
    heading.help = help.isEmpty ? nil : Sanitiser.cleaned(help)
    heading.host = show.contains(.host) ? Environment.host.map { Sanitiser.cleaned($0) } : nil
    heading.clock = show.contains(.clock) ? FormHeading.Clock(SystemClock(), scheduler) : nil
    return heading
  }
}

extension LoginKind {
  /// Says that the only attempt was refused.
  fileprivate var wrongOnce: String {
    switch self {
    case .email, .either: translated("Wrong email or password. No attempts left.")
    case .name: translated("Wrong user name or password. No attempts left.")
    }
  }

  /// Says that all attempts were refused.
  fileprivate func wrong(times: Int) -> String {
    switch self {
    case .email, .either:
      translated(
        counting: times, "Wrong email or password, {count} time. No attempts left.",
        "Wrong email or password, {count} times. No attempts left.")
    case .name:
      translated(
        counting: times, "Wrong user name or password, {count} time. No attempts left.",
        "Wrong user name or password, {count} times. No attempts left.")
    }
  }
}
