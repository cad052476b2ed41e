package import ProgramSupport
import Glibc
import Identity
import Sentences
import Unix

extension Settings {
  /// Makes sure that there is a program, or a socket, for the accounts of another provider, where this program keeps the
  /// accounts itself. A service looks for its own.
  /// - Throws: A failure that names the setting.
  package func requireProvider() throws(Failure) {
    guard let provider = logins.provider.map(Subject.program), case .file = try storeAddress,
      Installation.program(named: "signin-" + provider) == nil,
      access(Installation.workerSocket(provider), F_OK) != 0
    else { return }
    throw mistake(
      translated(
        "There is no program for the accounts of {provider}. Install signin-{provider}, or use --accounts signin.",
        ["provider": provider]), in: "accounts")
  }
}
