import Secrets

/// A paste under way, collected until it is whole, so that it is one change however long it is. In guarded memory: it
/// may be a password. Line ends and control bytes stay out, and are counted.
///
/// Costs the same for each character, and once it is too long next to nothing.
final class Paste {
  /// What there is to tell of a paste.
  struct Report: Hashable {
    var characters = 0
    var lineEnds = 0
    var controls = 0
  }

  private let text: GuardedText
  private var report = Report()
  private var last: Unicode.Scalar = " "
  /// Whether it is longer than the field is.
  private(set) var isTooLong = false

  /// - Parameter capacity: The most bytes of UTF-8 to collect.
  init(capacity: Int) {
    text = GuardedText(capacity: capacity)
  }

  /// Takes the next scalar of it.
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

  /// Hands on what was collected, and leaves no trace of it.
  func finish<R>(_ body: (GuardedText, Report) -> R) -> R {
    report.characters = text.count
    defer { text.wipe() }
    return body(text, report)
  }

  private func keep(_ scalar: Unicode.Scalar) {
    if !isTooLong && text.insert(scalar, at: text.count) == nil { isTooLong = true }
  }
}
