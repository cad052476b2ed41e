import Identity
import Sentences
import Terminal

/// The progress of an import, as a bar for a terminal and as a sentence elsewhere.
struct ProgressLine {
  /// The part of the file that was read, from 0 to 100; nil if the file's length is unknown.
  let percent: Int?

  private let progress: ImportProgress
  private let file: String

  /// - Parameters:
  ///   - progress: The progress so far.
  ///   - file: The file's name.
  ///   - byteCount: The file's length; nil if it is unknown.
  init(_ progress: ImportProgress, of file: String, byteCount: Int?) {
    self.progress = progress
    self.file = file
    percent = byteCount.map { $0 == 0 ? 100 : min(100, progress.bytes * 100 / $0) }
  }

  /// The line for a terminal with `columns` columns, padded to its width. The last column stays free, because some
  /// terminals wrap there. If there is too little room, the bar is left out first, then the sentence.
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

  /// The current step and its progress.
  var sentence: String {
    let values: KeyValuePairs = [
      "file": Sanitiser.cleaned(file), "row": String(progress.rows), "percent": percent.map(String.init) ?? "",
    ]
    return switch (progress.step, percent == nil) {
    case (.checking, false): translated("Checking {file}: row {row}, {percent} %.", values)
    case (.checking, true): translated("Checking {file}: row {row}.", values)
    case (.hashing, false): translated("Hashing the passwords in {file}: row {row}, {percent} %.", values)
    case (.hashing, true): translated("Hashing the passwords in {file}: row {row}.", values)
    case (.adding, _): translated(counting: progress.rows, "Adding {count} account.", "Adding {count} accounts.")
    }
  }
}
