internal import Glibc

/// What the system refuses, by its number.
public struct SystemError: Error, Hashable, Sendable {
  /// An errno.
  public let number: Int32

  /// What the system says of it.
  public var cause: String { String(cString: strerror(number)) }
}
