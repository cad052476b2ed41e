import Terminal

/// A form: fields one below the other, a checkbox, a button, a message, the keys. Scenes fill it and bind it; it moves
/// the focus, hands out keys and clicks, and draws what has changed.
final class FormView: SceneView {
  let fields: [TextField]
  let checkbox: Checkbox?
  let button: Button

  /// Enter in a field.
  var didReturn: (TextField) -> Void = { _ in }
  /// The focus has left a field.
  var didLeave: (TextField) -> Void = { _ in }
  /// Esc.
  var didCancel: () -> Void = {}

  /// Why the whole form was refused.
  var message: String? { didSet { needsFooter = true } }
  /// Whether keys are taken; otherwise they are discarded, but for Esc.
  var isInteractive = true { didSet { needsFooter = true } }

  private let title: String
  private let look: Look
  private var size = Size(columns: 0, rows: 0)
  private var layout: FormLayout?
  private var focus = 0
  private var needsLayout = true
  private var needsFooter = true

  init(title: String, fields: [TextField], checkbox: Checkbox?, button: Button, look: Look) {
    self.title = title
    self.fields = fields
    self.checkbox = checkbox
    self.button = button
    self.look = look
    controls[0].hasFocus = true
  }

  /// In the order of the focus. The rows of the layout follow it.
  private var controls: [any Control] {
    fields + (checkbox.map { [$0] } ?? []) + [button]
  }

  // MARK: Events

  func handle(_ event: Event) {
    switch event {
    case .key(let key): handle(key)
    case .pasteBegan, .pasted, .pasteEnded:
      if isInteractive { focusedField?.paste(event) }
    case .mouse(let mouse) where isInteractive: handle(mouse)
    case .mouse, .resized, .redraw, .suspending: break
    }
  }

  private func handle(_ key: Key) {
    if key == Key(.escape) { return didCancel() }
    guard isInteractive else { return }
    if let field = focusedField, key == Key(.enter) { return didReturn(field) }
    if controls[focus].handle(key) { return }
    switch key {
    case Key(.tab), Key(.down): moveFocus(by: 1)
    case Key(.tab, .shift), Key(.up): moveFocus(by: -1)
    case Key(.enter): button.didTap()
    default: break
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
    if let layout, layout != makeLayout() { needsLayout = true }
    if let left { didLeave(left) }
  }

  // MARK: Drawing

  func resize(to size: Size) {
    self.size = size
    needsLayout = true
  }

  func draw(in frame: inout Frame) {
    if needsLayout { place(in: &frame) }
    guard let layout else { return drawTooSmall(in: &frame) }
    var isFooterStale = needsFooter
    for control in controls where control.needsDisplay {
      control.needsDisplay = false
      isFooterStale = true
      control.draw(in: &frame, look)
    }
    if isFooterStale { drawMessages(in: &frame, layout) }
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
    let checkboxColumns = checkbox.map { $0.columns } ?? 0
    let actions = layout?.actions
    checkbox?.rectangle = actions.map {
      Rectangle(origin: $0.origin, size: Size(columns: min(checkboxColumns, $0.size.columns), rows: 1))
    }
    button.rectangle = actions.map {
      Rectangle(
        row: $0.origin.row, column: $0.origin.column + checkboxColumns + 1,
        columns: $0.size.columns - checkboxColumns - 1, rows: 1)
    }
    guard let outer = layout?.frame else { return }
    frame.box(outer, look.glyphs.frame, look.theme[.frame])
    frame.put(
      " \(title) ", at: Position(row: outer.origin.row, column: outer.origin.column + 2), style: look.theme[.title],
      columns: outer.size.columns - 4)
  }

  /// The message of the form in its place, or where it is too long over the keys; so too that of the focused field.
  private func drawMessages(in frame: inout Frame, _ layout: FormLayout) {
    needsFooter = false
    var overflow: String?
    if let row = layout.message {
      let lines = wrapped(message ?? "", columns: row.size.columns)
      for index in 0..<row.size.rows {
        frame.line(
          lines.count <= row.size.rows && index < lines.count ? lines[index] : "",
          at: Position(row: row.origin.row + index, column: row.origin.column), style: look.theme[.invalid],
          columns: row.size.columns)
      }
      if lines.count > row.size.rows { overflow = message }
    } else {
      overflow = message
    }
    if overflow == nil, let field = focusedField, let text = field.message, let box = field.rectangle {
      let room = field.messageRow?.size.columns ?? box.size.columns - 6
      if TextWidth.columns(of: text) > room { overflow = text }
    }
    drawFooter(in: &frame, layout.footer, overflow)
  }

  private func drawFooter(in frame: inout Frame, _ footer: Rectangle, _ overflow: String?) {
    let lines = wrapped(overflow ?? keys, columns: footer.size.columns)
    let shown = overflow == nil ? lines.prefix(1) : lines.prefix(max(1, rowsBelowForm(footer)))
    let style = look.theme[overflow == nil ? .hint : .invalid]
    // What an earlier, longer message left above is blanked with it.
    for row in (footer.rows.upperBound - max(1, rowsBelowForm(footer)))..<footer.rows.upperBound {
      let index = row - (footer.rows.upperBound - shown.count)
      frame.line(
        shown.indices.contains(index) ? shown[index] : "", at: Position(row: row, column: footer.origin.column),
        style: style, columns: footer.size.columns)
    }
  }

  private func rowsBelowForm(_ footer: Rectangle) -> Int {
    let used = ([layout?.frame?.rows.upperBound, layout?.actions?.rows.upperBound] + fields.map { $0.rectangle?.rows.upperBound })
      .compactMap(\.self).max() ?? 0
    return footer.rows.upperBound - used
  }

  private var keys: String {
    let cancel = translated("Esc cancel")
    return isInteractive
      ? [translated("Tab next"), translated("Enter \(button.title.lowercased())"), cancel].joined(separator: "   ") : cancel
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
