import ArgumentParser
import Glibc
import Identity
import Secrets

/// `signin account add EMAIL`: asks for the password twice, unechoed, or reads it once from standard input.
struct AddAccountCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "add", abstract: "Add an account.")

  @Argument(help: "The email address of the account.")
  var email: String

  @Option(help: ArgumentHelp("Where the accounts are: sqlite:PATH.", valueName: "URL"))
  var store: String?

  @Flag(name: .customLong("password-stdin"), help: "Read the password from standard input, once.")
  var readsPasswordFromStandardInput = false

  func run() {
    do throws(Failure) {
      try add()
    } catch {
      StandardStreams.writeDiagnostic(error.sentence)
      Glibc.exit(error.status.rawValue)
    }
  }

  private func add() throws(Failure) {
    guard let address = EmailAddress(email) else { throw Failure(.unacceptable, "Entered email is not valid.") }
    let service = try Service(url: store)
    let password = try readsPasswordFromStandardInput ? StandardInput.readPassword() : askTwice()
    let useCase = service.addAccount
    let result = waiting { () async -> Result<Void, AddAccountError> in
      do throws(AddAccountError) {
        return .success(try await useCase.add(address, password))
      } catch {
        return .failure(error)
      }
    }
    switch result {
    case .success: try StandardStreams.writeResult("Added \(address.text)")
    case .failure(.exists): throw Failure(.unacceptable, "There is an account for \(address.text) already.")
    case .failure(.violation(.length(let range))):
      throw Failure(
        .unacceptable, "Password has to be from \(range.lowerBound) to \(range.upperBound) characters long.")
    case .failure(.violation(.partOfEmail)):
      throw Failure(.unacceptable, "The password must not be your email or a part of it.")
    case .failure(.violation(.common)):
      throw Failure(.unacceptable, "This password is one of the most common ones. Choose another.")
    case .failure(.cancelled): throw Failure(.cancelled, "The account was not added.")
    case .failure(.unavailable(let error)): throw Failure(error)
    }
  }

  private func askTwice() throws(Failure) -> SealedPassword {
    let password = try StandardInput.askForPassword("Password: ")
    guard try StandardInput.askForPassword("Repeat password: ").isSame(as: password) else {
      throw Failure(.unacceptable, "The passwords differ. Try again.")
    }
    return password
  }
}
