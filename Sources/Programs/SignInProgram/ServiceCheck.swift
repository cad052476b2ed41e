import Administration
import Identity
import AccountService
import Messages
import ProgramSupport
import Settings
import Sentences

/// `signin serve --check`: whether a service could start with its settings, and how the one that runs is. It starts nothing.
enum ServiceCheck {
  /// - Parameter serve: The command line. With `--config` only that file is checked, as it may not be in force yet.
  /// - Throws: A failure with status 78 for a mistake in the settings, or if the service's store fails.
  @MainActor static func perform(_ serve: ServeCommand, _ engine: OpenedStore.Engine) throws(Failure) {
    let settings = try Settings.ofService(file: serve.config)
    _ = try settings.argon2id
    _ = try engine(settings, serve.state ?? Service.folder)
    guard serve.config == nil else { return try StandardStreams.writeResult(translated("The settings are right.")) }
    let path = serve.admin ?? AdministrationSocket.path(beside: serve.listen ?? StoreAddress.machineSocket)
    let health: ServiceHealth
    do throws(Failure) {
      health = try RemoteStore.health(at: path)
    } catch {
      // `ExecReload=` runs as the service's own user, who is no administrator.
      guard error.status == .refused else { throw error }
      return try StandardStreams.writeResult(
        translated("The settings are right.") + " " + error.sentence)
    }
    if let fault = health.store.faults.first { throw Failure(.configuration, fault.sentence) }
    try StandardStreams.writeResult(translated("The settings are right, and the store works."))
  }
}
