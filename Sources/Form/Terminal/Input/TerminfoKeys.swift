internal import CNcurses
internal import Glibc

nonisolated extension KeySequences {
  /// Capabilities (terminfo(5)) and their keys. F13 and above are missing: to most terminals they are Shift-F1 and
  /// above, which `ControlSequence` reads in one spelling.
  private static let capabilities: [(name: StaticString, key: Key)] = [
    ("kcuu1", Key(.up)), ("kcud1", Key(.down)), ("kcub1", Key(.left)), ("kcuf1", Key(.right)),
    ("khome", Key(.home)), ("kend", Key(.end)), ("kpp", Key(.pageUp)), ("knp", Key(.pageDown)),
    ("kich1", Key(.insert)), ("kdch1", Key(.delete)), ("kbs", Key(.backspace)), ("kent", Key(.enter)),
    ("kcbt", Key(.tab, .shift)), ("kri", Key(.up, .shift)), ("kind", Key(.down, .shift)),
    ("kLFT", Key(.left, .shift)), ("kRIT", Key(.right, .shift)), ("kHOM", Key(.home, .shift)),
    ("kEND", Key(.end, .shift)), ("kPRV", Key(.pageUp, .shift)), ("kNXT", Key(.pageDown, .shift)),
    ("kIC", Key(.insert, .shift)), ("kDC", Key(.delete, .shift)),
    ("kf1", Key(.function(1))), ("kf2", Key(.function(2))), ("kf3", Key(.function(3))), ("kf4", Key(.function(4))),
    ("kf5", Key(.function(5))), ("kf6", Key(.function(6))), ("kf7", Key(.function(7))), ("kf8", Key(.function(8))),
    ("kf9", Key(.function(9))), ("kf10", Key(.function(10))), ("kf11", Key(.function(11))),
    ("kf12", Key(.function(12))),
  ]

  /// Returns the keys in the description that curses has loaded.
  static func terminfo() -> KeySequences {
    KeySequences(
      capabilities.compactMap { capability in
        let name = UnsafeRawPointer(capability.name.utf8Start).assumingMemoryBound(to: CChar.self)
        guard let value = signin_capability(name) else { return nil }
        return (Array(UnsafeRawBufferPointer(start: value, count: strnlen(value, 32))), capability.key)
      })
  }
}

/// The sequences that a terminal sends for its keys, according to its description (terminfo).
public nonisolated struct KeySequences: Sendable {
  private let keys: [(bytes: [UInt8], key: Key)]

  /// Takes sequences and their keys. A sequence counts only if it begins with ESC, because a single byte is a
  /// character. It must be more than the beginning of other sequences. Of two equal sequences the first counts.
  public init(_ pairs: [(bytes: [UInt8], key: Key)]) {
    keys = pairs.filter { bytes, _ in
      bytes.first == 0x1B && bytes.count > 1 && !(bytes.count == 2 && "[O]P".utf8.contains(bytes[1]))
    }
  }

  /// Returns the key of a complete sequence.
  func key(_ sequence: [UInt8]) -> Key? { keys.first { $0.bytes == sequence }?.key }
}
