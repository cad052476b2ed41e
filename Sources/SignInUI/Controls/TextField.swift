import Secrets
import SignIn
import Terminal

/// A line to type in: a border that shows the state, the text, and a message below.
final class TextField: Control {
  /// How the text is shown.
  enum Disclosure {
    case plain
    /// One dot for each character.
    case masked
  }

  let title: String
  let editor: LineEditor
  /// Stands in the field while that is empty.
  let placeholder: String
  let disclosure: Disclosure

  /// The text has changed, by whomever.
  var didChange: (GuardedText) -> Void = { _ in }

  /// The key that moves right was pressed behind the last character, while the note is said.
  var didPassEnd: () -> Void = {}
  /// Enter was pressed.
  var didReturn: () -> Void = {}
  /// The focus has left.
  var didLeave: () -> Void = {}

  var status = FieldStatus.neutral { didSet { if status != oldValue { needsDisplay = true } } }
  var message: String? { didSet { if message != oldValue { stale.insert(.label) } } }
  /// What is said in the place of the message while there is none.
  var note: String? { didSet { if note != oldValue { stale.insert(.label) } } }
  /// What is said in the place of the note while the focus is elsewhere, and keys do something else; nil for the same.
  var noteAway: String? { didSet { if noteAway != oldValue { stale.insert(.label) } } }
  /// What somebody has just done, until the next key. It is said in the place of the note.
  private(set) var notice: FieldNotice? { didSet { if notice != oldValue { stale.insert(.label) } } }
  /// Whether a masked text can be read.
  var isRevealed = false { didSet { if isRevealed != oldValue { stale.insert(.text) } } }
  var hasFocus = false {
    didSet {
      needsDisplay = true
      if !hasFocus { leave() }
    }
  }

  /// The three rows of the border and the text; or one row, of the title and the text behind it.
  var rectangle: Rectangle? { didSet { needsDisplay = true } }
  /// The row of the message; nil puts it into the lower border.
  var messageRow: Rectangle? { didSet { needsDisplay = true } }

  /// What has to be drawn. A key that changes no state costs one row.
  struct Parts: OptionSet {
    let rawValue: Int
    static let border = Parts(rawValue: 1)
    static let text = Parts(rawValue: 2)
    static let label = Parts(rawValue: 4)
  }

  var stale: Parts = [.border, .text, .label]
  var needsDisplay: Bool {
    get { !stale.isEmpty }
    set { stale = newValue ? [.border, .text, .label] : [] }
  }

  /// What of the text is shown.
  var window = TextWindow()
  /// Whether a password stands readable in the cells.
  var isSecretShown = false
  private var paste: Paste?

  /// - Parameters:
  ///   - title: Stands in the upper border.
  ///   - disclosure: How the text is shown.
  ///   - placeholder: Stands in the field while that is empty.
  ///   - capacity: The most bytes of UTF-8. More is refused, and said.
  init(title: String, disclosure: Disclosure, placeholder: String = "", capacity: Int) {
    self.title = title
    self.disclosure = disclosure
    self.placeholder = placeholder
    editor = LineEditor(capacity: capacity, words: disclosure == .plain ? .separate : .one)
  }

  // MARK: Changing the text

  func handle(_ key: Key) -> Bool {
    guard let command = EditCommand(key) else { return false }
    let passesEnd = command == .moveRight && editor.cursor == editor.text.count && notice == nil && message == nil
    notice = nil
    if passesEnd { didPassEnd() }
    take(editor.perform(command), else: .full(limit: editor.text.capacity))
    return true
  }

  /// Takes the events of a paste, which is one change however long it is.
  func paste(_ event: Event) {
    switch event {
    case .pasteBegan: paste = Paste(capacity: editor.text.capacity)
    case .pasted(let scalar): paste?.take(scalar)
    case .pasteEnded: paste.map(finish)
    default: break
    }
  }

  func setText(_ text: String) {
    guard editor.replaceAll(with: text) else { return }
    notice = nil
    take(.changed)
  }

  /// Puts `text` in place of what was typed, as one change that can be taken back.
  func correct(to text: String) {
    notice = nil
    take(editor.correct(to: text), else: .full(limit: editor.text.capacity))
  }

  func wipe() {
    editor.wipe()
    notice = nil
    take(.changed)
  }

  private func finish(_ paste: Paste) {
    self.paste = nil
    let limit = editor.text.capacity
    paste.finish { text, report in
      notice = paste.isTooLong ? .pasteTooLong(limit: limit) : .pasted(report)
      take(paste.isTooLong ? .same : editor.insert(text), else: .pasteTooLong(limit: limit))
    }
  }

  private func take(_ outcome: LineEditor.Outcome, else refusal: FieldNotice? = nil) {
    stale.insert(.text)
    switch outcome {
    case .same: break
    case .changed: didChange(editor.text)
    case .full: notice = refusal
    }
  }

  private func leave() {
    paste = nil
    notice = nil
  }

  // MARK: Places

  var cursor: Position? {
    guard let inner else { return nil }
    let columns = columns
    let before = (window.start..<editor.cursor).reduce(0) { $0 + columns($1) }
    return Position(row: inner.origin.row, column: inner.origin.column + before)
  }

  func click(at position: Position) {
    guard let inner else { return }
    let column = position.column - inner.origin.column
    editor.moveCursor(to: window.character(at: column, count: editor.text.count, columns: columns))
    notice = nil
    stale.insert(.text)
  }

  /// Where the text goes: a blank, or the mark that it is cut, stands between it and the border.
  var inner: Rectangle? {
    rectangle.map {
      let head = isOneRow ? TextWidth.columns(of: title) + 2 : 2
      return Rectangle(
        row: $0.origin.row + (isOneRow ? 0 : 1), column: $0.origin.column + head,
        columns: $0.size.columns - head - (isOneRow ? 1 : 2), rows: 1)
    }
  }

  var isOneRow: Bool { rectangle?.size.rows == 1 }

  /// The columns that a character takes, by its index. They are asked for several times for each character that is shown,
  /// so nothing is looked up where each takes one: as a dot, or where each is one byte.
  var columns: (Int) -> Int {
    let text = editor.text
    guard isReadable && text.byteCount != text.count else { return { _ in 1 } }
    return { index in
      let bytes = text.byteRange(of: index..<index + 1)
      return text.withUTF8 { TextWidth.columns(ofUTF8: UnsafeBufferPointer(rebasing: $0[bytes])) }
    }
  }

  var isReadable: Bool { disclosure == .plain || isRevealed }
}
