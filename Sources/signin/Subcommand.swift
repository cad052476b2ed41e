import ArgumentParser
import Glibc
import Identity
import Sentences
import SignInUI
import Unix

/// A command beside the form: it does one thing, says what became of it on standard output, and ends.
protocol Subcommand: ParsableCommand {
  /// Does it. A failure ends the program with its status and sentence.
  func perform() throws(Failure)
}

extension Subcommand {
  func run() {
    do {
      try perform()
    } catch {
      StandardStreams.writeDiagnostic(error.sentence)
      Glibc.exit(error.status.rawValue)
    }
  }
}

/// What every subcommand takes, as the form does.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp(FormOptions.help(of: "--store"), valueName: "URL"))
  var store: String?

  @Option(help: ArgumentHelp(FormOptions.help(of: "--config"), valueName: "FILE"))
  var config: String?

  var settings: Settings {
    get throws(Failure) {
      let choices = store.map { [SettingChoice(option: "store", $0)] } ?? []
      return try Settings.effective(options: choices.compactMap { $0 }, file: config)
    }
  }

  var composition: Composition {
    get throws(Failure) { try Composition(settings) }
  }
}

/// An account, named by the email of its owner.
struct AccountArgument: ParsableArguments {
  @Argument(help: ArgumentHelp(translated("The email address of the account."), valueName: "EMAIL"))
  var email: String

  /// The email of an account in the store, if it can be one.
  var address: EmailAddress {
    get throws(Failure) { try EmailAddress(given: email) }
  }
}

extension EmailAddress {
  /// The address of a new account, or to sign in with, from the command line.
  init(typed text: String) throws(Failure) {
    guard let address = EmailAddress(text) else { throw .emailNotValid }
    self = address
  }

  /// The address of something in the store, from the command line.
  init(given text: String) throws(Failure) {
    guard let address = EmailAddress(stored: text) else { throw .emailNotValid }
    self = address
  }
}
