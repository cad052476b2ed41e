package import KeeperProgram
package import Programs
import SignInAdmin

/// `signin`: the form, the gate, the scripts' side, all administration, and the service.
package enum SignInProgram {
  /// Does what the command line asks for.
  ///
  /// The form's options have a table of their own; a parser library reads those of the subcommands.
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - engine: Opens the store.
  @MainActor package static func play(_ arguments: [String], _ engine: KeptStore.Engine) throws(Failure) {
    if arguments.first == "serve" {
      let options = try ServeOptions(Array(arguments.dropFirst()))
      if options.showsHelp { return try StandardStreams.writePage(ServeOptions.help) }
      try Service.serve(options, engine)
    }
    switch try FormOptions.parse(arguments) {
    case .form(let options):
      try Program.prepareForSecrets()
      if options.readsPasswordFromStandardInput {
        try SignInWithoutScreen.run(options, engine)
      } else {
        try SignInOnScreen.run(options, engine)
      }
    case .help: try StandardStreams.writePage(HelpPage.text)
    case .version: try StandardStreams.writePage(Program.version)
    case .subcommand:
      try Program.prepareForSecrets()
      if let verification = VerifySession(arguments) {
        try verification.run(engine)
      } else if let command = TicketCommand(arguments) {
        try command.run(engine)
      } else {
        try Administration.run(arguments)
      }
    }
  }
}
