import Sentences
import Terminal

/// The lines about the time before the sign-in: the previous sign-in, and the attempts that have failed since.
struct ActivityHeader {
  /// `Last sign-in Fri 20 Nov 17:25, tty1`; nil if there was none, or it is not known.
  var lastSignIn: String?
  /// `2 failed attempts since`; nil if none failed.
  var failures: String?

  struct Piece: Equatable {
    let text: String
    let role: Theme.Role
  }

  /// Returns the lines: both parts in one, if they fit.
  /// - Parameter hasOnlyFailures: Whether there is room only for what went wrong.
  func lines(columns: Int, _ glyphs: Glyphs, hasOnlyFailures: Bool) -> [[Piece]] {
    if hasOnlyFailures { return wrapped(failures ?? "", columns: columns).map { [Piece(text: $0, role: .invalid)] } }
    let last = lastSignIn ?? ""
    let failed = failures.map { "\(glyphs.invalid) \($0)" } ?? ""
    let separator = last.isEmpty || failed.isEmpty ? "" : " \(glyphs.separator) "
    if TextWidth.columns(of: last + separator + failed) <= columns {
      let pieces = [Piece(text: last + separator, role: .hint), Piece(text: failed, role: .invalid)]
        .filter { !$0.text.isEmpty }
      return pieces.isEmpty ? [] : [pieces]
    }
    return wrapped(last, columns: columns).map { [Piece(text: $0, role: .hint)] }
      + wrapped(failed, columns: columns).map { [Piece(text: $0, role: .invalid)] }
  }
}
