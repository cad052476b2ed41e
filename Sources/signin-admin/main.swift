// The subcommands of signin, which becomes this program for them. See Decisions/0095-signin-becomes-signin-admin.md.
import Programs

Program.run { () throws(Failure) in
  try Program.prepareForSecrets()
  try startWorker()
  try RootCommand.play(Array(CommandLine.arguments.dropFirst()))
}
