import ArgumentParser
import Identity
import SSHKeys
import Sentences
import Settings

/// `signin account keys EMAIL`: for an administrator. The owner adds keys in the form.
struct AccountKeysCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "keys", "List the SSH keys that are an account's second step, add one from a file, or remove one.",
    "Users add keys themselves: K on the account page. Security keys count, and others only with keys.software. "
      + "--add and --remove end the account's sessions. A key is no password: it is asked for behind one.",
    examples: "signin account keys ada@lovelace.example --add id_ed25519_sk.pub",
    "signin account keys ada@lovelace.example --remove SHA256:…")

  @OptionGroup var account: AccountArgument

  @Option(help: ArgumentHelp("Add the public key in this file of ssh-keygen.", valueName: "file"), completion: .file())
  var add: String?

  @Option(help: ArgumentHelp("Remove the key with this fingerprint.", valueName: "fingerprint"))
  var remove: String?

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func validate() throws {
    guard add == nil || remove == nil else { throw ValidationError("Use --add or --remove, not both.") }
  }

  func perform() throws(Failure) {
    let email = try account.address
    let new = try add.map { path throws(Failure) in try Self.key(in: path) }
    let access = try options.access
    let store = try access.existingStore(for: email)
    let keys = try waitingForStore { () async throws(StoreError) -> [AccountKey]? in
      try await store.knownAccount(of: email) == nil ? nil : try await store.sshKeys(of: email)
    }
    guard let keys else { throw .noAccount(of: email) }
    if let new {
      guard new.key.kind.isSecurityKey || access.takesSoftwareKeys != false else {
        throw Failure(
          .unacceptable,
          translated("Only keys that must be touched count here. The setting keys.software changes that."))
      }
      return try add(new, to: email, keys, store)
    }
    if let remove { return try self.remove(remove, of: email, keys, store) }
    try list(keys, of: email)
  }

  private func list(_ keys: [AccountKey], of email: EmailAddress) throws(Failure) {
    var table = TextTable([
      translated("NAME"), translated("KIND"), translated("FINGERPRINT"), translated("ADDED"), translated("LAST USED"),
    ])
    try format.write(
      keys, in: &table,
      cells: {
        [
          $0.name, $0.key.kind.shortName, $0.key.fingerprint, $0.added.localTime,
          ([$0.lastUsed?.localTime ?? translated("never")] + ($0.isUserVerified ? [translated("user verified")] : []))
            .joined(separator: ", "),
        ]
      },
      json: { key in
        [
          "email": .string(email.text), "name": .string(key.name), "kind": .string(key.key.kind.rawValue),
          "fingerprint": .string(key.key.fingerprint), "added": .string(key.added.iso8601),
          "lastUsed": key.lastUsed.map { .string($0.iso8601) } ?? .null,
          "userVerified": .bool(key.isUserVerified),
        ]
      })
    if keys.isEmpty { format.printEmpty(translated("No keys.")) }
  }

  private func add(
    _ new: NewAccountKey, to email: EmailAddress, _ keys: [AccountKey], _ store: any StoreAccess.Store
  ) throws(Failure) {
    let words: KeyValuePairs = ["key": new.key.fingerprint, "email": email.text]
    guard !keys.contains(where: { $0.key == new.key }) else {
      throw Failure(.unacceptable, translated("{email} has the key {key} already.", words))
    }
    let account = try waitingForStore { () async throws(StoreError) in try await store.knownAccount(of: email) }
    try change(email, .addKey(new), store, orSay: translated("{email} has as many keys as an account may have.", words))
    try StandardStreams.writeDone(translated("Added {key} to {email}", words))
    if account?.hasSecondStep == false {
      StandardStreams.writeDiagnostic(
        translated("{email} has no recovery codes yet: signin account recovery {email} makes them.", words))
    }
  }

  private func remove(
    _ fingerprint: String, of email: EmailAddress, _ keys: [AccountKey], _ store: any StoreAccess.Store
  ) throws(Failure) {
    let words: KeyValuePairs = ["key": fingerprint, "email": email.text]
    let unknown = translated("{email} has no key {key}.", words)
    guard let key = keys.first(where: { $0.key.fingerprint == fingerprint })?.key else {
      throw Failure(.unacceptable, unknown)
    }
    try change(email, .removeKey(key), store, orSay: unknown)
    let account = try waitingForStore { () async throws(StoreError) in try await store.knownAccount(of: email) }
    try StandardStreams.writeDone(translated("Removed {key} from {email}", words))
    if account?.hasSecondStep == false {
      StandardStreams.writeDiagnostic(
        translated("It was the only second step of {email}, whose recovery codes are void.", words))
    }
  }

  private func change(
    _ email: EmailAddress, _ change: AccountChange, _ store: any StoreAccess.Store, orSay sentence: String
  ) throws(Failure) {
    let lookup = try waitingForStore { () async throws(StoreError) in
      try await store.change(email, change, from: .current(program: "account keys"))
    }
    guard case .found = lookup else { throw Failure(.unacceptable, sentence) }
  }

  /// The key in a file that `ssh-keygen` made.
  private static func key(in path: String) throws(Failure) -> NewAccountKey {
    let file = SmallFile(path: path.hasPrefix("/") ? path : "./" + path)
    guard let contents = try file.contents() else { throw file.missing }
    do throws(KeyFault) {
      let line = try PublicKeyLine(String(decoding: contents.bytes, as: UTF8.self))
      return NewAccountKey(line.key, name: line.name)
    } catch {
      throw Failure(.unacceptable, "\(path): \(error.sentence)")
    }
  }
}

extension KeyFault {
  fileprivate var sentence: String {
    switch self {
    case .malformed: translated("it has no public key, or more than one.")
    case .unsupportedKind:
      translated("keys of that kind don't count: only Ed25519 and ECDSA on P-256, also of security keys.")
    case .otherApplication: translated("the security key made it for something else than SSH.")
    }
  }
}
