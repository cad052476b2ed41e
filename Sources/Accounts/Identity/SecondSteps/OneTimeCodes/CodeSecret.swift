public import Secrets

/// The secret that an account shares with an app for timed codes (RFC 6238): 160 random bits, as RFC 4226 recommends in
/// section 4, R6. It is kept in guarded memory. Printing or dumping it shows nothing.
///
/// Codes have six digits and are made with HMAC-SHA-1. One is valid for 30 s: these are the values that all apps know.
public struct CodeSecret: Sendable, CustomStringConvertible, CustomReflectable {
  /// The number of bytes in a secret.
  public static let byteCount = 20

  /// The number of digits in a code.
  public static let digits = 6

  /// The bytes, to be sealed with a ``Secrets/SealingKey``.
  public let bytes: SecretBytes

  /// A new random secret. Nil if memory is exhausted.
  public init?() {
    guard let bytes = SecretBytes(randomCount: Self.byteCount) else { return nil }
    self.bytes = bytes
  }

  /// A secret as it was sealed. Nil unless it has `byteCount` bytes.
  public init?(bytes: SecretBytes) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Returns the time step of a code, or nil if the code is wrong at `moment`. A code is right in its own time step and
  /// in the steps before and after it, because clocks differ and people are slow.
  ///
  /// A code is good once: refuse a step that is not later than the last one that was accepted.
  /// - Parameter code: Six digits as typed, perhaps with spaces and hyphens. It stays as it is.
  /// - Returns: The number of whole periods of 30 s from 1970-01-01 00:00 UTC to the beginning of the step.
  public func counter(of code: SealedPassword, at moment: Timestamp) -> Int64? {
    TimedCode.counter(of: code, digits: Self.digits, secret: bytes, at: moment)
  }

  /// The secret as people type it into an app: 32 letters and digits of base32, in groups of four. It is meant to be
  /// shown, so it is an ordinary text.
  public var base32: String { Base32.standard.encode(bytes, separator: " ") }

  /// Returns the address that a QR code gives to an app:
  /// `otpauth://totp/ISSUER:ACCOUNT?secret=…&issuer=ISSUER`.
  /// - Parameters:
  ///   - issuer: The name of the system that the account belongs to, such as the host's. Control characters and colons
  ///     are left out, and so is everything behind the 32nd character.
  ///   - account: The account's email.
  public func address(issuer: String, account: EmailAddress) -> String {
    CodeAddress(issuer: issuer, account: account).text(secret: Base32.standard.encode(bytes))
  }

  /// The name of the type, and nothing of the secret.
  public var description: String { "CodeSecret" }

  /// Nothing of the secret.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection()) }
}
