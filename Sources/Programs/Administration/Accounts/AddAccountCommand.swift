import ArgumentParser
import Identity
import ProgramSupport
import Sentences
import Unix

/// `signin account add EMAIL`: asks for the password twice without echo, or reads it once from standard input.
struct AddAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "add", "Add an account.",
    "Asks for the password twice, or reads it once from standard input.",
    examples: "signin account add ada@lovelace.example",
    "pass show ada | signin account add ada@lovelace.example --password-stdin")

  @OptionGroup var account: AccountArgument
  @OptionGroup var input: PasswordInput
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let email = try EmailAddress(typed: account.email)
    let access = try options.access
    let useCase = try access.addAccount(.always, from: .current(program: "account add"))
    if !options.readsPassword, access.hasStore {
      // Before anything is typed. The store decides in the end.
      let known = try waitingForStore { () async throws(StoreError) in
        try await access.store.knownAccount(of: email)
      }
      if known != nil { throw Failure(.exists, of: email) }
    }
    let password =
      try options.readsPassword
      ? StandardInput.readPassword()
      : TerminalPrompt.openForPasswords { prompt throws(Failure) in
        try prompt.askTwice(
          translated("Password: "), translated("Password again: "), under: access.rules, for: email)
      }
    do {
      try waiting { () async throws(AddAccountError) in try await useCase.add(email, password) }
    } catch {
      throw Failure(error, of: email)
    }
    try StandardStreams.writeDone(translated("Added {email}", ["email": email.text]))
  }
}
