package import Identity
package import Secrets
import Sentences

/// A reason to exit before the work is done: a status, and a sentence with the problem and its fix.
package struct Failure: Error {
  package let status: ExitStatus
  package let sentence: String

  package init(_ status: ExitStatus, _ sentence: String) {
    self.status = status
    self.sentence = sentence
  }
}

// The exit status and the sentence for each error of the inner modules.

extension Failure {
  package init(_ error: StoreError) {
    switch error {
    case .unreachable, .damaged, .noThread, .hashing, .notRecorded, .service, .notStarted, .database, .provider:
      self.init(.unavailable, error.sentence)
    case .untrusted: self.init(.configuration, error.sentence)
    case .socket(let fault, _): self.init(fault.isUntrusted ? .configuration : .unavailable, error.sentence)
    case .inputOutput: self.init(.inputOutput, error.sentence)
    }
  }

  package init(_ error: LineError) {
    switch error {
    case .endOfInput, .inputOutput: self.init(.noInput, error.sentence)
    case .tooLong, .notUTF8: self.init(.unacceptable, error.sentence)
    }
  }

  package init(_ error: ImportError, in file: String) {
    switch error {
    case .file(let error): self.init(error, in: file)
    case .unavailable(let error): self.init(error)
    }
  }

  package init(_ error: AccountFileError, in file: String) {
    switch error {
    case .inputOutput: self.init(.inputOutput, error.sentence(in: file))
    case .empty, .utf16, .separatorLine, .header, .missing, .repeated, .unknown:
      self.init(.unacceptable, error.sentence(in: file))
    }
  }

  package init(_ error: AddAccountError, of email: EmailAddress) {
    switch error {
    case .exists:
      self.init(.unacceptable, translated("{email} already has an account.", ["email": email.text]))
    case .notFirst: self.init(.unacceptable, translated("There is an account already."))
    case .violation(let violation): self.init(violation)
    case .cancelled: self.init(.cancelled, translated("The account wasn't added."))
    case .unavailable(let error): self.init(error)
    }
  }

  package init(_ error: ResetPasswordError, of email: EmailAddress) {
    switch error {
    case .missing: self = .noAccount(of: email)
    case .violation(let violation): self.init(violation)
    case .unavailable(let error): self.init(error)
    }
  }

  package init(_ error: PasswordError) { self.init(.unacceptable, error.sentence) }
  package init(_ violation: PasswordViolation) { self.init(.unacceptable, violation.sentence) }
  init(_ error: HashCostError) { self.init(.configuration, error.sentence) }
  package init(_ error: SecretMemory.Exposed) { self.init(.unavailable, error.sentence) }

  /// The given text is not an email, for a reason that may be known.
  package static func emailNotValid(_ fault: EmailFault?) -> Failure {
    Failure(.unacceptable, Sentence.emailNotValid(fault))
  }

  /// The given text is no user name.
  package static let userNameNotValid = Failure(.unacceptable, Sentence.userNameNotValid)

  /// The login or the password is wrong.
  package static func refused(_ login: Login) -> Failure {
    switch login {
    case .email: refused
    case .name: Failure(.refused, Sentence.wrongUserNameOrPassword)
    }
  }

  /// The email or the password is wrong.
  package static let refused = Failure(.refused, Sentence.wrongEmailOrPassword)

  /// Too many failed attempts, without a screen to wait at.
  package static func throttled(seconds: Int) -> Failure {
    Failure(.throttled, Sentence.tooManyAttempts(seconds: seconds))
  }

  /// So many failed attempts that an administrator must clear them.
  package static let disabled = Failure(.throttled, Sentence.attemptsDisabled)

  /// An invalid token: it was never issued, or its session has ended.
  package static let invalidToken = Failure(
    .refused, translated("The token isn't valid, or its session has ended. Sign in again."))

  /// The store has no accounts.
  package static let noAccounts = Failure(
    .configuration, translated("There are no accounts yet. Add one with: signin account add EMAIL."))

  /// No account has that email.
  package static func noAccount(of email: EmailAddress) -> Failure {
    Failure(
      .unacceptable, translated("There is no account for {email}. See signin account list.", ["email": email.text]))
  }
}

/// Does work on a store, whose errors become failures.
package func usingStore<Value>(_ work: () throws(StoreError) -> Value) throws(Failure) -> Value {
  do {
    return try work()
  } catch {
    throw Failure(error)
  }
}

extension Failure {
  /// The failure for a wrong command line. It names the help page.
  package static func usage(_ sentence: String, see command: String = "signin") -> Failure {
    Failure(.usage, sentence + " " + translated("See {command} --help.", ["command": command]))
  }

  /// Nothing follows `--`.
  package static var commandMissing: Failure { .usage(translated("-- needs a command after it.")) }
}
