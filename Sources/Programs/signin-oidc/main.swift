// A worker of the providers `oidc-…`: proves people by OpenID Connect and its device login. The server starts one for each
// sign-in. See Engines.md and Decisions/0123-workers.md.
import CWiping
import CWorker
import Curl
import Glibc

/// The name in the log of a provider.
let agent = "signin-oidc"

let usage = """
  usage: signin-oidc [--settings FILE]
         signin-oidc [--settings FILE] --check NAME

  signin starts it for each sign-in. --check tries the provider of the table [oidc.NAME].

  """

/// Says how the program is used, and ends.
func explain(_ stream: Int32, _ status: Int32) -> Never {
  _ = write(stream, usage, usage.utf8.count)
  exit(status)
}

var arguments = CommandLine.arguments.dropFirst()
var settings = SettingsSource()
var checked: String?
while let option = arguments.popFirst() {
  switch option {
  case "--settings":
    guard let path = arguments.popFirst() else { explain(2, 64) }
    settings = SettingsSource(paths: [path])
  case "--check":
    guard let name = arguments.popFirst() else { explain(2, 64) }
    checked = name
  case "--help": explain(1, 0)
  default: explain(2, 64)
  }
}
// libcurl leaves it to the program.
signal(SIGPIPE, SIG_IGN)
guard signin_worker_protect() == 0, signin_wipe_freed_memory() != 0 else { exit(71) }
let network: CurlClient
do throws(CurlClient.NotStarted) {
  network = try CurlClient(agent: agent)
} catch {
  exit(71)
}
if let checked { ProviderCheck(of: checked, settings, over: network).run() }
Conversation(settings, over: network).run()
