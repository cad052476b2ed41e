import Sentences
import SignIn
import Signals
import Terminal

/// The account page on the screen. Where there are rows enough, the account stands above the list of activity; Tab leads to
/// the whole page, with the other sessions, and back. On small screens each of both has the screen.
final class AccountView: SceneView, ShowingAccount {
  /// The rows that the account and the list need together.
  private static let roomy = 22
  /// The rows that the list needs below the whole page.
  private static let leastList = 10

  private let viewModel: any AccountViewModelType
  private let activity: ActivityView
  private let email: String
  var look: Look {
    didSet {
      (activity.look, page.look, needsAll) = (look, look, true)
    }
  }
  private let page: AccountPage
  var lines = AccountLines() { didSet { layOut() } }
  private var problem: String? { didSet { layOut() } }
  private var question: Message? {
    didSet {
      // Only the page can show it, also on a screen that becomes large.
      if question != nil { showsPage = true }
      needsAll = true
    }
  }
  /// What the account doesn't have.
  private var missing: Set<AccountAction> = []
  /// Whether Tab has chosen the whole page, or the list; nil before that.
  private(set) var showsPage: Bool? { didSet { layOut() } }
  /// The panel of all keys, over the page or the list.
  private var panel: KeyPanel? { didSet { needsAll = true } }
  private var keyLine: KeyLine?
  private var keys = Rectangle(row: 0, column: 0, columns: 0, rows: 0)

  private var size = Size(columns: 0, rows: 0)
  /// The list of activity, in a frame of its own.
  private var inner = Frame(size: Size(columns: 0, rows: 0))
  private var needsAll = true
  private let bag = DisposeBag()

  var notice: String? {
    didSet {
      activity.notice = notice
      needsAll = true
    }
  }

  init(
    viewModel: any AccountViewModelType, _ activity: any ActivityViewModelType, email: String, showsPage: Bool? = nil,
    look: Look
  ) {
    (self.viewModel, self.email, self.showsPage, self.look) = (viewModel, email, showsPage, look)
    page = AccountPage(look)
    self.activity = ActivityView(viewModel: activity, look: look)
    self.activity.didClickKey = { [unowned self] in handle($0, .key($0)) }
    bindOutputs()
    viewModel.inputs.viewDidLoad()
  }

  private func bindOutputs() {
    let outputs = viewModel.outputs
    bindLines(outputs, activity.viewModel.outputs, in: bag)
    outputs.isPasswordOffered.bind(to: Binder(self) { $0.offer(password: $1) }).disposed(by: bag)
    outputs.errorMessage.bind(to: Binder(self) { $0.problem = $1?.text }).disposed(by: bag)
    outputs.question.bind(to: Binder(self) { $0.question = $1 }).disposed(by: bag)
  }

  private func offer(password isOffered: Bool) {
    missing = isOffered ? [] : [.changePassword]
    if !viewModel.outputs.isLinkOffered { missing.insert(.link) }
    activity.missing = missing
  }

  /// Whether account and list are both on the screen.
  private var isRoomy: Bool { size.rows >= Self.roomy && size.columns >= 40 }
  /// Whether the whole page is on the screen.
  private var isPage: Bool { showsPage ?? !isRoomy }
  /// The rows above the list.
  private var rowsAbove: Int {
    !isRoomy ? 0 : 2 + (isPage ? page.height : lines.summary.count + problemLines.count) + 1
  }
  /// Whether the list is below the whole page, dimmed: it has rows enough for a few of its own.
  private var isListBelow: Bool { isPage && isRoomy && problem == nil && size.rows - rowsAbove >= Self.leastList }

  // MARK: Events

  func handle(_ event: Event) {
    if let panel {
      if !panel.handle(event) { self.panel = nil }
      return
    }
    switch event {
    case .key(let key) where question != nil: answer(key)
    case .key(let key): handle(key, event)
    case .mouse(let mouse): handle(mouse, event)
    default: if !isPage { activity.handle(event) }
    }
  }

  private func answer(_ key: Key) {
    if key == Key(.enter) { viewModel.inputs.didTapConfirm() } else { viewModel.inputs.didTapDismiss() }
  }

  private func handle(_ key: Key, _ event: Event) {
    if isPage {
      if let action = KeyTable.accountAction(of: key) { handle(action) }
    } else if let action = KeyTable.actionBesideActivity(of: key) {
      handle(action)
    } else {
      // Whoever uses the list keeps it on a screen that becomes small.
      if showsPage == nil { showsPage = false }
      if KeyTable.activityAction(of: key) == .refresh { viewModel.inputs.didTapRefresh() }
      activity.handle(event)
    }
  }

  private func handle(_ action: AccountAction) {
    let inputs = viewModel.inputs
    switch action {
    case .activity: if isPage || !activity.hasDetails { showsPage = !isPage }
    case .previous: move(by: -1)
    case .next: move(by: 1)
    case .first: move(by: -page.lines.count)
    case .last: move(by: page.lines.count)
    case .act: act(on: page.selected)
    case .endSession: endSelected()
    case .endOthers: inputs.didTapEndOtherSessions()
    case .secondStep: inputs.didTapSecondStep()
    case .newCodes: inputs.didTapNewRecoveryCodes()
    case .turnOff: inputs.didTapTurnOff()
    case .addKey: inputs.didTapAddKey()
    case .changePassword: inputs.didTapChangePassword()
    case .link: inputs.didTapLink()
    case .signOut: inputs.didTapSignOut()
    case .another: inputs.didTapSignInAsAnother()
    case .refresh: inputs.didTapRefresh()
    case .help:
      panel =
        isPage
        ? KeyPanel(of: translated("Account"), KeyTable.columnsOfAccount(without: missing))
        : KeyPanel(of: translated("Activity"), KeyTable.columnsOfActivity(without: missing))
    case .back: inputs.didTapDismiss()
    }
  }

  /// Whether a key of the account is selected.
  private var selectsKey: Bool {
    if isPage, case .key? = page.selected?.subject { true } else { false }
  }

  private func move(by count: Int) {
    page.move(by: count)
    needsAll = true
  }

  /// Enter, or a second click. The session of one's own has no such effect: nobody signs out by accident.
  private func act(on line: AccountLines.Line?) {
    switch line?.subject {
    case .twoStep: viewModel.inputs.didTapSecondStep()
    case .password: viewModel.inputs.didTapChangePassword()
    case .otherSessions: isPage ? viewModel.inputs.didTapEndOtherSessions() : (showsPage = true)
    case .keys: viewModel.inputs.didTapAddKey()
    case .other, .key: endSelected()
    case .session, .lastSignIn, nil: break
    }
  }

  private func endSelected() {
    if case .key(let index)? = page.selected?.subject, lines.keys.indices.contains(index) {
      return viewModel.inputs.didTapRemoveKey(lines.keys[index])
    }
    if case .other(let index)? = page.selected?.subject, lines.rows.indices.contains(index) {
      return viewModel.inputs.didTapEndSession(lines.rows[index])
    }
    // Where none is selected, the first one is, and meant if there is no other.
    guard let first = page.lines.firstIndex(where: { $0.subject == .other(0) }) else { return }
    page.select(first)
    needsAll = true
    if lines.rows.count == 1 { viewModel.inputs.didTapEndSession(lines.rows[0]) }
  }

  private func handle(_ mouse: Mouse, _ event: Event) {
    if question != nil {
      if mouse.action == .press(.left) { viewModel.inputs.didTapDismiss() }
      return
    }
    switch mouse.action {
    case .press(.left) where isPage || mouse.position.row < rowsAbove: click(at: mouse.position)
    case .wheelUp where isPage: move(by: -3)
    case .wheelDown where isPage: move(by: 3)
    default:
      guard !isPage else { return }
      let position = Position(row: mouse.position.row - rowsAbove, column: mouse.position.column)
      activity.handle(.mouse(Mouse(mouse.action, at: position, mouse.modifiers)))
    }
  }

  /// A click on a key does what the key does. The first click on a line selects it, the second one acts.
  private func click(at position: Position) {
    if isPage, keys.contains(position),
      let key = keyLine?.key(at: position.column - keys.origin.column, columns: keys.size.columns),
      let action = KeyTable.accountAction(of: key)
    {
      return handle(action)
    }
    if isListBelow, position.row >= rowsAbove {
      showsPage = false
      return
    }
    if let action = page.key(at: position) { return handle(action) }
    guard let index = page.index(at: position) else { return }
    if !isPage || page.selection == index { return act(on: page.lines[index]) }
    page.select(index)
    needsAll = true
  }

  // MARK: Drawing

  func resize(to size: Size) {
    self.size = size
    layOut()
  }

  private func layOut() {
    needsAll = true
    let (left, columns) = (Self.left(size), ActivityLayout.textColumns(size))
    keys = Rectangle(row: max(0, size.rows - 1), column: left, columns: max(0, columns), rows: 1)
    let hasTitle = size.rows >= 8
    let top = hasTitle ? size.rows >= 12 ? 2 : 1 : 0
    if isPage {
      let bottom = size.rows - (size.rows >= 12 ? 2 : 1) - problemLines.count
      page.show(
        lines.page, in: Rectangle(row: top, column: left, columns: columns, rows: max(0, bottom - top)),
        selects: true)
      if isListBelow {
        page.show(
          lines.page, in: Rectangle(row: top, column: left, columns: columns, rows: page.height), selects: true)
      }
    } else {
      let summary = lines.summary
      let rows = rowsAbove == 0 ? 0 : summary.count
      page.show(
        summary, in: Rectangle(row: 2, column: left, columns: columns, rows: rows), selects: false)
    }
    let below = Size(columns: size.columns, rows: max(0, size.rows - rowsAbove))
    activity.hasHeader = !isListBelow
    if !isPage || isListBelow, inner.size != below {
      inner = Frame(size: below)
      activity.resize(to: below)
    }
  }

  private static func left(_ size: Size) -> Int {
    max(0, size.columns - ActivityLayout.widest) / 2 + ActivityTable.margin
  }

  private var problemLines: [String] {
    problem.map { Array(wrapped($0, columns: ActivityLayout.textColumns(size)).prefix(isRoomy ? 4 : 2)) } ?? []
  }

  func draw(in frame: inout Frame) {
    if let panel {
      panel.draw(in: &frame, look, notice: notice, isAnew: needsAll)
      needsAll = false
      return
    }
    if isPage { return drawPage(in: &frame) }
    if needsAll {
      frame.clear()
      if rowsAbove > 0 {
        drawTitle(in: &frame)
        page.draw(in: &frame)
        drawProblem(in: &frame, above: rowsAbove - 1)
      }
    }
    activity.draw(in: &inner)
    frame.draw(inner, from: rowsAbove)
    needsAll = false
    func outer(_ place: Position) -> Position { Position(row: place.row + rowsAbove, column: place.column) }
    (frame.cursor, frame.focus) = (inner.cursor.map(outer), inner.focus.map(outer))
  }

  private func drawPage(in frame: inout Frame) {
    drawWholePage(in: &frame)
    guard isListBelow else { return }
    activity.draw(in: &inner)
    var list = inner
    list.restyle(Rectangle(row: 0, column: 0, columns: list.size.columns, rows: list.size.rows), look.theme[.hint])
    // The last row has the keys of the page, and the selected line of the page has the mark.
    list.fill(Rectangle(row: list.size.rows - 1, column: 0, columns: list.size.columns, rows: 1))
    list.fill(
      Rectangle(
        row: 0, column: Self.left(size) - ActivityTable.margin, columns: ActivityTable.margin, rows: list.size.rows))
    frame.draw(list, from: rowsAbove)
    drawKeys(in: &frame)
  }

  private func drawWholePage(in frame: inout Frame) {
    guard needsAll else { return }
    needsAll = false
    let smallest = ActivityLayout.smallest
    guard size.columns >= smallest.columns, size.rows >= smallest.rows else {
      let text = translated(
        "This terminal is too small. The page needs {columns} columns and {rows} rows.",
        ["columns": String(smallest.columns), "rows": String(smallest.rows)])
      return frame.draw(only: text, look)
    }
    frame.clear()
    (frame.cursor, frame.focus) = (nil, Position(row: 0, column: 0))
    if size.rows >= 8 { drawTitle(in: &frame) }
    page.draw(in: &frame)
    drawProblem(in: &frame, above: keys.origin.row - (size.rows >= 12 ? 1 : 0))
    frame.focus = page.reading ?? keys.origin
    drawKeys(in: &frame)
  }

  private func drawProblem(in frame: inout Frame, above row: Int) {
    for (offset, line) in problemLines.reversed().enumerated() {
      let place = Position(row: row - 1 - offset, column: keys.origin.column)
      frame.put(line, at: place, style: look.theme[.invalid])
    }
  }

  /// Draws the title, and the email at the right. A long email is cut.
  private func drawTitle(in frame: inout Frame) {
    let row = Rectangle(row: 0, column: Self.left(size), columns: ActivityLayout.textColumns(size), rows: 1)
    frame.put(title: translated("Signed in"), aside: email, isCut: true, in: row, look)
  }

  /// Draws the question, the notice, or the keys.
  private func drawKeys(in frame: inout Frame) {
    keyLine = nil
    if let question {
      drawQuestion(question.text, in: &frame)
    } else if let notice {
      frame.put(
        notice, cutBy: look.glyphs, at: keys.origin, style: look.theme[.title],
        columns: size.columns - keys.origin.column)
    } else {
      let line = KeyLine.account(without: missing, hasSessions: !lines.rows.isEmpty, selectsKey: selectsKey)
      line.draw(in: &frame, at: keys.origin, columns: keys.size.columns, look)
      keyLine = line
    }
  }

  /// Draws the question in the row of the keys, or above them where both don't fit into one row.
  private func drawQuestion(_ question: String, in frame: inout Frame) {
    let answers = translated("Enter yes, Esc no")
    let columns = keys.size.columns
    var column = keys.origin.column
    frame.focus = keys.origin
    if TextWidth.columns(of: question) + 2 + TextWidth.columns(of: answers) <= columns {
      column += frame.put(question, at: keys.origin, style: look.theme[.title], columns: columns) + 2
    } else {
      let lines = wrapped(question, columns: columns)
      frame.focus?.row -= lines.count
      for (index, line) in lines.enumerated() {
        let row = keys.origin.row - lines.count + index
        frame.fill(Rectangle(row: row, column: 0, columns: size.columns, rows: 1))
        frame.put(line, at: Position(row: row, column: column), style: look.theme[.title], columns: columns)
      }
    }
    frame.put(
      answers, at: Position(row: keys.origin.row, column: column), style: look.theme[.hint],
      columns: max(0, keys.columns.upperBound - column))
  }
}
