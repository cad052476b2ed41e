import Store
import Administration
import Identity
import PostgreSQLStore
import SQLiteStore
import ProgramSupport
import Settings
import Sentences

/// `signin-postgresql --rotate-key STORE [FILE]`: replaces the sealing key, for `signin store key rotate`.
///
/// Each host has a copy of the key, so this takes two runs. The first one puts a new key before the old one. Once an
/// administrator has copied the file to all hosts, the second one seals with the new key, and removes the old one.
enum Rotation {
  static func perform(_ arguments: [String]) throws(Failure) {
    try Program.prepareForSecrets()
    let settings = try Settings.ofService(store: arguments.first)
    let place = try PostgreSQLEngine.place(settings)
    let given = arguments.dropFirst().first
    let path = if let given { given } else { try settings.sharedKeyPath(in: Settings.serviceFolder) }
    // A key of root would be lost to the service. Its user also finds the files of libpq, and the role.
    try usingStore { () throws(StoreError) in try StoreFile(path: path).becomeOwner() }
    let rotation = KeyRotation(of: PostgreSQLStore(at: place), keys: SealingKeyFile(at: path))
    switch try waitingForStore({ () async throws(StoreError) in try await rotation.begin() }) {
    case .noKey:
      throw Failure(.unacceptable, translated("There is no key yet: nobody has a second step."))
    case .newKey:
      try StandardStreams.writeResult(
        translated(
          "{path} has a new key and the former one. Copy it to all hosts now, and then run this again.",
          ["path": path]))
    case .twoKeys:
      let count = try waitingForStore { () async throws(StoreError) in try await rotation.finish() }
      try StandardStreams.writeResult(
        translated(
          counting: count, "{path} has only the new key now. {count} secret was sealed again. Copy the file once more.",
          "{path} has only the new key now. {count} secrets were sealed again. Copy the file once more.",
          ["path": path]))
    }
  }
}
