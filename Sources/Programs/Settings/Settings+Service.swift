package import ProgramSupport
import Sentences

extension Settings {
  /// The default folder of a service's store.
  package static let serviceFolder = "/var/lib/signin"

  /// The settings of a service: those of the machine's service.toml and of `--config`. No user's file counts, and no
  /// environment. Sign-up is off unless a file allows it: the first visitor would own the first account.
  package static func ofService(file given: String?) throws(Failure) -> Settings {
    var choices: [SettingChoice] = []
    if let given {
      let file = SettingsFile(path: given, isRequired: true, isOfService: true)
      choices += try file.choices(from: .givenFile(path: given))
    }
    for file in SettingsFile.ofMachine where file.isOfService {
      choices += try file.choices(from: .systemFile(path: file.path))
    }
    return try ofService(choices)
  }

  static func ofService(_ choices: [SettingChoice]) throws(Failure) -> Settings {
    var settings = try checked(choices)
    if settings.origin(of: "sign-up") == nil { settings.signUp = .off }
    return settings
  }

  /// The file of the key where many machines share a store: the one that the settings name, or `postgresql.key`.
  /// - Parameter folder: The folder of a service; nil for the person's.
  package func sharedKeyPath(in folder: String?) throws(Failure) -> String {
    if let sealingKey { return sealingKey }
    if let folder { return folder + "/postgresql.key" }
    return try Environment.dataFolder() + "/postgresql.key"
  }

  /// The path of a service's store: the one that the settings name, or `signin.db` in `folder`.
  package func servicePath(in folder: String) throws(Failure) -> String {
    store == nil ? folder + "/signin.db" : try storePath
  }
}
