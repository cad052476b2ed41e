package import ArgumentParser
import Settings
import Sentences

/// `signin serve`: the service of a machine. The program performs it.
package struct ServeCommand: ParsableCommand {
  package static let configuration = CommandConfiguration(
    "serve", "Keep the accounts of this machine, as a service.",
    "A service manager gives the sockets and the folder; without one, the options do. Settings come from "
      + "/etc/signin/service.toml. See man signin-serve.",
    examples: "signin serve --check",
    "signin serve --state /var/lib/signin")

  @Option(
    help: ArgumentHelp("The socket for people (/run/signin/signin.sock).", valueName: "path"), completion: .file())
  package var listen: String?

  @Option(
    help: ArgumentHelp(
      "The socket for administrators (/run/signin/admin.sock, or none with --listen).", valueName: "path"),
    completion: .file())
  package var admin: String?

  @Option(
    help: ArgumentHelp("The folder of the store ($STATE_DIRECTORY, or /var/lib/signin).", valueName: "folder"),
    completion: .directory)
  package var state: String?

  @Flag(help: "Check the settings and the running service, and exit with 78 if something is wrong.")
  package var check = false

  @OptionGroup var file: ConfigOption
  @ParentCommand var signin: RootCommand

  package init() {}

  /// A service has its own settings.
  package func validate() throws {
    let given = signin.signIn.given + signin.choices.map { "--" + $0.setting.name }
    if let option = given.first {
      throw ValidationError(translated("{option} can't be used with a subcommand.", ["option": option]))
    }
  }

  /// The settings file of `--config`.
  package var config: String? { file.config }
}
