import ArgumentParser
import Glibc
import Identity
import Sentences
import SignInUI
import Unix

/// A command beside the form. It does one thing, reports the result on standard output, and exits.
protocol Subcommand: ParsableCommand {
  /// Does the work. After a failure the program exits with its status and sentence.
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

/// The options that every subcommand shares with the form.
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

/// An account, given by its owner's email.
struct AccountArgument: ParsableArguments {
  @Argument(help: ArgumentHelp(translated("The account's email."), valueName: "EMAIL"))
  var email: String

  /// The email, if a store may hold it.
  var address: EmailAddress {
    get throws(Failure) { try EmailAddress(given: email) }
  }
}

extension EmailAddress {
  /// The address that `text` from the command line gives, for a new account or for signing in.
  init(typed text: String) throws(Failure) {
    guard let address = EmailAddress(text) else { throw .emailNotValid }
    self = address
  }

  /// The address that `text` from the command line gives, for something in the store.
  init(given text: String) throws(Failure) {
    guard let address = EmailAddress(stored: text) else { throw .emailNotValid }
    self = address
  }
}
