package import Identity
import OpenIDSettings
import Sentences
import TOML

/// What a form needs to know of a provider at which people approve their sign-in. Its worker reads the rest of its table.
struct ApprovalSettings: Sendable {
  /// The provider's name for people; nil for that of its table.
  var title: String?
  /// The domains of its people's emails.
  var domains: [String] = []
}

extension Settings {
  /// The provider at which people approve their sign-in; nil where there is none.
  package var approval: ApprovalProvider? {
    guard let provider = logins.provider, Subject.isByApproval(provider) else { return nil }
    let name = String(provider.dropFirst(Subject.approvalWorker.count + 1))
    let table = approvals[name]
    return ApprovalProvider(name: provider, title: table?.title ?? name, domains: table?.domains ?? [])
  }
}

extension Settings {
  /// The arguments of the provider's worker: the file in which its table is.
  package var approvalArguments: [String] {
    guard let approval, let path = origin(of: place(of: .issuer, approval))?.path else { return [] }
    return ["--settings", path]
  }

  /// The name of the provider's table; empty where there is none.
  package var approvalTable: String {
    approval.map { String($0.name.dropFirst(OpenIDProvider.prefix.count)) } ?? ""
  }

  /// The settings in the tables of providers that somebody chose.
  package var ofProviders: [Setting] {
    choices.map(\.setting).filter { !Setting.ofSameProvider(as: $0.name).isEmpty }
  }

  /// Makes sure that the table of the provider has what its worker needs.
  func requireApproval() throws(Failure) {
    guard let approval else { return }
    for key in [OpenIDProvider.Key.issuer, .clientID] where origin(of: place(of: key, approval)) == nil {
      throw mistake(
        translated(
          "accounts has {provider}, so {setting} must be set. See signin-oidc(8).",
          ["provider": approval.name, "setting": place(of: key, approval)]), in: "accounts")
    }
  }

  private func place(of key: OpenIDProvider.Key, _ approval: ApprovalProvider) -> String {
    OpenIDProvider.table + "." + approvalTable + "." + key.rawValue
  }
}

extension OpenIDProvider.Key {
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
  /// The setting `oidc.NAME.KEY`; nil for another name. Only ``ApprovalSettings`` are read here; the rest is checked for
  /// the worker, which reads it.
  static func ofApproval(_ name: String) -> Setting? {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, isTableOfApproval(parts[0] + "." + parts[1]) else { return nil }
    let table = parts[1]
    switch parts[2] {
    case "title":
      return Setting(
        approval: name, expected: translated("a text of 1 to 64 bytes"),
        read: { settings, value in
          guard let text = value.text, ApprovalPage.isTitle(text) else { return false }
          settings.approvals[table, default: ApprovalSettings()].title = text
          return true
        }, value: { .string($0.approvals[table]?.title ?? table) })
    case "domains":
      return Setting(
        approval: name, expected: translated("a list of domains such as \"example.com\""),
        read: { settings, value in
          guard case .strings(let domains) = value, domains.count <= ApprovalProvider.mostDomains,
            domains.allSatisfy({ EmailAddress("a@" + $0) != nil })
          else { return false }
          settings.approvals[table, default: ApprovalSettings()].domains = domains.map { $0.lowercased() }
          return true
        }, value: { .strings($0.approvals[table]?.domains ?? []) })
    default:
      guard let key = OpenIDProvider.Key(rawValue: parts[2]) else { return nil }
      return Setting(
        approval: name, expected: key.expected, read: { _, value in key.accepts(value) },
        value: { settings in settings.choices.first { $0.setting.name == name }?.value ?? .string("") })
    }
  }

  /// The names of the settings of the provider to whose table a name belongs; none for another name.
  static func ofSameProvider(as name: String) -> [String] {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 3, isTableOfApproval(parts[0] + "." + parts[1]) else { return [] }
    return OpenIDProvider.Key.allCases.map { [parts[0], parts[1], $0.rawValue].joined(separator: ".") }
  }

  /// Whether a table is one of such a provider, or has them.
  static func isTableOfApproval(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == Subject.approvalWorker else { return false }
    return parts.count == 1 || parts.count == 2 && LoginName.isProvider(Subject.approvalWorker + "-" + parts[1])
  }
}
