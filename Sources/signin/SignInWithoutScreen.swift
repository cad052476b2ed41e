import Identity
import IdentitySQLite
import Secrets
import Sentences

/// `signin --password-stdin --email E`: one try, nothing asked, nothing shown.
enum SignInWithoutScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    let email = try EmailAddress(given: options.email ?? "")
    let service = try Service(Settings.effective(options: options.choices, file: options.config))
    guard service.presence == .present else { throw .noAccounts }
    let password = try StandardInput.readPassword()
    let signIn = service.signIn(from: .current(program: options.program), opensSession: options.opensSession)
    let outcome = try waitingForStore { () async throws(StoreError) -> SignInOutcome? in
      try await service.store.isEmpty() ? nil : await signIn.signIn(email, password)
    }
    service.close()
    switch outcome {
    case nil: throw .noAccounts
    case .signedIn(let signedIn): try options.conclude(signedIn)
    case .refused, .cancelled: throw .refused
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .unavailable(let error): throw Failure(error)
    }
  }
}
