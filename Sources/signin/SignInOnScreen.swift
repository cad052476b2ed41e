import Glibc
import Identity
import IdentitySQLite
import Programs
import Secrets
import Sentences
import SignIn
import SignInUI
import Signals
import Terminal
import ThemeFiles
import Unix

/// `signin`: the form on the controlling terminal, then the result on standard output, or the command.
@MainActor
enum SignInOnScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    try options.findCommand()
    let settings = try Settings.effective(options: options.choices, file: options.config)
    let composition = try Composition(settings)
    guard composition.presence == .present || options.isPersonal && settings.signUp != .off else { throw .noAccounts }
    let ending =
      try options.wantsPlainText
      ? SignInLineByLine.play(options, composition) : play(options, composition, settings.themeFile)
    switch ending {
    case .finished(.signedIn(let signedIn)):
      try composition.handOver(signedIn, from: options.program) { () throws(Failure) in
        try options.conclude(signedIn, composition)
      }
    case .finished(.signedOut(let email)):
      try waitingForStore { () async throws(StoreError) in
        try await composition.store.recordSignOut(of: email, from: .current(program: options.program))
      }
      composition.close()
      try StandardStreams.writeResult(translated("Signed out"))
      exit(ExitStatus.cancelled.rawValue)
    case .finished(.cancelled): exit(ExitStatus.cancelled.rawValue)
    case .finished(.refused):
      throw Failure(
        .refused,
        settings.attempts == 1
          ? translated("Wrong email or password. No attempts left.")
          : translated(
            counting: settings.attempts, "Wrong email or password, {count} time. No attempts left.",
            "Wrong email or password, {count} times. No attempts left."))
    case .finished(.timedOut):
      throw Failure(
        .timedOut,
        translated(
          "Timed out: no key was pressed for {seconds} s. You aren't signed in.",
          ["seconds": String(options.idleSeconds(settings) ?? 0)]))
    case .finished(.noAccounts): throw .noAccounts
    case .signal(let number): ProcessSignals.die(by: number)
    case .terminalGone: ProcessSignals.die(by: SIGHUP)
    }
  }

  /// Shows the form. Restores the terminal and wipes typed text before it returns.
  private static func play(
    _ options: FormOptions, _ composition: Composition, _ theme: ThemeFile
  ) throws(Failure) -> Navigator.Ending {
    let session: TerminalSession
    do throws(TerminalError) {
      session = try TerminalSession(mouse: composition.settings.takesMouse)
    } catch {
      // A terminal that cannot show the form can still show a dialogue of lines.
      let wayOut = error.concernsScreen ? " " + translated("Or use signin --plain, which needs no screen.") : ""
      throw Failure(.noInput, error.sentence + wayOut)
    }
    defer { composition.close { session.close() } }
    let hasColours = Environment.variable("NO_COLOR") == nil
    let scheduler = LoopScheduler(session.loop)
    let presenter = ScreenPresenter(
      Look(
        theme: theme.theme(at: hasColours ? session.colours : .monochrome),
        glyphs: .shown(isUTF8: session.isUTF8, terminal: Environment.variable("TERM"))),
      composition.settings.heading(scheduler))
    let navigator = Navigator(dependencies(options, composition, scheduler), presenter)
    switch composition.presence {
    case .missing: navigator.transition(to: .signUp(email: nil))
    case .present:
      navigator.transition(to: .signIn(email: nil))
      Task {
        // If the store has an error, the sign-in reports it.
        if let isEmpty = try? await composition.store.isEmpty(), isEmpty { navigator.didFindNoAccounts() }
      }
    }
    return Stage(on: session, navigator, presenter, colours: hasColours).run()
  }

  /// The dependencies of all scenes, with or without a screen.
  static func dependencies(
    _ options: FormOptions, _ composition: Composition, _ scheduler: LoopScheduler
  ) -> SceneDependencies {
    let settings = composition.settings
    var signInSettings = SignInViewModel.Settings()
    signInSettings.form.email = options.email
    signInSettings.form.timing = settings.timing
    signInSettings.form.showsHints = settings.hints == .on
    signInSettings.form.suggestsDomains = settings.hints != .off
    signInSettings.attempts = settings.attempts
    let source = AttemptSource.current(program: options.program)
    let signIn = composition.signIn(from: source, opensSession: options.opensSession)
    let signUp = SignUpUseCase(
      addAccount: composition.addAccount(settings.signUp == .on ? .always : .onlyFirst, from: source), signIn: signIn)
    return SceneDependencies(
      signIn: signIn, signUp: options.isPersonal && settings.signUp != .off ? signUp : nil,
      offersSignUp: settings.signUp == .on, rules: .just(composition.rules), passwordLength: passwordLength(composition),
      memory: options.isPersonal ? Environment.rememberedEmail.map(RememberedEmail.init(path:)) : nil,
      activity: options.isPersonal ? activity(options, composition) : nil, settings: signInSettings,
      idleSeconds: options.idleSeconds(settings), scheduler: scheduler)
  }

  private static func activity(
    _ options: FormOptions, _ composition: Composition
  ) -> SceneDependencies.Activity {
    SceneDependencies.Activity(
      clock: SystemClock(), changePassword: composition.changePassword(from: .current(program: options.program))
    ) { ActivityUseCase(attempts: composition.store, of: $0) }
  }

  /// The policy's range of lengths, then the widest that was ever in force, as soon as the store reports it.
  private static func passwordLength(_ composition: Composition) -> Signal<PasswordPolicy?> {
    let policy = Property<PasswordPolicy?>(composition.settings.passwordPolicy)
    // Do not create a missing store to read it.
    if composition.presence == .present {
      Task {
        if let widest = try? await composition.store.widestPasswordLength(including: composition.settings.passwordPolicy.length) {
          policy.send(PasswordPolicy(length: widest))
        }
      }
    }
    return policy.signal
  }
}

extension Settings {
  /// The words above every form. Their texts may come from anywhere, so they are cleaned.
  @MainActor
  func heading(_ scheduler: LoopScheduler) -> FormHeading {
    var heading = FormHeading()
    heading.title = origins["title"] == nil ? nil : Sanitiser.cleaned(title)
    heading.greeting = greeting.isEmpty ? nil : Sanitiser.cleaned(greeting)
    heading.host = show.contains(.host) ? Environment.host.map { Sanitiser.cleaned($0) } : nil
    heading.clock = show.contains(.clock) ? FormHeading.Clock(SystemClock(), scheduler) : nil
    return heading
  }
}
