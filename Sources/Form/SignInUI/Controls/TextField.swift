import Secrets
import SignIn
import Terminal

/// A line to type in: a border that shows the status, the text, and a message below.
final class TextField: Control {
  /// How the text appears.
  enum Disclosure {
    case plain
    /// One dot for each character.
    case masked
  }

  private(set) var title: String
  let editor: LineEditor
  /// The text shown while the field is empty.
  private(set) var placeholder: String
  let disclosure: Disclosure
  /// False for a text that only the form sets.
  let takesFocus: Bool
  /// Whether a tick marks valid text. Only the server can judge an existing password.
  let isTickedWhenValid: Bool

  /// The text changed, by the user or by the form.
  var didChange: (GuardedText) -> Void = { _ in }

  /// Text was pasted, after its change was reported.
  var didPaste: () -> Void = {}
  /// The right key was pressed at the end of the text, while the note was visible.
  var didPassEnd: () -> Void = {}
  /// Enter was pressed.
  var didReturn: () -> Void = {}
  /// The focus left the field.
  var didLeave: () -> Void = {}

  var status = FieldStatus.neutral { didSet { if status != oldValue { needsDisplay = true } } }
  /// Why the form was refused, if it concerns this field. Until it goes, the border has the colour of an error.
  var refusal: String? { didSet { if refusal != oldValue { stale.insert(.label) } } }
  var message: String? { didSet { if message != oldValue { stale.insert(.label) } } }
  /// Whether Enter leads on to another field, which is empty.
  var returnLeadsOn = false
  /// Shown in place of the message while there is none.
  var note: Caption? { didSet { if note != oldValue { stale.insert(.label) } } }
  /// Replaces the note while the focus is elsewhere, where the note's key does something else; nil keeps the note.
  var noteAway: String? { didSet { if noteAway != oldValue { stale.insert(.label) } } }
  /// The effect of the last key or paste. Shown in place of the note, until the next key.
  private(set) var notice: FieldNotice? { didSet { if notice != oldValue { stale.insert(.label) } } }
  /// For how many more seconds a masked text is readable; nil while it is hidden.
  var secondsRevealed: Int? {
    didSet {
      if secondsRevealed != oldValue { stale.formUnion([.border, .text]) }
      // A dot may be narrower than its character.
      if (secondsRevealed == nil) != (oldValue == nil), editor.text.byteCount != editor.text.count { window.refit() }
    }
  }
  var hasFocus = false {
    didSet {
      needsDisplay = true
      if !hasFocus { leave() }
    }
  }

  /// The digits of the code that the field asks for; nil for any text.
  var digits: Int?
  /// Whether the cells of a code are on the screen.
  var isInCells = false

  /// Three rows for the border and the text, or one row for the title and the text behind it.
  var rectangle: Rectangle? {
    didSet {
      needsDisplay = true
      if rectangle?.size.columns != oldValue?.size.columns { window.refit() }
    }
  }
  /// The rows below the rectangle for the further lines of a long label.
  var rowsBelow = 0 { didSet { needsDisplay = true } }

  /// The parts that need drawing. A key that does not change the status costs one row.
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

  /// The visible part of the text.
  var window = TextWindow()
  /// Whether a password is readable in the cells.
  var isSecretShown = false
  private var paste: Paste?

  /// - Parameters:
  ///   - title: Appears in the upper border.
  ///   - disclosure: How the text appears.
  ///   - placeholder: The text shown while the field is empty.
  ///   - isFixed: Whether only the form sets the text.
  ///   - isTickedWhenValid: Whether a tick says that the text is valid.
  ///   - capacity: The most bytes, in UTF-8. Longer input is refused, with a notice.
  init(
    title: String, disclosure: Disclosure, placeholder: String = "", isFixed: Bool = false,
    isTickedWhenValid: Bool = true, capacity: Int
  ) {
    takesFocus = !isFixed
    self.isTickedWhenValid = isTickedWhenValid
    self.title = title
    self.disclosure = disclosure
    self.placeholder = placeholder
    editor = LineEditor(capacity: capacity, words: disclosure == .plain ? .separate : .one)
  }

  /// Asks for that. Returns whether it is something else than before.
  func label(_ title: String, placeholder: String) -> Bool {
    guard self.title != title else { return false }
    (self.title, self.placeholder) = (title, placeholder)
    needsDisplay = true
    return true
  }

  /// Shows this sentence while the field is empty.
  func explain(_ sentence: String) {
    placeholder = sentence
    stale.insert(.text)
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

  /// Collects a paste from its events. A paste is one change, however long it is.
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

  /// Replaces the text, as one change that the user can undo.
  func correct(to text: String) {
    notice = nil
    take(editor.correct(to: text), else: .full(limit: editor.text.capacity))
  }

  func wipe() {
    editor.wipe()
    notice = nil
    take(.changed)
  }

  /// Takes back the answer to the last key or paste, because the user does something else.
  func forgetNotice() {
    notice = nil
  }

  private func finish(_ paste: Paste) {
    self.paste = nil
    let limit = editor.text.capacity
    paste.finish { text, report in
      notice = paste.isTooLong ? .pasteTooLong(limit: limit) : .pasted(report)
      let outcome = paste.isTooLong ? .same : editor.insert(text)
      take(outcome, else: .pasteTooLong(limit: limit))
      if outcome == .changed { didPaste() }
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

  var reading: Position? { cursor }

  var cursor: Position? {
    if let cells { return cells.digit(editor.cursor) }
    guard let inner else { return nil }
    let column = window.column(of: editor.cursor, columns: columns)
    return Position(row: inner.origin.row, column: inner.origin.column + column)
  }

  func click(at position: Position) {
    if let cells {
      editor.moveCursor(to: min(cells.index(at: position), editor.text.count))
      stale.insert(.text)
    }
    guard cells == nil, let inner else { return }
    let column = position.column - inner.origin.column
    editor.moveCursor(to: window.character(at: column, count: editor.text.count, columns: columns))
    notice = nil
    stale.insert(.text)
  }

  /// The place of the text. A blank, or the mark that the text is cut, separates it from the border.
  var inner: Rectangle? {
    guard let rectangle else { return nil }
    let head = isOneRow ? TextWidth.columns(of: title) + 1 : 2
    return Rectangle(
      row: rectangle.origin.row + (isOneRow ? 0 : 1), column: rectangle.origin.column + head,
      columns: rectangle.size.columns - head - (isOneRow ? 1 : 2), rows: 1)
  }

  var isOneRow: Bool { rectangle?.size.rows == 1 }

  /// The columns of a character, by its index. Drawing asks several times for each visible character. So nothing is
  /// looked up if every character takes one column: as a dot, or as one byte.
  var columns: (Int) -> Int {
    let text = editor.text
    guard isReadable && text.byteCount != text.count else { return { _ in 1 } }
    return { index in
      let bytes = text.byteRange(of: index..<index + 1)
      return text.withUTF8 { TextWidth.columns(ofUTF8: UnsafeBufferPointer(rebasing: $0[bytes])) }
    }
  }

  var isRevealed: Bool { secondsRevealed != nil }
  var isReadable: Bool { disclosure == .plain || isRevealed }
}
