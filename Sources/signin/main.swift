// The form's options have their own table, without Foundation: ArgumentParser would cost a third of the start. It is in
// signin-admin, which this program becomes for most subcommands.
// There is no async main, because the main thread belongs to the terminal's event loop.
import Programs

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
    if let verification = VerifySession(arguments) {
      try Program.prepareForSecrets()
      try verification.run()
    } else if let command = TicketCommand(arguments) {
      try Program.prepareForSecrets()
      try command.run()
    } else {
      throw AdminProgram.become()
    }
  }
}
