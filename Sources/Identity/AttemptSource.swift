/// Where an attempt comes from. Texts are kept as found, cut to ``longestText`` bytes: they come from outside, so whoever
/// shows them sanitises them.
public struct AttemptSource: Sendable, Hashable {
  /// The terminal, such as `pts/3`; empty when there is none.
  public let tty: String
  /// The user the program runs as.
  public let uid: UInt32
  /// The host the person sits at, or the machine itself.
  public let host: String
  /// What the sign-in stands in front of; `signin` itself when nothing.
  public let program: String

  /// The most bytes kept of a text: a host name has 253, and nobody may fill the log by a long name.
  public static let longestText = 255

  /// A source with the given properties.
  public init(tty: String, uid: UInt32, host: String, program: String) {
    self.tty = Self.cut(tty)
    self.uid = uid
    self.host = Self.cut(host)
    self.program = Self.cut(program)
  }

  /// What the throttle counts by: attempts of one user from one host belong together, whatever terminal or program.
  public var throttleKey: String { "\(uid)@\(host)" }

  private static func cut(_ text: String) -> String {
    if text.utf8.count <= longestText { return text }
    var bytes = 0
    var cut = ""
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > longestText { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}
