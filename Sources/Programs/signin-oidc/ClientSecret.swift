import Glibc
import OpenIDSettings
import Secrets
import Unix

/// The secret of a client, in a file of its own.
enum ClientSecret {
  /// Why it can't be used.
  enum Problem: String, Error {
    case unreadable = "secret-unreadable"
    /// Others can read or change it.
    case open = "secret-open-to-others"
    /// The file is empty, or its first line is too long.
    case unusable = "secret-unusable"
  }

  /// Reads the first line of the provider's file; nil for a public client.
  static func read(of provider: OpenIDProvider) throws(Problem) -> SecretBytes? {
    guard let path = provider.clientSecret else { return nil }
    guard let walk = try? PathWalk(toFile: path) else { throw .unreadable }
    guard walk.risk == nil else { throw .open }
    return try walk.withDescriptor { file throws(Problem) in
      var status = stat()
      guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { throw .unreadable }
      guard status.st_mode & S_IRWXO == 0 else { throw .open }
      let line = GuardedText()
      defer { line.wipe() }
      guard (try? line.readLine(from: file)) != nil, !line.isEmpty else { throw .unusable }
      let secret = line.withUTF8 { bytes in
        SecretBytes(count: bytes.count) { place in
          place.copyBytes(from: bytes)
          return true
        }
      }
      guard let secret else { throw .unusable }
      return secret
    }
  }
}

extension ClientSecret.Problem {
  /// The sentence for an administrator.
  var sentence: String {
    switch self {
    case .unreadable: "It can't be read. Give it the group signin-oidc and mode 0640."
    case .open: "Others can read or change it. Give it to root, with the group signin-oidc and mode 0640."
    case .unusable: "Its first line must be the secret, of at most 1,024 bytes."
    }
  }
}
