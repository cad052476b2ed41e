import Glibc
import Identity
import Sentences
import Terminal

/// What somebody who waits for an import gets to see on standard error: bad rows as they are found, and how far it is.
/// On a terminal that is one line, drawn over and over and gone at the end; elsewhere it is a line of its own now and then.
struct ImportReport {
  private let file: String
  private let byteCount: Int?
  private let isOnTerminal: Bool
  private var pace: ProgressPace
  private var isDrawn = false

  /// - Parameters:
  ///   - file: What the file is called.
  ///   - byteCount: How long it is, where that is known.
  init(of file: String, byteCount: Int?) {
    self.file = file
    self.byteCount = byteCount
    isOnTerminal = isatty(STDERR_FILENO) == 1 && !Environment.asksForPlain
    pace = isOnTerminal ? .drawn(at: .now) : .lines(at: .now)
  }

  /// Shows what is to be seen of `event`.
  mutating func note(_ event: ImportEvent) {
    switch event {
    case .bad(let row):
      finish()
      StandardStreams.writeDiagnostic(row.sentence(in: file))
    case .progress(let progress):
      let line = ProgressLine(progress, of: file, byteCount: byteCount)
      guard pace.isDue(line.percent, step: progress.step, at: .now) else { return }
      if isOnTerminal {
        StandardStreams.draw(line.drawn(columns: columns))
        isDrawn = true
      } else {
        StandardStreams.writeDiagnostic(line.sentence)
      }
    }
  }

  /// Takes the line away.
  mutating func finish() {
    if isDrawn { StandardStreams.draw(String(repeating: " ", count: columns - 1) + "\r") }
    isDrawn = false
  }

  /// As wide as the terminal is now, so that a line never wraps.
  private var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
