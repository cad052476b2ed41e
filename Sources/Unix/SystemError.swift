internal import Glibc

/// An error of the system, by its number.
public struct SystemError: Error, Hashable, Sendable {
  /// An errno.
  public let number: Int32

  /// The system's message.
  public var cause: String { String(cString: strerror(number)) }
}
