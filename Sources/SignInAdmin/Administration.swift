package import Programs

/// The subcommands of `signin` that administer a store.
package enum Administration {
  /// Runs the subcommand on the command line, and exits.
  /// - Parameter arguments: The command line without the program's name.
  package static func run(_ arguments: [String]) throws(Failure) -> Never {
    try startWorker()
    try RootCommand.play(arguments)
  }
}
