import Glibc
import Identity
import IdentitySQLite
import Secrets
import SignIn
import SignInUI
import Signals
import Terminal

/// `signin`: the form on the controlling terminal, the result on standard output.
@MainActor
enum SignInOnScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    let service = try Service(url: options.store)
    guard service.presence == .present else { throw .noAccounts }
    let ending = try play(options, service)
    switch ending {
    case .finished(.signedIn(let signedIn)):
      if let line = SignInResult(signedIn: signedIn).line(options.print) { try StandardStreams.writeResult(line) }
    case .finished(.cancelled): exit(ExitStatus.cancelled.rawValue)
    case .finished(.refused):
      let times = options.attempts == 1 ? "" : ", \(options.attempts) times"
      throw Failure(.refused, "Wrong email or password\(times). No more tries are given.")
    case .signal(let number): ProcessSignals.die(by: number)
    case .terminalGone: ProcessSignals.die(by: SIGHUP)
    }
  }

  /// Shows the form. When this returns the terminal is as it was, and what was typed is wiped.
  private static func play(_ options: FormOptions, _ service: Service) throws(Failure) -> Stage.Ending {
    let session: TerminalSession
    do throws(TerminalError) {
      session = try TerminalSession()
    } catch {
      throw Failure(.noInput, error.sentence)
    }
    defer {
      session.close()
      if let failure = SecretMemory.lockFailure { StandardStreams.writeDiagnostic(failure.reason) }
    }
    let coordinator = Coordinator(dependencies(options, service, session))
    coordinator.transition(to: .signIn)
    return Stage(on: session, coordinator: coordinator, colours: Places.variable("NO_COLOR") == nil).run()
  }

  private static func dependencies(
    _ options: FormOptions, _ service: Service, _ session: TerminalSession
  ) -> Coordinator.Dependencies {
    var settings = SignInViewModel.Settings()
    settings.email = options.email
    settings.attempts = options.attempts
    // Remembering is for somebody at their own terminal, not for whoever passes a gate.
    let memory = options.print == nil ? Places.rememberedEmail.map(RememberedEmail.init(path:)) : nil
    return Coordinator.Dependencies(
      signIn: service.signIn(from: .current(program: "signin"), opensSession: options.print != nil),
      passwordLength: passwordLength(service), memory: memory, settings: settings, scheduler: LoopScheduler(session),
      look: Look(theme: .dark, glyphs: session.isUTF8 ? .unicode : .ascii))
  }

  /// The policy's range, and the widest that was ever in force once the store has told it.
  private static func passwordLength(_ service: Service) -> Signal<ClosedRange<Int>> {
    let length = Property(PasswordPolicy().length)
    Task {
      if let widest = try? await service.store.widestPasswordLength(including: length.value) { length.send(widest) }
    }
    return length.signal
  }
}
