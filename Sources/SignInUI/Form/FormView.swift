import Sentences
import Terminal

/// A form: fields one below the other, a checkbox, a button, a message, the keys. It moves the focus, passes on keys
/// and clicks, and draws what has changed. FormBinding.swift binds it to a view model.
final class FormView: SceneView {
  let fields: [TextField]
  let checkbox: Checkbox?
  let button: Button

  /// Esc was pressed.
  var didCancel: () -> Void = {}
  /// F3 was pressed.
  var didAskToCreateAccount: () -> Void = {}
  /// F2 was pressed.
  var didAskToReveal: () -> Void = {}
  /// Caps Lock went on or off.
  var didChangeCapsLock: (Bool) -> Void = { _ in }
  /// The program is about to be suspended or to exit.
  var willSuspend: () -> Void = {}

  /// The reason why the form was refused.
  var message: String? { didSet { needsFooter = true } }
  /// Whether the form takes keys. Otherwise it discards all keys but Esc.
  var isInteractive = true { didSet { needsFooter = true } }

  /// Whether F3 leads to the form for a new account.
  var offersCreateAccount = false { didSet { needsFooter = true } }
  /// An urgent sentence, shown in place of the line of keys; nil for none.
  var notice: String? { didSet { needsFooter = true } }

  /// The controls in focus order. The rows of the layout follow the same order.
  private let controls: [any Control]
  private let title: String
  private let proceed: String
  let look: Look
  private var size = Size(columns: 0, rows: 0)
  private var layout: FormLayout?
  private var focus = 0
  private var needsLayout = true
  /// The panel of all keys. While it is open, it replaces the form.
  private var panel: KeyPanel?
  private var needsFooter = true
  /// The message of the form, if only the footer has room for it.
  private var messageForFooter: TextField.Saying?
  /// Whether the footer shows that a password is readable.
  private var showsRevealed = false
  /// The text that the footer shows now.
  private var shownSaying: TextField.Saying?

  /// - Parameters:
  ///   - title: Appears in the frame.
  ///   - fields: The fields from top to bottom.
  ///   - checkbox: Appears below the fields, to the left.
  ///   - button: Appears below the fields, to the right.
  ///   - proceed: The final effect of Enter, in a word or two, for the line of keys.
  ///   - look: The theme and the glyphs.
  init(title: String, fields: [TextField], checkbox: Checkbox?, button: Button, proceed: String, look: Look) {
    self.title = title
    self.proceed = proceed
    self.fields = fields
    self.checkbox = checkbox
    self.button = button
    self.look = look
    controls = fields + (checkbox.map { [$0] } ?? []) + [button]
    controls[0].hasFocus = true
  }

  // MARK: Events

  func handle(_ event: Event) {
    switch event {
    case .key, .mouse, .pasteBegan, .pasted, .pasteEnded:
      if let panel { return handle(event, panel) }
    case .resized, .redraw, .suspending, .capsLock: break
    }
    switch event {
    case .key(let key): handle(key)
    case .pasteBegan, .pasted, .pasteEnded:
      if isInteractive { focusedField?.paste(event) }
    case .mouse(let mouse) where isInteractive: handle(mouse)
    case .capsLock(let isOn): didChangeCapsLock(isOn)
    case .suspending: willSuspend()
    case .mouse, .resized, .redraw: break
    }
  }

  private func handle(_ event: Event, _ panel: KeyPanel) {
    if panel.handle(event) { return }
    self.panel = nil
    needsLayout = true
  }

  private func handle(_ key: Key) {
    if key == Key(.escape) { return didCancel() }
    guard isInteractive else { return }
    if let field = focusedField, key == Key(.enter) { return field.didReturn() }
    if controls[focus].handle(key) { return }
    guard case .form(let command) = KeyTable.meaning(of: key) else { return }
    switch command {
    case .next: moveFocus(by: 1)
    case .previous: moveFocus(by: -1)
    case .proceed: button.didTap()
    case .reveal: didAskToReveal()
    case .createAccount: didAskToCreateAccount()
    case .help: panel = KeyPanel(of: title, KeyTable.columns(ofForm: bindings))
    case .cancel, .press: break
    }
  }

  private func handle(_ mouse: Mouse) {
    guard mouse.action == .press(.left) else { return }
    for (index, control) in controls.enumerated() where control.rectangle?.contains(mouse.position) == true {
      moveFocus(to: index)
      return control.click(at: mouse.position)
    }
  }

  // MARK: Focus

  func focus(_ field: TextField) {
    if let index = fields.firstIndex(where: { $0 === field }) { moveFocus(to: index) }
  }

  private var focusedField: TextField? { fields.indices.contains(focus) ? fields[focus] : nil }

  private func moveFocus(by step: Int) {
    moveFocus(to: (focus + step + controls.count) % controls.count)
  }

  private func moveFocus(to index: Int) {
    guard index != focus else { return }
    let left = focusedField
    controls[focus].hasFocus = false
    focus = index
    controls[focus].hasFocus = true
    needsFooter = true
    if checkbox?.rectangle == nil || button.rectangle == nil || layout != makeLayout() { needsLayout = true }
    left?.didLeave()
  }

  // MARK: Drawing

  func resize(to size: Size) {
    self.size = size
    needsLayout = true
  }

  func draw(in frame: inout Frame) {
    if let panel {
      panel.draw(in: &frame, look, notice: notice, isAnew: needsLayout || needsFooter)
      (needsLayout, needsFooter) = (false, false)
      return
    }
    if needsLayout || hasOutgrownActions { place(in: &frame) }
    guard let layout else { return drawTooSmall(in: &frame) }
    // When one field is shown alone, a long message covers its lower border.
    let isFooterOverField = layout.actions == nil
    if needsFooter, isFooterOverField { focusedField?.needsDisplay = true }
    for control in controls where control.needsDisplay {
      if isFooterOverField { needsFooter = true }
      control.draw(in: &frame, look)
      control.needsDisplay = false
    }
    if needsFooter { drawMessage(in: &frame, layout) }
    if needsFooter || footerSaying != shownSaying || isRevealed != showsRevealed {
      drawFooter(in: &frame, layout.footer)
    }
    needsFooter = false
    frame.cursor = isInteractive ? controls[focus].cursor : nil
  }

  private func makeLayout() -> FormLayout? {
    FormLayout(
      size: size, fieldCount: fields.count, focus: fields.indices.contains(focus) ? .field(focus) : .actions)
  }

  private func place(in frame: inout Frame) {
    needsLayout = false
    needsFooter = true
    layout = makeLayout()
    frame.clear()
    for (index, field) in fields.enumerated() {
      field.rectangle = layout?.fields[index]?.box
      field.messageRow = layout?.fields[index]?.messageRow
    }
    placeActions(layout?.actions)
    guard let outer = layout?.frame else { return }
    frame.box(outer, look.glyphs.frame, look.theme[.frame])
    frame.put(
      " \(title) ", at: Position(row: outer.origin.row, column: outer.origin.column + 2), style: look.theme[.title],
      columns: outer.size.columns - 4)
  }

  /// Places checkbox and button side by side. Without room for both, the focused one is placed. If neither has the
  /// focus, it is the button, which says what is under way.
  private func placeActions(_ row: Rectangle?) {
    guard let row, let checkbox else {
      checkbox?.rectangle = nil
      button.rectangle = row
      return
    }
    if haveRoom(in: row) {
      checkbox.rectangle = Rectangle(origin: row.origin, size: Size(columns: checkbox.columns, rows: 1))
      button.rectangle = Rectangle(
        row: row.origin.row, column: row.origin.column + checkbox.columns + 1,
        columns: row.size.columns - checkbox.columns - 1, rows: 1)
    } else {
      let showsCheckbox = checkbox.hasFocus && isInteractive
      checkbox.rectangle = showsCheckbox ? row : nil
      button.rectangle = showsCheckbox ? nil : row
    }
  }

  /// Whether checkbox and button fit side by side.
  private func haveRoom(in row: Rectangle) -> Bool {
    row.size.columns >= (checkbox?.columns ?? 0) + 1 + button.columns
  }

  /// Whether the button's title has changed so that checkbox and button fit no longer, or fit again.
  private var hasOutgrownActions: Bool {
    guard let checkbox, let row = layout?.actions else { return false }
    return haveRoom(in: row) != (checkbox.rectangle != nil && button.rectangle != nil)
  }

  /// Draws the message of the form in its place. The footer shows a message that is too long for it.
  private func drawMessage(in frame: inout Frame, _ layout: FormLayout) {
    messageForFooter = nil
    let saying = message.map { TextField.Saying(text: $0, role: .invalid) }
    guard let row = layout.message else { return messageForFooter = saying }
    let lines = wrapped(message ?? "", columns: row.size.columns)
    for index in 0..<row.size.rows {
      frame.line(
        lines.count <= row.size.rows && index < lines.count ? lines[index] : "",
        at: Position(row: row.origin.row + index, column: row.origin.column), style: look.theme[.invalid],
        columns: row.size.columns)
    }
    if lines.count > row.size.rows { messageForFooter = saying }
  }

  /// The text that the footer shows in place of the keys.
  private var footerSaying: TextField.Saying? {
    notice.map { TextField.Saying(text: $0, role: .title) } ?? messageForFooter ?? focusedField?.overflow
  }

  /// Draws the keys in the last row, or a message in as many rows as it needs and the footer has.
  private func drawFooter(in frame: inout Frame, _ footer: Rectangle) {
    let saying = footerSaying
    (shownSaying, showsRevealed) = (saying, isRevealed)
    let lines =
      saying.map { wrapped($0.text, columns: footer.size.columns).prefix(footer.size.rows) }
      ?? [keys(columns: footer.size.columns)]
    let style = look.theme[saying?.role ?? .hint]
    for row in footer.rows {
      let line = row - (footer.rows.upperBound - lines.count)
      if line >= 0 {
        let text = lines[line]
        let indent = saying == nil ? max(0, (footer.size.columns - TextWidth.columns(of: text)) / 2) : 0
        frame.line(
          String(repeating: " ", count: indent) + text, at: Position(row: row, column: footer.origin.column),
          style: style, columns: footer.size.columns)
      } else if !covered.contains(row) {
        frame.line("", at: Position(row: row, column: footer.origin.column), style: style, columns: footer.size.columns)
      }
    }
  }

  /// The rows of a field that is shown alone. The field blanks them itself.
  private var covered: Range<Int> {
    layout?.actions == nil ? focusedField?.rectangle?.rows ?? 0..<0 : 0..<0
  }

  private func keys(columns: Int) -> String {
    let bindings = isInteractive ? bindings : bindings.filter { $0.meaning == .form(.cancel) }
    return KeyLine(bindings, proceed: proceed, isRevealed: isRevealed).text(columns: columns)
  }

  private var isRevealed: Bool { fields.contains(where: \.isRevealed) }

  /// The keys that have an effect here.
  private var bindings: [KeyBinding] {
    KeyTable.form.filter { offersCreateAccount || $0.meaning != .form(.createAccount) }
  }

  private func drawTooSmall(in frame: inout Frame) {
    frame.clear()
    frame.cursor = nil
    let text = translated(
      "This terminal is too small. The form needs {columns} columns and {rows} rows.",
      ["columns": String(FormLayout.smallest.columns), "rows": String(FormLayout.smallest.rows)])
    for (row, line) in wrapped(text, columns: size.columns).prefix(size.rows).enumerated() {
      frame.put(line, at: Position(row: row, column: 0), style: look.theme[.text])
    }
  }
}
