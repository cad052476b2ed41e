public import Identity
public import SSHKeys
public import Secrets

/// The address with this text. An invalid text ends the test run, because it is a fault of the test.
public func email(_ text: String) -> EmailAddress {
  guard let email = EmailAddress(text) else { preconditionFailure("\(text) is not an email address") }
  return email
}

/// `text` as a password. Tests may hold passwords in strings; sources never do.
public func password(_ text: String) throws -> SealedPassword {
  let field = GuardedText()
  for scalar in text.unicodeScalars { field.insert(scalar, at: field.count) }
  return try field.sealed()
}

extension AttemptSource {
  /// A source on that host; attempts from one host belong together.
  public static func at(_ host: String) -> AttemptSource {
    AttemptSource(tty: "pts/1", uid: 1000, host: host, program: "signin")
  }
}

extension PasswordHash {
  /// A well-formed hash of the lowest accepted cost; `marker` makes it differ from others.
  public static func sample(_ marker: Character = "A") -> PasswordHash {
    let salt = String(repeating: marker, count: 21) + "A"
    let digest = String(repeating: marker, count: 42) + "A"
    guard let hash = try? PasswordHash(phc: "$argon2id$v=19$m=8,t=1,p=1$\(salt)$\(digest)") else {
      preconditionFailure("the sample is no hash")
    }
    return hash
  }
}

extension NewPasswordRules {
  /// Rules for new passwords with few common ones.
  public static func sample(_ length: ClosedRange<Int> = 6...20) -> NewPasswordRules {
    NewPasswordRules(
      policy: PasswordPolicy(length: length), common: WordList(sortedLines: Array("letmein\npassword\n".utf8)))
  }
}

extension PublicKey {
  /// A key of a security key, the same in each run.
  public static var sample: PublicKey {
    let line =
      "sk-ssh-ed25519@openssh.com AAAAGnNrLXNzaC1lZDI1NTE5QG9wZW5zc2guY29tAAAAI"
      + "P4n7YqC9rMhwNqPl13X6PNFC+2AXkClcWg6kOx/BkAMAAAABHNzaDo="
    guard let line = try? PublicKeyLine(line) else { preconditionFailure("the sample is no key") }
    return line.key
  }
}
