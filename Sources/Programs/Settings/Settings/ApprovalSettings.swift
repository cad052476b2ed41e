package import Identity
import TOML
import Sentences

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

extension Setting {
  /// The setting `oidc.NAME.KEY`; nil for another name. Only ``ApprovalSettings`` are read here, and the worker checks what
  /// it reads itself.
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
      return Setting(
        approval: name, expected: translated("what signin-oidc(8) says"), read: { _, _ in true },
        value: { _ in .string("") })
    }
  }

  /// Whether a table is one of such a provider, or has them.
  static func isTableOfApproval(_ name: String) -> Bool {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard parts.first == Subject.approvalWorker else { return false }
    return parts.count == 1 || parts.count == 2 && LoginName.isProvider(Subject.approvalWorker + "-" + parts[1])
  }
}
