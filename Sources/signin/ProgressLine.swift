import Identity
import Sentences
import Terminal

/// How far an import is, as a bar for a terminal and as a sentence for everything else.
struct ProgressLine {
  /// How much of the file is read, from 0 to 100; nil where nobody knows how long it is.
  let percent: Int?

  private let progress: ImportProgress
  private let file: String

  /// - Parameters:
  ///   - progress: How far it is.
  ///   - file: What the file is called.
  ///   - byteCount: How long it is, where that is known.
  init(_ progress: ImportProgress, of file: String, byteCount: Int?) {
    self.progress = progress
    self.file = Sanitiser.cleaned(file)
    percent = byteCount.map { $0 == 0 ? 100 : min(100, progress.bytes * 100 / $0) }
  }

  /// The line for a terminal of that many columns, as wide as it is but for the last column, where some terminals would
  /// go on to the next line. What does not fit is left out: first the bar, then what is being done.
  func drawn(columns: Int) -> String {
    let room = max(0, columns - 1)
    let cells = room - TextWidth.columns(of: sentence) - 4
    var line = sentence
    if let percent, cells >= 10 {
      let width = min(cells, 40)
      let filled = width * percent / 100
      line += "  [" + String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled) + "]"
    } else if TextWidth.columns(of: line) > room {
      line = percent.map { "\($0) %" } ?? "\(progress.rows)"
    }
    return line + String(repeating: " ", count: max(0, room - TextWidth.columns(of: line)))
  }

  /// What is being done, and how far.
  var sentence: String {
    let values = ["file": file, "row": String(progress.rows), "percent": percent.map(String.init) ?? ""]
    return switch (progress.step, percent == nil) {
    case (.checking, false): translated("Checking {file}: row {row}, {percent} %.", values)
    case (.checking, true): translated("Checking {file}: row {row}.", values)
    case (.hashing, false): translated("Hashing the passwords in {file}: row {row}, {percent} %.", values)
    case (.hashing, true): translated("Hashing the passwords in {file}: row {row}.", values)
    case (.adding, _): translated(counting: progress.rows, "Adding {count} account.", "Adding {count} accounts.")
    }
  }
}
