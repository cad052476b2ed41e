internal import Glibc

/// The line that somebody types where they can read it. It is edited here, not by the kernel (termios(3), ICANON), which would
/// also show what is typed ahead: behind an email, that is a password.
final class EditedLine {
  /// The effect of a character.
  enum Step: Equatable {
    case nothing
    /// The character belongs to the line.
    case insert(Unicode.Scalar)
    /// Characters at the end of the line were deleted, as wide as this.
    case delete(columns: Int)
    /// The line is finished.
    case end
    /// Ctrl-D in an empty line.
    case endOfInput
  }

  /// The keys that edit a line, as the terminal's settings name them.
  struct Keys {
    var backspace: UInt8 = 0x7F
    var line: UInt8 = 0x15
    var word: UInt8 = 0x17
    var endOfInput: UInt8 = 0x04
  }

  /// As many characters as the kernel's line holds bytes. A password may be typed here by mistake, so they are overwritten.
  private let buffer = UnsafeMutableBufferPointer<Unicode.Scalar>.allocate(capacity: 4096)
  private var count = 0

  init() {}

  isolated deinit {
    wipe()
    buffer.deallocate()
  }

  /// The characters, first to last.
  var scalars: Slice<UnsafeMutableBufferPointer<Unicode.Scalar>> { buffer[..<count] }

  /// Empties the line and overwrites it.
  func wipe() { delete(from: 0) }

  /// Takes the next character, which may be that of a key.
  func feed(_ scalar: Unicode.Scalar, _ keys: Keys = Keys()) -> Step {
    if scalar == "\n" { return .end }
    guard scalar.properties.generalCategory == .control else {
      guard count < buffer.count else { return .nothing }
      buffer[count] = scalar
      count += 1
      return .insert(scalar)
    }
    switch UInt8(truncatingIfNeeded: scalar.value) {
    // Settings name no key by zero.
    case 0: return .nothing
    // A terminal may send the Backspace that its settings don't name.
    case 0x08, 0x7F, keys.backspace: return .delete(columns: delete(from: startOfCharacter))
    case keys.line: return .delete(columns: delete(from: 0))
    case keys.word: return .delete(columns: delete(from: startOfWord))
    case keys.endOfInput: return count == 0 ? .endOfInput : .nothing
    default: return .nothing
    }
  }

  /// Where the last character begins, in front of its marks.
  private var startOfCharacter: Int {
    scalars.lastIndex { Sanitiser.verdict($0).columns > 0 } ?? 0
  }

  /// Where the last word begins, up to a blank, as in a form.
  private var startOfWord: Int {
    let end = scalars.lastIndex { $0 != " " } ?? 0
    return scalars[..<end].lastIndex(of: " ").map { $0 + 1 } ?? 0
  }

  /// - Returns: The columns of what was deleted.
  @discardableResult
  private func delete(from start: Int) -> Int {
    let deleted = buffer[start..<count]
    let columns = deleted.reduce(0) { $0 + Sanitiser.verdict($1).columns }
    UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: deleted)).wipe()
    count = start
    return columns
  }
}

nonisolated extension Sanitiser.Verdict {
  /// The columns of the scalar behind others.
  fileprivate var columns: Int {
    switch self {
    case .base(let columns): columns
    case .replace: 1
    case .mark, .drop: 0
    }
  }
}
