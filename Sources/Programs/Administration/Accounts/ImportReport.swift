import Glibc
import Identity
import ProgramSupport
import Sentences
import Terminal

/// Shows an import on standard error: bad rows as they are found, and the progress. On a terminal the progress is one
/// line, redrawn in place and removed at the end. Elsewhere it is a new line now and then.
struct ImportReport {
  private let file: String
  private let byteCount: Int?
  private let isOnTerminal: Bool
  private var pace: ProgressPace
  private var isDrawn = false

  /// - Parameters:
  ///   - file: The file's name.
  ///   - byteCount: The file's length; nil if it is unknown.
  init(of file: String, byteCount: Int?) {
    self.file = file
    self.byteCount = byteCount
    isOnTerminal = isatty(STDERR_FILENO) == 1 && !Environment.asksForPlain
    pace = isOnTerminal ? .drawn(at: .now) : .lines(at: .now)
  }

  /// Shows a bad row at once, and progress when it is due.
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

  /// Removes the line of progress.
  mutating func finish() {
    if isDrawn { StandardStreams.draw(String(repeating: " ", count: columns - 1) + "\r") }
    isDrawn = false
  }

  /// The current width of the terminal, so that a line never wraps; 80 if it is unknown.
  private var columns: Int {
    var size = winsize()
    return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
  }
}
