import ArgumentParser
import Identity
import SSHKeys
import Sentences
import ProgramSupport
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
    let known = try access.account(of: email)
    let keys = try waitingForStore { () async throws(StoreError) in try await access.store.sshKeys(of: email) }
    if let new {
      guard new.key.kind.isSecurityKey || access.takesSoftwareKeys != false else {
        throw Failure(
          .unacceptable,
          translated("Only keys that must be touched count here. The setting keys.software changes that."))
      }
      return try add(new, to: known, keys, access)
    }
    if let remove { return try self.remove(remove, of: email, keys, access) }
    try list(keys, of: known.email)
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
    _ new: NewAccountKey, to account: KnownAccount, _ keys: [AccountKey], _ access: StoreAccess
  ) throws(Failure) {
    let words: KeyValuePairs = ["key": new.key.fingerprint, "email": account.email.text]
    guard !keys.contains(where: { $0.key == new.key }) else {
      throw Failure(.unacceptable, translated("{email} has the key {key} already.", words))
    }
    try access.change(
      account.email, .addKey(new), as: "keys",
      orThrow: Failure(.unacceptable, translated("{email} has as many keys as an account may have.", words)))
    try StandardStreams.writeDone(translated("Added {key} to {email}", words))
    if !account.hasSecondStep {
      StandardStreams.writeDiagnostic(
        translated("{email} has no recovery codes yet: signin account recovery {email} makes them.", words))
    }
  }

  private func remove(
    _ fingerprint: String, of email: EmailAddress, _ keys: [AccountKey], _ access: StoreAccess
  ) throws(Failure) {
    let words: KeyValuePairs = ["key": fingerprint, "email": email.text]
    let unknown = Failure(.unacceptable, translated("{email} has no key {key}.", words))
    guard let key = keys.first(where: { $0.key.fingerprint == fingerprint })?.key else { throw unknown }
    try access.change(email, .removeKey(key), as: "keys", orThrow: unknown)
    let account = try waitingForStore { () async throws(StoreError) in try await access.store.knownAccount(of: email) }
    try StandardStreams.writeDone(translated("Removed {key} from {email}", words))
    if account?.hasSecondStep == false {
      StandardStreams.writeDiagnostic(
        translated("It was the only second step of {email}, whose recovery codes are void.", words))
    }
  }

  /// The key in a file that `ssh-keygen` made.
  private static func key(in path: String) throws(Failure) -> NewAccountKey {
    let file = SmallFile(path: path.hasPrefix("/") ? path : "./" + path)
    let contents: SmallFile.Contents
    do throws(Failure) {
      guard let found = try file.contents() else { throw file.missing }
      contents = found
    } catch {
      // It is no file of settings.
      throw Failure(.noInput, error.sentence)
    }
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
