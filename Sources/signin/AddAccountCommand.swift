import ArgumentParser
import Identity
import SignInUI

/// `signin account add EMAIL`: asks for the password twice, unechoed, or reads it once from standard input.
struct AddAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: translated("Add an account."), usage: "signin account add EMAIL [--password-stdin]")

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

  @Flag(
    name: .customLong("password-stdin"), help: ArgumentHelp(translated("Read the password from standard input, once.")))
  var readsPasswordFromStandardInput = false

  func perform() throws(Failure) {
    let email = try account.address
    let useCase = try options.service.addAccount
    let password =
      try readsPasswordFromStandardInput
      ? StandardInput.readPassword()
      : StandardInput.askForNewPassword(translated("Password: "), repeat: translated("Repeat password: "))
    let result = waiting { () async -> Result<Void, AddAccountError> in
      do throws(AddAccountError) {
        return .success(try await useCase.add(email, password))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success: try StandardStreams.writeResult(translated("Added {email}", ["email": email.text]))
    case .failure(.exists):
      throw Failure(.unacceptable, translated("There is an account for {email} already.", ["email": email.text]))
    case .failure(.violation(let violation)): throw Failure(violation)
    case .failure(.cancelled): throw Failure(.cancelled, translated("The account was not added."))
    case .failure(.unavailable(let error)): throw Failure(error)
    }
  }
}
