// The keeper of accounts. signin starts it, and speaks to it over a socket. See Decisions/0100-keeper.md.
import Programs

Program.run { () throws(Failure) in
  let options = try KeeperOptions(Array(CommandLine.arguments.dropFirst()))
  if options.showsVersion { return try StandardStreams.writePage(Program.version) }
  try Program.prepareForSecrets()
  try OneForm.serve(options)
}
