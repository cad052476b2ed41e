import ProgramSupport
package import Identity
import OpenIDSettings
import Sentences
import TOML

extension Settings {
  /// The provider at which people approve their sign-in; nil where there is none.
  package var approval: ApprovalProvider? {
    guard let table = approvalTable else { return nil }
    func value(_ key: OpenIDProvider.Key) -> TOMLValue? { choice(of: key.setting(in: table))?.value }
    return ApprovalProvider(
      name: OpenIDProvider.prefix + table, title: value(.title)?.text ?? table,
      domains: value(.domains)?.list?.map { $0.lowercased() } ?? [])
  }

  /// The name of the provider's table; nil where there is none.
  package var approvalTable: String? {
    guard let provider = logins.provider, Subject.isByApproval(provider) else { return nil }
    return String(provider.dropFirst(OpenIDProvider.prefix.count))
  }

  /// The arguments of the provider's worker: the file in which its table is.
  package var approvalArguments: [String] {
    guard let table = approvalTable, let path = origin(of: OpenIDProvider.Key.issuer.setting(in: table))?.path
    else { return [] }
    return ["--settings", path]
  }

  /// The settings in the tables of providers that somebody chose.
  package var ofProviders: [Setting] {
    choices.map(\.setting).filter { !Setting.ofSameProvider(as: $0.name).isEmpty }
  }

  /// Makes sure that the table of the provider has what its worker needs.
  func requireApproval() throws(Failure) {
    guard let table = approvalTable else { return }
    for name in [OpenIDProvider.Key.issuer, .clientID].map({ $0.setting(in: table) }) where choice(of: name) == nil {
      throw mistake(
        translated(
          "accounts has {provider}, so {setting} must be set. See signin-oidc(8).",
          ["provider": OpenIDProvider.prefix + table, "setting": name]), in: "accounts")
    }
    // Its worker reads one file, and a rule that it doesn't read would seem to be in force.
    let issuer = OpenIDProvider.Key.issuer.setting(in: table)
    for setting in Setting.ofSameProvider(as: issuer) {
      guard let origin = origin(of: setting), origin.path != self.origin(of: issuer)?.path else { continue }
      throw mistake(
        translated("{setting} must be in the same file as {issuer}.", ["setting": setting, "issuer": issuer]),
        in: setting)
    }
  }
}

extension OpenIDProvider.Key {
  /// The name of the setting in a provider's table.
  fileprivate func setting(in table: String) -> String {
    [OpenIDProvider.table, table, rawValue].joined(separator: ".")
  }

  /// What the key takes, to follow "expected".
  fileprivate var expected: String {
    switch self {
    case .issuer: translated("an address of https, or of http on this machine")
    case .clientID: translated("a text of 1 to 255 printable characters")
    case .clientSecret: translated("the path of a file, from /")
    case .title: translated("a text of 1 to 64 bytes")
    case .scopes, .groups, .secondStep: translated("a list of texts such as [\"email\"]")
    case .domains: translated("a list of domains such as \"example.com\"")
    case .trustEmail: translated("true or false")
    }
  }
}

extension Setting {
  /// The setting `oidc.NAME.KEY`; nil for another name.
  static func ofApproval(_ name: String) -> Setting? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, isTableOfApproval(parts[0] + "." + parts[1]),
      let key = OpenIDProvider.Key(rawValue: parts[2])
    else { return nil }
    return Setting(approval: name, expected: key.expected, accepts: key.accepts)
  }

  /// The names of the settings of the provider to whose table a name belongs; none for another name.
  static func ofSameProvider(as name: String) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, isTableOfApproval(parts[0] + "." + parts[1]) else { return [] }
    return OpenIDProvider.Key.allCases.map { $0.setting(in: parts[1]) }
  }

  /// Whether a table is one of such a provider, or has them.
  static func isTableOfApproval(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == Subject.approvalWorker else { return false }
    return parts.count == 1 || parts.count == 2 && LoginName.isProvider(Subject.approvalWorker + "-" + parts[1])
  }
}
