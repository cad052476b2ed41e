public import Secrets

/// The place of the key that seals the secrets of second steps.
public protocol SealingKeySource: Sendable {
  /// Returns the key, or nil if there is none.
  func key() throws(StoreError) -> SealingKey?

  /// Makes a key where there is none, and returns the one that is there now: another program may have been faster.
  func makeKey() throws(StoreError) -> SealingKey

  /// The error that says that the key is missing though secrets are sealed by it.
  var missing: StoreError { get }

  /// The error that says that the key is not the one by which secrets are sealed.
  var foreign: StoreError { get }
}
