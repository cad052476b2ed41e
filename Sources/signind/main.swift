// The keeper of accounts. signin starts it, or a service manager does, and signin speaks to it over a socket. See
// Decisions/0100-keeper.md and Decisions/0118-signind-as-a-service.md.
import Programs

Program.run { () throws(Failure) in
  let options = try KeeperOptions(Array(CommandLine.arguments.dropFirst()))
  if options.showsVersion { return try StandardStreams.writePage(Program.version) }
  if options.isService { try Service.serve(options) }
  try Program.prepareForSecrets()
  try OneForm.serve(options)
}
