public import Secrets

/// The place of the key that seals the secrets of second steps.
public protocol SealingKeySource: Sendable {
  /// Returns the key, or nil if there is none.
  func key() throws(StoreError) -> SealingKey?

  /// Makes a key if there is none, and returns the current one: another program may have won the race.
  func makeKey() throws(StoreError) -> SealingKey

  /// The error for a missing key where secrets are sealed.
  var missing: StoreError { get }

  /// The error for a key other than the one that sealed the secrets.
  var foreign: StoreError { get }
}
