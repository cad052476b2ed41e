import ArgumentParser
import Identity
import Programs
import Sentences

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
      Program.end(error)
    }
  }
}

/// The options that every subcommand shares with the form.
struct StoreOptions: ParsableArguments {
  @Option(help: ArgumentHelp(SharedOption.store.help, valueName: SharedOption.store.placeholder))
  var store: String?

  @Option(help: ArgumentHelp(SharedOption.config.help, valueName: SharedOption.config.placeholder))
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
