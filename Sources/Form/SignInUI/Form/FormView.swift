import Sentences
import SignIn
import Terminal

/// A form: a title, fields one below the other, a checkbox, a button, the keys. It moves the focus, passes on keys and
/// clicks, and draws what has changed. FormBinding.swift binds it to a view model.
class FormView: SceneView {
  let fields: [TextField]
  let checkbox: Checkbox?
  let button: Button

  /// Esc was pressed.
  var didCancel: () -> Void = {}
  /// F3 was pressed.
  var didAskToCreateAccount: () -> Void = {}
  /// F7 was pressed.
  var didAskForOtherMethod: () -> Void = {}
  /// F8 was pressed.
  var didAskForProvider: () -> Void = {}
  /// C was pressed, where there is something to copy.
  var didAskToCopy: () -> Void = {}
  /// S was pressed, where there is something to save.
  var didAskToSave: () -> Void = {}
  /// F2 was pressed.
  var didAskToReveal: () -> Void = {}
  /// Caps Lock went on or off.
  var didChangeCapsLock: (Bool) -> Void = { _ in }
  /// The program is about to be suspended or to exit.
  var willSuspend: () -> Void = {}

  /// Stands above the fields.
  var title: String { didSet { needsLayout = true } }
  /// Stands at the right end of the title's row, if there is room; empty for nothing.
  var aside = "" { didSet { if aside != oldValue { needsLayout = true } } }
  /// The account, shown in its place; nil if it isn't known.
  var account: String?
  /// Stands below the title; empty for none.
  var greeting = "" { didSet { if greeting != oldValue { needsLayout = true } } }
  /// Stands below the keys, if there is room, and in the panel of keys; empty for none.
  var help = "" { didSet { needsLayout = true } }
  /// Stands between the greeting and the fields.
  var preface = FormPreface() { didSet { needsLayout = true } }
  /// Whether the form takes keys. Otherwise it discards all keys but Esc.
  var isInteractive = true { didSet { needsKeys = true } }

  /// Whether F3 leads to the form for a new account.
  var offersCreateAccount = false { didSet { needsKeys = true } }
  /// Whether the text of the form can be copied, and saved into a file.
  var offersCopy = false { didSet { needsKeys = true } }
  var offersSave = false { didSet { needsKeys = true } }
  /// The other way to answer, in a word or two, for the line of keys; nil if there is none.
  var otherMethod: String? { didSet { needsKeys = true } }
  /// Where else people sign in, in a word or two, for the line of keys; nil if nowhere.
  var provider: String? { didSet { needsKeys = true } }
  /// Whether Enter in the first field leads there.
  var isProviderNext = false { didSet { needsKeys = true } }
  /// Whether F7 works while an answer is under way.
  var takesOtherMethodMeanwhile = false { didSet { needsKeys = true } }
  /// The mouse selects text that can be copied.
  var takesMouse: Bool { !offersCopy }
  /// Whether no key leaves the form.
  var isLock = false { didSet { needsKeys = true } }
  /// An urgent sentence, shown in place of the line of keys; nil for none.
  var notice: String?

  /// The controls in focus order. The rows of the layout follow the same order.
  private let controls: [any Control]
  private let actions: FormActions
  private let proceed: String
  var look: Look { didSet { needsLayout = true } }
  /// The rows of a screen with room for words that are of use to few.
  private static let tall = 32
  private var size = Size(columns: 0, rows: 0)
  private var layout: FormLayout?
  private var focus = 0
  private var needsLayout = true
  /// The panel of all keys. While it is open, it replaces the form.
  private var panel: KeyPanel?
  private var needsKeys = true
  /// Whether the line of keys shows that a password is readable.
  private var showsRevealed = false
  /// The line of keys on show; nil while another text is there.
  private var keyLine: KeyLine?
  /// The effect of Enter that it shows.
  private var shownProceed = ""
  /// The text that is shown in place of the keys.
  private var shownCaption: TextField.Caption?
  /// For each field, the rows that its message needs.
  private var rowsBelow: [Int] = []

  /// A form with the fields of a view model. It is not bound yet.
  /// - Parameters:
  ///   - words: Its title, and those of its fields and its button.
  ///   - fields: The fields from top to bottom.
  ///   - checkbox: Appears below the fields, to the left.
  ///   - look: The theme and the glyphs.
  init(_ words: FormWords, _ fields: [FieldOutputs], checkbox: Checkbox? = nil, look: Look) {
    precondition(fields.count == words.fields.count, "Each field has words.")
    title = words.title
    proceed = words.proceed
    self.fields = zip(words.fields, fields).map { words, field in
      TextField(
        title: words.title, disclosure: field.isMasked ? .masked : .plain, placeholder: words.placeholder,
        isFixed: field.isFixed, isTickedWhenValid: field.isTickedWhenValid, capacity: 4096)
    }
    button = Button(title: words.title, mark: look.glyphs.enter)
    self.checkbox = checkbox
    self.look = look
    actions = FormActions(checkbox: checkbox, button: button)
    controls = self.fields + (checkbox.map { [$0] } ?? []) + [button]
    focus = controls.firstIndex { $0.takesFocus } ?? 0
    controls[focus].hasFocus = true
  }

  // MARK: Events

  func handle(_ event: Event) {
    switch event {
    case .key, .mouse, .pasteBegan, .pasted, .pasteEnded:
      if let panel { return handle(event, panel) }
    case .resized, .redraw, .suspending, .capsLock, .background, .ambiguousIsWide: break
    }
    switch event {
    case .key(let key): handle(key)
    case .pasteBegan, .pasted, .pasteEnded:
      if isInteractive, !isTooSmall { focusedField?.paste(event) }
    case .mouse(let mouse) where isInteractive: handle(mouse)
    case .capsLock(let isOn): didChangeCapsLock(isOn)
    case .suspending: willSuspend()
    case .mouse, .resized, .redraw, .background, .ambiguousIsWide: break
    }
  }

  private func handle(_ event: Event, _ panel: KeyPanel) {
    if panel.handle(event) { return }
    self.panel = nil
    needsLayout = true
    if case .key(let key) = event, isLock { type(key) }
  }

  /// At a lock, people type the password without a look at what was pressed before them. So no letter of it is lost, wherever
  /// the focus is. Returns false for a key that is no letter.
  @discardableResult
  private func type(_ key: Key) -> Bool {
    guard isInteractive, !isTooSmall, case .insert? = EditCommand(key), let field = fields.last else { return false }
    focus(field)
    return field.handle(key)
  }

  private func handle(_ key: Key) {
    if key == Key(.escape) { return didCancel() }
    if !isInteractive, takesOtherMethodMeanwhile, case .form(.otherMethod) = KeyTable.meaning(of: key) {
      return didAskForOtherMethod()
    }
    guard isInteractive, !isTooSmall else { return }
    if let field = focusedField, key == Key(.enter) { return field.didReturn() }
    if offersCopy, case .form(.copy) = KeyTable.meaning(of: key) { return didAskToCopy() }
    if controls[focus].handle(key) { return }
    if isLock, type(key) { return }
    guard case .form(let command) = KeyTable.meaning(of: key) else { return }
    switch command {
    case .next: moveFocus(by: 1)
    case .previous: moveFocus(by: -1)
    case .proceed: button.didTap()
    case .reveal: didAskToReveal()
    case .createAccount: didAskToCreateAccount()
    case .otherMethod: didAskForOtherMethod()
    case .provider: if provider != nil { didAskForProvider() }
    case .copy: if offersCopy { didAskToCopy() }
    case .save: if offersSave { didAskToSave() }
    case .help: panel = KeyPanel(of: title, KeyTable.columns(ofForm: bindings, isLock: isLock), help: help)
    case .cancel, .press: break
    }
  }

  private func handle(_ mouse: Mouse) {
    guard mouse.action == .press(.left) else { return }
    if let footer = layout?.footer, mouse.position.row == footer.origin.row,
      let key = keyLine?.key(at: mouse.position.column - footer.origin.column, columns: footer.size.columns)
    {
      return handle(key)
    }
    for (index, control) in controls.enumerated()
    where control.takesFocus && control.rectangle?.contains(mouse.position) == true {
      moveFocus(to: index)
      return control.click(at: mouse.position)
    }
  }

  // MARK: Focus

  func focus(_ field: TextField) {
    if let index = fields.firstIndex(where: { $0 === field }) { moveFocus(to: index) }
  }

  /// Gives a field other words.
  func label(_ field: TextField, _ words: FieldWords) {
    if field.label(words.title, placeholder: words.placeholder) { needsLayout = true }
  }

  private var focusedField: TextField? { fields.indices.contains(focus) ? fields[focus] : nil }

  private func moveFocus(by step: Int) {
    var index = focus
    repeat { index = (index + step + controls.count) % controls.count } while !controls[index].takesFocus
    moveFocus(to: index)
  }

  private func moveFocus(to index: Int) {
    guard index != focus else { return }
    let left = focusedField
    controls[focus].hasFocus = false
    focus = index
    controls[focus].hasFocus = true
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
      panel.draw(in: &frame, look, notice: notice, isAnew: needsLayout || caption != shownCaption)
      (needsLayout, shownCaption) = (false, caption)
      return
    }
    if needsLayout || fields.contains(where: { $0.stale.contains(.label) }) { measureLabels() }
    if needsLayout || actions.haveOutgrown(layout?.actions) || caption != shownCaption { place(in: &frame) }
    guard let layout else { return drawTooSmall(in: &frame) }
    for control in controls where control.needsDisplay {
      control.draw(in: &frame, look)
      control.needsDisplay = false
    }
    if needsKeys || isRevealed != showsRevealed || proceedHere != shownProceed { drawFooter(in: &frame, layout.footer) }
    frame.cursor = isInteractive ? focusedField?.cursor : nil
    frame.focus = controls[focus].reading ?? layout.footer.origin
  }

  private func makeLayout() -> FormLayout? {
    FormLayout(
      size: area.size, left: area.left, greetingRows: greetingLines.count, prefaceRows: prefaceLines.count,
      needsPreface: preface.isNeeded, rowsBelow: rowsBelow,
      focus: fields.indices.contains(focus) ? .field(focus) : .actions)
  }

  /// Whether no part of the form fits, so that nobody sees what they type.
  private var isTooSmall: Bool { needsLayout ? makeLayout() == nil : layout == nil }

  private var area: FormArea { FormArea(size, picture: preface.picture?.size) }
  private var columns: Int { FormLayout.columns(area.size) }
  private var greetingLines: [String] { wrapped(greeting, columns: columns) }
  private var prefaceLines: [TextField.Caption] {
    preface.lines(
      .init(
        columns: columns, isPictureShown: area.picture != nil, isTall: size.rows >= Self.tall,
        rows: FormLayout.prefaceRows(area.size, fields: fields.count), cut: look.glyphs.cutRight))
  }

  private func measureLabels() {
    let columns = columns
    let wanted = fields.map { $0.rowsWanted(columns: columns, look.glyphs) }
    if wanted != rowsBelow { needsLayout = true }
    rowsBelow = wanted
  }

  private func place(in frame: inout Frame) {
    (needsLayout, needsKeys) = (false, true)
    layout = makeLayout()
    frame.clear()
    for (index, field) in fields.enumerated() {
      field.rectangle = layout?.fields[index]?.box
      field.rowsBelow = layout?.fields[index]?.rowsBelow ?? 0
    }
    actions.place(in: layout?.actions, isInteractive: isInteractive)
    if let row = layout?.title {
      frame.put(title: title, aside: account ?? aside, isCut: account != nil, in: row, look)
    }
    put(greetingLines, in: layout?.greeting, .hint, &frame)
    guard let layout else { return }
    for (line, row) in zip(prefaceLines, layout.preface?.rows ?? 0..<0) {
      put(
        [line.text], in: Rectangle(row: row, column: layout.footer.origin.column, columns: columns, rows: 1), line.role,
        &frame)
    }
    if let picture = area.picture { preface.picture?.draw(in: &frame, at: picture.origin) }
    frame.holdsSecret = preface.isSecret
  }

  private func put(_ lines: [String], in rectangle: Rectangle?, _ role: Theme.Role, _ frame: inout Frame) {
    guard let rectangle else { return }
    for (line, row) in zip(lines, rectangle.rows) {
      frame.line(
        line, at: Position(row: row, column: rectangle.origin.column), style: look.theme[role],
        columns: rectangle.size.columns)
    }
  }

  /// The text to show in place of the keys.
  private var caption: TextField.Caption? {
    notice.map { TextField.Caption(text: $0, role: .title) } ?? hiddenRefusal ?? focusedField?.hiddenNotice
  }

  /// The reason why the form was refused, if it concerns a field for which there is no room.
  private var hiddenRefusal: TextField.Caption? {
    for field in fields where field.rectangle == nil {
      if let refusal = field.refusal { return TextField.Caption(text: refusal, role: .invalid) }
    }
    return nil
  }

  /// Draws the keys, or a text in their place. A text that needs more rows than there are covers what is above it.
  private func drawFooter(in frame: inout Frame, _ footer: Rectangle) {
    (needsKeys, shownCaption, showsRevealed, shownProceed) = (false, caption, isRevealed, proceedHere)
    keyLine = nil
    let columns = footer.size.columns
    if let caption {
      let lines = wrapped(caption.text, columns: columns)
      let row = max(0, min(footer.origin.row, size.rows - lines.count))
      put(
        lines, in: Rectangle(row: row, column: footer.origin.column, columns: columns, rows: size.rows - row),
        caption.role, &frame)
    } else if footer.size.rows > 0 {
      let bindings =
        isInteractive
        ? bindings
        : bindings.filter {
          $0.meaning == .form(.cancel) || takesOtherMethodMeanwhile && $0.meaning == .form(.otherMethod)
        }
      let line = KeyLine(
        bindings, proceed: proceedHere, isRevealed: isRevealed, otherMethod: otherMethod,
        provider: leadsToProvider ? nil : provider, leadsToProvider: leadsToProvider)
      line.draw(in: &frame, at: footer.origin, columns: columns, look)
      keyLine = line
      drawHelp(in: &frame, footer)
    }
  }

  private func drawHelp(in frame: inout Frame, _ footer: Rectangle) {
    let lines = wrapped(help, columns: footer.size.columns)
    let rows = footer.size.rows - 2  // the keys, and a blank row
    guard lines.count <= rows else { return }
    put(
      lines,
      in: Rectangle(
        row: footer.origin.row + 2, column: footer.origin.column, columns: footer.size.columns, rows: rows), .hint,
      &frame)
  }

  /// The effect of Enter where the focus is.
  private var proceedHere: String {
    if leadsToProvider, let provider { return provider }
    return focusedField?.returnLeadsOn == true ? translated("next") : proceed
  }

  private var leadsToProvider: Bool { isProviderNext && focus == 0 }

  private var isRevealed: Bool { fields.contains { $0.isRevealed } }

  /// The keys that have an effect here.
  private var bindings: [KeyBinding] {
    (KeyTable.form + (!offersCopy ? [] : fields.isEmpty ? KeyTable.keeping : KeyTable.taking)).filter { binding in
      switch binding.meaning {
      case .form(.createAccount): offersCreateAccount
      case .form(.otherMethod): otherMethod != nil
      case .form(.provider): provider != nil
      case .form(.next), .form(.previous): controls.count { $0.takesFocus } > 1
      case .form(.save): offersSave
      case .form(.reveal): fields.contains { $0.disclosure == .masked }
      case .form(.cancel): !isLock
      default: true
      }
    }
  }

  private func drawTooSmall(in frame: inout Frame) {
    let needed = FormLayout.needed(fields: fields.count, prefaceRows: preface.isNeeded ? prefaceLines.count : 0, size)
    let text = translated(
      "This terminal is too small. The form needs {columns} columns and {rows} rows.",
      ["columns": String(needed.columns), "rows": String(needed.rows)])
    frame.draw(only: text, look)
  }
}
