internal import CPostgreSQL

/// A database on a PostgreSQL server, as an administrator names it: a URL, or `service=NAME` and
/// then any other keywords of libpq.
///
/// The text is in files that others may read, so it has no password. libpq finds one in a passfile, or there is none:
/// `peer` proves the user on a local socket.
public struct PostgreSQLPlace: Sendable, Hashable {
  /// The mistake in a text that names no such place.
  public enum Mistake: Error, Sendable, Hashable {
    /// It has a password, which others could read.
    case password
    /// It is no URL and no keywords that libpq knows.
    case unreadable
  }

  /// One of its servers.
  struct Server: Sendable, Hashable {
    /// A name, or the folder of a socket.
    let host: String
    /// Empty for the usual one.
    let port: String
  }

  /// The text for libpq.
  let text: String

  /// The servers and the database, without user and options, for sentences and logs.
  public let name: String

  /// The place that `text` names.
  public init(_ text: String) throws(Mistake) {
    guard Self.isNamed(by: text), let options = PQconninfoParse(text, nil) else { throw .unreadable }
    defer { PQconninfoFree(options) }
    var values: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    guard values["password"] == nil, values["sslpassword"] == nil else { throw .password }
    self.text = text
    if let service = values["service"] {
      name = "service=" + service
    } else {
      name = "postgresql://" + (values["host"] ?? "") + "/" + (values["dbname"] ?? "")
    }
  }

  /// Whether `text` names a place on a server, right or wrong, and not a file.
  public static func isNamed(by text: String) -> Bool {
    ["postgresql://", "postgres://", "service="].contains { text.hasPrefix($0) }
  }
}
