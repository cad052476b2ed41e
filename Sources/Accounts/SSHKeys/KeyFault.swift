/// The reason why bytes are no key, or no signature, that counts here.
public enum KeyFault: Error, Sendable, Hashable, CaseIterable {
  /// They don't have the format of OpenSSH.
  case malformed
  /// They are a key of a kind that is not taken: RSA, DSA, a longer curve, or a certificate.
  case unsupportedKind
  /// The key of a security key was not made for SSH: its application does not begin with `ssh:`.
  case otherApplication
}
