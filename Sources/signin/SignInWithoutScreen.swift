import Identity
import IdentitySQLite
import Secrets
import SignInUI

/// `signin --password-stdin --email E`: one try, nothing asked, nothing shown.
enum SignInWithoutScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    guard let email = EmailAddress(options.email ?? "") else {
      throw Failure(.unacceptable, translated("Entered email is not valid."))
    }
    let service = try Service(Settings.effective(options: options.choices, file: options.config))
    guard service.presence == .present else { throw .noAccounts }
    let password = try StandardInput.readPassword()
    let signIn = service.signIn(from: .current(program: options.program), opensSession: options.opensSession)
    let outcome = waiting { () async -> Result<SignInOutcome, Failure> in
      do throws(StoreError) {
        if try await service.store.isEmpty() { return .failure(.noAccounts) }
      } catch {
        return .failure(Failure(error))
      }
      return .success(await signIn.signIn(email, password))
    }
    service.close()
    switch try outcome.get() {
    case .signedIn(let signedIn): try options.conclude(signedIn)
    case .refused, .cancelled: throw Failure(.refused, translated("Wrong email or password."))
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .unavailable(let error): throw Failure(error)
    }
  }
}
