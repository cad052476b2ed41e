// The form's options have a table of their own; a parser library reads those of the subcommands.
// There is no async main, because the main thread belongs to the terminal's event loop.
import Programs
import SignInAdmin

Program.run { () throws(Failure) in
  let arguments = Array(CommandLine.arguments.dropFirst())
  switch try FormOptions.parse(arguments) {
  case .form(let options):
    try Program.prepareForSecrets()
    if options.readsPasswordFromStandardInput {
      try SignInWithoutScreen.run(options)
    } else {
      try SignInOnScreen.run(options)
    }
  case .help: try StandardStreams.writePage(HelpPage.text)
  case .version: try StandardStreams.writePage(Program.version)
  case .subcommand:
    try Program.prepareForSecrets()
    if let verification = VerifySession(arguments) {
      try verification.run()
    } else if let command = TicketCommand(arguments) {
      try command.run()
    } else {
      try Administration.run(arguments)
    }
  }
}
