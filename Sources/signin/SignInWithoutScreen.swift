import Identity
import Programs
import Secrets
import Sentences
import Wire

/// `signin --password-stdin --email E`: one attempt, without questions or a screen.
@MainActor
enum SignInWithoutScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    try options.findCommand()
    let email = try EmailAddress(typed: options.email ?? "")
    let composition = try Composition(options, Settings.effective(options: options.choices, file: options.config))
    let client = composition.client
    try composition.findAccounts()
    let password = try StandardInput.readPassword()
    let outcome = composition.wait {
      await RemoteSigningIn(client, session: options.opensSession).signIn(email, password)
    }
    if let signedIn = outcome.signedIn { return try composition.handOver(signedIn, options) }
    composition.leaveKeeper()
    switch outcome {
    case .refused, .cancelled, .passwordLength, .signedIn, .changed: throw .refused
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .disabled: throw .disabled
    case .unavailable(let error): throw Failure(error)
    case .secondStepMissing: throw Failure(.refused, Sentence.secondStepMissing)
    case .unanswered: throw Failure(.stepNeeded, Sentence.furtherStep)
    }
  }
}
