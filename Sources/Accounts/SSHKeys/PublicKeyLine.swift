internal import Secrets

/// A public key as `ssh-keygen` writes it into a file, and `ssh-add -L` prints it: kind, base64, and a name.
public struct PublicKeyLine: Sendable, Hashable {
  /// The key.
  public let key: PublicKey
  /// The rest of the line, which its owner chose; it may be empty, or hold any character.
  public let name: String

  /// The most bytes in a file with a key.
  public static let byteLimit = 8192

  /// The only key in the text of a file. Empty lines and comments are skipped. A line with options, as `authorized_keys` may
  /// have them, is refused: nothing here would follow them.
  public init(_ text: String) throws(KeyFault) {
    guard text.utf8.count <= Self.byteLimit else { throw .malformed }
    let lines = text.split(whereSeparator: \.isNewline).map { $0.trimmed }.filter { !$0.isEmpty && $0.first != "#" }
    guard let line = lines.first, lines.count == 1 else { throw .malformed }
    let words = line.split(maxSplits: 2, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
    guard words.count > 1, let blob = Base64.decodePadded(words[1].utf8) else { throw .malformed }
    key = try PublicKey(blob: blob)
    guard words[0] == key.kind.rawValue else { throw .malformed }
    name = words.count > 2 ? String(words[2].trimmed) : ""
  }

  /// A key with a name.
  public init(_ key: PublicKey, name: String) {
    (self.key, self.name) = (key, name)
  }

  /// The line, without its end.
  public var text: String {
    "\(key.kind.rawValue) \(Base64.padded.encode(key.blob))" + (name.isEmpty ? "" : " " + name)
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    let start = drop { $0 == " " || $0 == "\t" }
    guard let last = start.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return "" }
    return start[...last]
  }
}
