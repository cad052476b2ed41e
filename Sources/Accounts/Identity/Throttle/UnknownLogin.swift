public import Secrets

extension EmailAddress {
  /// The address that stands for a login that nobody has, in the log and in the throttle: `unknown@` and 16 hexadecimal
  /// digits. People type their passwords where their name belongs (linux-pam #559, systemd #24343), so no store keeps such
  /// a login in clear. Who has the whole store can guess against the digits.
  ///
  /// The same login gets the same address, so a run of attempts can be seen and slowed down; no record at all would hide
  /// it. Nobody can have it: a domain has two labels (see ``isValid(utf8:)``).
  public init(unknown login: EmailAddress, by key: LoginKey) {
    self.init(valid: Self.unknownName + key.digest(of: login.key))
  }

  /// The address that stands for all logins that nobody has, in rows of what a source's limits have blocked.
  static let ofMany = EmailAddress(valid: unknownName + String(repeating: "0", count: 16))

  /// Whether the address stands for a login that nobody has.
  public var isUnknown: Bool { key.hasPrefix(Self.unknownName) && !key.utf8.contains(UInt8(ascii: ".")) }

  /// Whether such an address may contain `word`, in any case of letters.
  public static func unknownMayContain(_ word: String) -> Bool {
    let rest = word.lowercased().drop { "unknown@".contains($0) }
    return rest.allSatisfy { "0123456789abcdef".contains($0) }
  }

  /// The beginning of such an address.
  public static let unknownName = "unknown@"
}

extension Login {
  /// The subjects that a name can be linked by, at its provider: the name itself, or that name and an id behind a slash,
  /// as `pam` has them. Nil for an email.
  public var linkedName: (provider: String, name: String)? {
    if case .name(let name) = self { (name.provider, name.text) } else { nil }
  }
}

extension Subject {
  /// The names that it is linked to, see ``isLinked(to:)``.
  public var loginNames: [LoginName] {
    let ends = id.indices.filter { id[$0] == "/" } + [id.endIndex]
    return ends.compactMap { LoginName(String(id[..<$0]), of: provider) }
  }

  /// Whether it is the subject of that name, as ``Login/linkedName`` has it.
  public func isLinked(to login: Login) -> Bool {
    guard let (provider, name) = login.linkedName, provider == self.provider else { return false }
    return id == name || id.hasPrefix(name + "/")
  }
}
