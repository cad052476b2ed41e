public import Identity
package import TOML

/// A provider of OpenID Connect as a settings file names it: one table `[oidc.NAME]`.
///
/// ```toml
/// [oidc.corp]
/// issuer = "https://login.example.com"
/// client-id = "signin"
/// ```
///
/// People are known to signin by NAME and the subject of that issuer. Another issuer needs another NAME.
public struct OpenIDProvider: Sendable, Hashable {
  /// NAME. Its people are those of the provider `oidc-NAME`.
  public let name: String
  /// The issuer, which its metadata and its tokens must repeat byte for byte (OpenID Connect Discovery 1.0, 4.3).
  public let issuer: WebAddress
  /// The name of this client at the provider.
  public let clientID: String
  /// The path of the file with the client's secret; nil for a public client.
  public let clientSecret: String?
  /// What is asked for; always with `openid`.
  public let scopes: [String]
  /// The groups of which a person must be in one; empty for everybody.
  public let groups: [String]
  /// The domains of which a person's email must be one, in lower case; empty for everybody.
  public let domains: [String]
  /// Whether each email of this provider counts as verified. Entra says of none that it is.
  public let trustsEmail: Bool
  /// The name of the provider for people; nil for its own name.
  public let title: String?
  /// The values of `amr` or `acr` (OpenID Connect Core 1.0, 2) that count as a second step.
  public let secondStep: [String]

  /// The prefix of the names of such providers.
  public static let prefix = "oidc-"
  /// The table of their settings.
  public static let table = "oidc"

  /// A provider with those settings.
  public init(
    name: String, issuer: WebAddress, clientID: String, clientSecret: String? = nil,
    scopes: [String] = Self.usualScopes, groups: [String] = [], domains: [String] = [], trustsEmail: Bool = false,
    title: String? = nil, secondStep: [String] = []
  ) {
    self.name = name
    self.issuer = issuer
    self.clientID = clientID
    self.clientSecret = clientSecret
    self.scopes = scopes.contains("openid") ? scopes : ["openid"] + scopes
    self.groups = groups
    self.domains = domains.map { $0.lowercased() }
    self.trustsEmail = trustsEmail
    self.title = title
    self.secondStep = secondStep
  }

  /// The scopes of a provider whose settings name none.
  public static let usualScopes = ["openid", "email", "profile"]
}

extension OpenIDProvider {
  /// The keys of a table.
  package enum Key: String, CaseIterable, Sendable {
    case issuer, scopes, groups, domains, title
    case clientID = "client-id"
    case clientSecret = "client-secret"
    case trustEmail = "trust-email"
    case secondStep = "second-step"
  }

  /// A mistake in a table.
  package struct Mistake: Error, Hashable, Sendable {
    package enum Problem: Hashable, Sendable {
      /// No such key.
      case unknown
      /// A value that the key doesn't accept.
      case unacceptable(Key)
      /// The key must be there.
      case missing(Key)
      /// `oidc-NAME` is no name of a provider.
      case name
      /// Something other than a table.
      case noTable
    }

    package let problem: Problem
    /// The full name of the key, or of the table.
    package let place: String
    /// The line, counted from 1.
    package let line: Int
  }

  /// The providers of a file, in its order.
  package static func all(in entries: [TOMLEntry]) throws(Mistake) -> [OpenIDProvider] {
    var tables: [(name: String, line: Int, values: [Key: TOMLValue])] = []
    for entry in entries where entry.key.parts.first == table {
      let parts = entry.key.parts, place = entry.key.description
      guard parts.count > 1 else {
        guard entry.value == nil else { throw Mistake(problem: .noTable, place: place, line: entry.line) }
        continue
      }
      guard LoginName.isProvider(prefix + parts[1]) else {
        throw Mistake(problem: .name, place: place, line: entry.line)
      }
      if tables.last?.name != parts[1], !tables.contains(where: { $0.name == parts[1] }) {
        tables.append((parts[1], entry.line, [:]))
      }
      guard parts.count > 2 else {
        guard entry.value == nil else { throw Mistake(problem: .noTable, place: place, line: entry.line) }
        continue
      }
      guard parts.count == 3, let key = Key(rawValue: parts[2]) else {
        throw Mistake(problem: .unknown, place: place, line: entry.line)
      }
      guard let value = entry.value, key.accepts(value) else {
        throw Mistake(problem: .unacceptable(key), place: place, line: entry.line)
      }
      guard let index = tables.firstIndex(where: { $0.name == parts[1] }) else { continue }
      tables[index].values[key] = value
    }
    var providers: [OpenIDProvider] = []
    for table in tables { providers.append(try OpenIDProvider(table.name, table.values, line: table.line)) }
    return providers
  }

  private init(_ name: String, _ values: [Key: TOMLValue], line: Int) throws(Mistake) {
    func missing(_ key: Key) -> Mistake {
      Mistake(problem: .missing(key), place: Self.table + "." + name, line: line)
    }
    guard let issuer = values[.issuer]?.string.flatMap(WebAddress.init) else { throw missing(.issuer) }
    guard let clientID = values[.clientID]?.string else { throw missing(.clientID) }
    self.init(
      name: name, issuer: issuer, clientID: clientID, clientSecret: values[.clientSecret]?.string,
      scopes: values[.scopes]?.list ?? Self.usualScopes, groups: values[.groups]?.list ?? [],
      domains: values[.domains]?.list ?? [], trustsEmail: values[.trustEmail] == .boolean(true),
      title: values[.title]?.string, secondStep: values[.secondStep]?.list ?? [])
  }
}

extension OpenIDProvider.Key {
  /// Whether the key takes that value.
  package func accepts(_ value: TOMLValue) -> Bool {
    switch self {
    case .issuer: value.string.flatMap(WebAddress.init).map { !$0.hasQuery } ?? false
    case .clientID: value.string.map { Self.isPrintable($0, upTo: 255) } ?? false
    case .clientSecret: value.string.map { $0.hasPrefix("/") } ?? false
    case .title: value.string.map(ApprovalPage.isTitle) ?? false
    case .scopes: value.list.map { $0.allSatisfy { Self.isPrintable($0, upTo: 255) && !$0.contains(" ") } } ?? false
    case .groups, .secondStep: value.list.map { $0.allSatisfy { !$0.isEmpty } } ?? false
    case .domains:
      value.list.map { domains in
        domains.count <= ApprovalProvider.mostDomains && domains.allSatisfy { EmailAddress("a@" + $0) != nil }
      } ?? false
    case .trustEmail: value == .boolean(true) || value == .boolean(false)
    }
  }

  private static func isPrintable(_ text: String, upTo most: Int) -> Bool {
    (1...most).contains(text.utf8.count) && text.utf8.allSatisfy { (0x20...0x7E).contains($0) }
  }
}

extension TOMLValue {
  fileprivate var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The texts of a list; nil for another value.
  package var list: [String]? {
    if case .strings(let texts) = self { texts } else { nil }
  }
}
