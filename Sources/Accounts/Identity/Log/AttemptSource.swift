/// The source of an attempt. Texts are kept as found, cut to ``longestText`` bytes. They come from outside, so sanitise
/// them before showing them.
public struct AttemptSource: Sendable, Hashable, Encodable {
  /// The terminal, such as `pts/3`, or empty if there is none.
  public let tty: String
  /// The id of the user that the program runs as.
  public let uid: UInt32
  /// The host that the user sits at, or the machine itself.
  public let host: String
  /// The program that the sign-in guards, or `signin` itself if there is none.
  public let program: String
  /// The user with whom its attempts count; nil for the uid itself. A range of `/etc/subuid` is somebody's.
  public let person: UInt32?

  // Who counts with whom is not in messages: each service knows it of itself.
  private enum CodingKeys: CodingKey { case tty, uid, host, program }

  /// The most bytes kept of a text. A host name has up to 253; a longer name must not fill the log.
  public static let longestText = 255

  /// A source with the given properties.
  public init(tty: String, uid: UInt32, host: String, program: String, person: UInt32? = nil) {
    self.person = person == uid ? nil : person
    self.tty = Self.cut(tty)
    self.uid = uid
    self.host = Self.cut(host)
    self.program = Self.cut(program)
  }

  /// The source as the throttle counts it. Attempts of one user from one place count together, whatever the terminal or
  /// program.
  public var counted: ThrottleSource { ThrottleSource(uid: person ?? uid, host: host) }

  /// The same, which counts with that user.
  public func counting(with person: UInt32) -> AttemptSource {
    AttemptSource(tty: tty, uid: uid, host: host, program: program, person: person)
  }

  /// Returns `text`, cut to at most that many bytes, by default ``longestText``, between two characters.
  public static func cut(_ text: String, to most: Int = longestText) -> String {
    if text.utf8.count <= most { return text }
    var bytes = 0
    var cut = ""
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > most { break }
      cut.unicodeScalars.append(scalar)
    }
    return cut
  }
}
