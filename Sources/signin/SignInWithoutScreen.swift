import Identity
import IdentitySQLite
import Programs
import Secrets
import Sentences

/// `signin --password-stdin --email E`: one attempt, without questions or a screen.
enum SignInWithoutScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    try options.findCommand()
    let email = try EmailAddress(typed: options.email ?? "")
    let composition = try Composition(Settings.effective(options: options.choices, file: options.config))
    guard composition.presence == .present else { throw .noAccounts }
    let password = try StandardInput.readPassword()
    let signIn = composition.signIn(from: .current(program: options.program), opensSession: options.opensSession)
    let outcome = try waitingForStore { () async throws(StoreError) -> SignInOutcome? in
      try await composition.store.isEmpty() ? nil : await signIn.signIn(email, password)
    }
    composition.close()
    switch outcome {
    case nil: throw .noAccounts
    case .signedIn(let signedIn):
      try composition.handOver(signedIn, from: options.program) { () throws(Failure) in
        try options.conclude(signedIn, composition)
      }
    case .refused, .cancelled: throw .refused
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .disabled: throw .disabled
    case .unavailable(let error): throw Failure(error)
    case .passwordLength: throw .refused
    case .unanswered: throw Failure(.noInput, Sentence.furtherStep)
    }
  }
}
