import Sentences

extension Failure {
  /// The failure for a wrong command line. It names the help page.
  package static func usage(_ sentence: String, see command: String = "signin") -> Failure {
    Failure(.usage, sentence + " " + translated("See {command} --help.", ["command": command]))
  }

  /// Nothing follows `--`.
  package static var commandMissing: Failure { .usage(translated("-- needs a command after it.")) }
}
