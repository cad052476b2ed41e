import ArgumentParser
import Identity
import Programs
import Sentences
import Unix

/// `signin account add EMAIL`: asks for the password twice without echo, or reads it once from standard input.
struct AddAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: SubcommandSummary.addAccount.text,
    usage: "signin account add EMAIL [--password-stdin]")

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

  @Flag(
    name: .customLong("password-stdin"), help: ArgumentHelp(translated("Read the password from standard input, once.")))
  var readsPasswordFromStandardInput = false

  func perform() throws(Failure) {
    let email = try EmailAddress(typed: account.email)
    let useCase = try options.composition.addAccount(.always, from: .current(program: "account add"))
    let password =
      try readsPasswordFromStandardInput
      ? StandardInput.readPassword()
      : PasswordPrompt.open { prompt throws(Failure) in
        try prompt.askTwice(translated("Password: "), translated("Password again: "))
      }
    do {
      try waiting { () async throws(AddAccountError) in try await useCase.add(email, password) }
    } catch {
      throw Failure(error, of: email)
    }
    try StandardStreams.writeDone(translated("Added {email}", ["email": email.text]))
  }
}
