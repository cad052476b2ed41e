internal import Glibc

/// An error of the system, by its number.
public struct SystemError: Error, Hashable, Sendable {
  /// An errno.
  public let number: Int32

  /// An error with that number.
  public init(number: Int32) {
    self.number = number
  }

  /// The system's message.
  public var cause: String { String(cString: strerror(number)) }
}
