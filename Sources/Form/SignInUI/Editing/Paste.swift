import Secrets

/// A paste in progress, collected until it is complete, so that it is one change however long it is. It is kept in
/// guarded memory, as it may be a password. Line ends and control bytes are left out, and counted.
///
/// Each character costs the same. Once the paste is too long, a character costs next to nothing.
final class Paste {
  /// The counts to report after a paste.
  struct Report: Hashable {
    var characters = 0
    var lineEnds = 0
    var controls = 0
  }

  private let text: GuardedText
  private var report = Report()
  private var last: Unicode.Scalar = " "
  /// Whether the paste is longer than the field's capacity.
  private(set) var isTooLong = false

  /// - Parameter capacity: The most bytes to collect, in UTF-8.
  init(capacity: Int) {
    text = GuardedText(capacity: capacity)
  }

  /// Takes the next scalar of the paste.
  func take(_ scalar: Unicode.Scalar) {
    defer { last = scalar }
    guard scalar.value < 0x20 || scalar.value >= 0x7F else { return keep(scalar) }
    switch (scalar, scalar.properties.generalCategory) {
    case ("\n", _) where last == "\r": break
    case ("\n", _), ("\r", _), (_, .lineSeparator), (_, .paragraphSeparator): report.lineEnds += 1
    case (_, .control): report.controls += 1
    default: keep(scalar)
    }
  }

  /// Hands the collected text to `body`, and leaves no trace of it.
  func finish<R>(_ body: (GuardedText, Report) -> R) -> R {
    report.characters = text.count
    defer { text.wipe() }
    return body(text, report)
  }

  private func keep(_ scalar: Unicode.Scalar) {
    if !isTooLong && text.insert(scalar, at: text.count) == nil { isTooLong = true }
  }
}
