import Sentences

/// A mistake in a command line, in the words that the form and the subcommands share.
package enum UsageMistake {
  case noOption(String, among: [String])
  case valueMissing(option: String, value: String)
  case valueNotTaken(option: String)
  case commandMissing

  package var sentence: String {
    switch self {
    case .noOption(let option, let known):
      translated("Unknown option “{option}”.", ["option": option])
        + (DidYouMean.sentence(option, among: known) ?? "")
    case .valueMissing(let option, let value):
      translated("{option} needs a value: {value}.", ["option": option, "value": value])
    case .valueNotTaken(let option): translated("{option} takes no value.", ["option": option])
    case .commandMissing: translated("-- needs a command after it.")
    }
  }
}

extension Failure {
  /// The failure for a wrong command line. It names the help page.
  package static func usage(_ sentence: String, see command: String = "signin") -> Failure {
    Failure(.usage, sentence + " " + translated("See {command} --help.", ["command": command]))
  }

  package static func usage(_ mistake: UsageMistake) -> Failure { .usage(mistake.sentence) }
}
