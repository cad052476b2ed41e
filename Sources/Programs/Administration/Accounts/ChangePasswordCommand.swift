import ArgumentParser
import Identity
import ProgramSupport
import Secrets
import Sentences
import Unix

/// `signin account password EMAIL`: sets a new password. The account's owner gives the current one; an administrator
/// uses `--reset`.
struct ChangePasswordCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "password", "Change the password of an account.",
    "Asks for the current password, then twice for the new one. --reset is for administrators. It prints a password for "
      + "one sign-in, in which the owner must change it; with --password-stdin it sets the one given. It also clears "
      + "the failed attempts. Either way the account's sessions end.",
    examples: "signin account password ada@lovelace.example", "signin account passwd ada@lovelace.example --reset",
    aliases: ["passwd"])

  @OptionGroup var account: AccountArgument
  @Flag(help: "Set another password without the current one.")
  var reset = false

  @OptionGroup var input: PasswordInput
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let email = try account.address
    let access = try options.access
    if reset {
      guard access.hasStore else { throw .noAccount(of: email) }
      guard options.readsPassword else { return try giveOneTimePassword(to: email, access) }
      try self.reset(email, access)
    } else {
      try change(email, access)
    }
    try StandardStreams.writeDone(done(to: email))
  }

  private func change(_ email: EmailAddress, _ access: StoreAccess) throws(Failure) {
    guard access.hasStore else { throw .noAccounts }
    let changing = access.changingPassword(.current(program: "account password"))
    let (old, new) =
      try options.readsPassword
      ? (StandardInput.readPassword(), StandardInput.readPassword())
      : TerminalPrompt.openForPasswords { prompt throws(Failure) in
        let old = try prompt.ask(translated("Current password: "))
        let confirmation = waiting(for: { await changing.confirm(old, of: email) })
        try conclude(confirmation, wrong: Self.wrongCurrent)
        let new = try prompt.askTwice(
          translated("New password: "), translated("New password again: "), under: access.rules, for: email,
          replacing: old)
        return (old, new)
      }
    let outcome = waiting(for: { await changing.changePassword(of: email, from: old, to: new) })
    try conclude(outcome, wrong: options.readsPassword ? .refused : Self.wrongCurrent)
  }

  private static let wrongCurrent = Failure(.refused, translated("The current password is wrong."))

  private func conclude(_ outcome: PasswordChangeOutcome, wrong: Failure) throws(Failure) {
    switch outcome {
    case .changed, .confirmed: break
    case .violation(let violation): throw Failure(violation)
    case .refused: throw wrong
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .disabled: throw .disabled
    case .unavailable(let error): throw Failure(error)
    case .cancelled: throw Failure(.cancelled, translated("The password wasn't changed."))
    }
  }

  private func reset(_ email: EmailAddress, _ access: StoreAccess) throws(Failure) {
    let new = try StandardInput.readPassword()
    let useCase = access.resetPassword(from: .current(program: "account password"))
    do {
      try waiting { () async throws(ResetPasswordError) in try await useCase.reset(email, to: new) }
    } catch {
      throw Failure(error, of: email)
    }
  }

  /// Prints the password, and nothing else: this is the only time that anybody sees it.
  private func giveOneTimePassword(to email: EmailAddress, _ access: StoreAccess) throws(Failure) {
    let useCase = access.resetPassword(from: .current(program: "account password"))
    let password: SealedPassword
    do {
      password = try waiting { () async throws(ResetPasswordError) in try await useCase.giveOneTimePassword(to: email) }
    } catch {
      throw Failure(error, of: email)
    }
    defer { password.wipe() }
    try StandardStreams.writing(what: done(to: email)) { () throws(Failure) in try StandardStreams.writeResult(password)
    }
  }

  private func done(to email: EmailAddress) -> String {
    translated("Changed the password of {email}", ["email": email.text])
  }
}
