import Secrets
import Sentences
import SignIn
import Signals
import Terminal

/// The list of an account's activity, a part of the account page: a line to search in, above a table. The view binds both
/// to the view model, and decides only which rows are visible.
final class ActivityView: SceneView {
  /// More rows than any list has.
  private static let farthest = Int(Int32.max)

  let viewModel: any ActivityViewModelType
  var look: Look { didSet { needsAll = true } }
  private let search: TextField
  /// The refusal of the search that is on the screen.
  private var shownRefusal: FieldNotice?
  private let table = ActivityTable()
  private var details: ActivityDetails? { didSet { needsAll = true } }

  private var loading: ActivityLoading? { didSet { needsWords = true } }
  private var canLoadMore = false {
    didSet {
      needsWords = true
      placeSearch()
    }
  }
  private var isSearching = false { didSet { needsWords = true } }
  /// Whether the last key moved the selection. Then the cursor is at the selected row, and otherwise in the search.
  private var isChoosing = false
  /// The line of keys on show; nil while another text is there.
  private var keyLine: KeyLine?
  private var header = ActivityHeader() { didSet { layOut() } }
  /// Whether it says what was before the sign-in. Above it, the whole page says so already.
  var hasHeader = true { didSet { if hasHeader != oldValue { layOut() } } }
  private var problem: String? { didSet { layOut() } }
  var notice: String? { didSet { needsWords = true } }

  /// What the account doesn't have.
  var missing: Set<AccountAction> = [] { didSet { needsWords = true } }
  /// A key in the line of keys was clicked, and may be one of the page.
  var didClickKey: (Key) -> Void = { _ in }
  /// Whether the details of a row are open.
  var hasDetails: Bool { details != nil }

  private var size = Size(columns: 0, rows: 0)
  private var layout: ActivityLayout?
  private var needsAll = true
  /// Whether the place in the list, the state and the keys need drawing.
  private var needsWords = true
  private let bag = DisposeBag()

  init(viewModel: any ActivityViewModelType, look: Look) {
    self.viewModel = viewModel
    self.look = look
    search = TextField(
      title: look.glyphs.prompt, disclosure: .plain, placeholder: translated("type to search"), capacity: 256)
    search.hasFocus = true
    bindInputs()
    bindOutputs()
    viewModel.inputs.viewDidLoad()
  }

  private func bindInputs() {
    let inputs = viewModel.inputs
    search.didChange = { text in inputs.didChangeSearch(text.withUTF8 { String(decoding: $0, as: UTF8.self) }) }
  }

  private func bindOutputs() {
    let outputs = viewModel.outputs
    outputs.rows.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    outputs.loading.bind(to: Binder(self) { $0.show($1) }).disposed(by: bag)
    outputs.emptyMessage.bind(to: Binder(self) { $0.table.message = $1?.text }).disposed(by: bag)
    outputs.errorMessage.bind(to: Binder(self) { $0.problem = $1?.text }).disposed(by: bag)
    outputs.canLoadMore.bind(to: Binder(self) { $0.canLoadMore = $1 }).disposed(by: bag)
    outputs.lastSignInMessage.bind(to: Binder(self) { $0.header.lastSignIn = $1?.text }).disposed(by: bag)
    outputs.failuresMessage.bind(to: Binder(self) { $0.header.failures = $1?.text }).disposed(by: bag)
    outputs.markedWords.bind(to: Binder(table) { $0.words = $1 }).disposed(by: bag)
    outputs.isSearching.bind(to: Binder(self) { $0.isSearching = $1 }).disposed(by: bag)
    outputs.searchCleared.bind(to: Binder(search) { search, _ in search.setText("") }).disposed(by: bag)
    outputs.details.bind(to: Binder(self) { $0.details = $1.map { ActivityDetails($0) } }).disposed(by: bag)
  }

  private func show(_ rows: [ActivityRow]) {
    table.show(rows)
    needsWords = true
    placeSearch()
    tellWhereItEnds()
  }

  private func show(_ loading: ActivityLoading?) {
    self.loading = loading
  }

  /// Asks for the next page before the user reaches the last row.
  private func tellWhereItEnds() {
    if !table.rows.isEmpty, table.isNearEnd { viewModel.inputs.didReachEnd() }
  }

  // MARK: Events

  func handle(_ event: Event) {
    switch event {
    case .key(let key):
      search.forgetNotice()
      handle(key)
    case .mouse(let mouse):
      search.forgetNotice()
      handle(mouse)
    case .pasteBegan, .pasted, .pasteEnded:
      if details == nil {
        isChoosing = false
        search.paste(event)
      }
    case .resized, .redraw, .suspending, .capsLock, .background, .ambiguousIsWide: break
    }
  }

  private func handle(_ key: Key) {
    guard let command = KeyTable.activityAction(of: key) else {
      if details == nil {
        isChoosing = false
        _ = search.handle(key)
      }
      return
    }
    switch command {
    case .back: viewModel.inputs.didTapDismiss()
    case .details where details != nil: viewModel.inputs.didTapDismiss()
    case .details: openDetails()
    case .refresh: viewModel.inputs.didTapRefresh()
    case .previous: move(by: -1)
    case .next: move(by: 1)
    case .previousPage: move(by: -table.pageLength)
    case .nextPage: move(by: table.pageLength)
    case .first: move(by: -Self.farthest)
    case .last: move(by: Self.farthest)
    }
  }

  private func handle(_ mouse: Mouse) {
    switch mouse.action {
    case .wheelUp: move(by: -3)
    case .wheelDown: move(by: 3)
    case .press(.left): click(at: mouse.position)
    default: break
    }
  }

  /// The first click on a row selects it, the second opens it. A click beside the details closes them.
  private func click(at position: Position) {
    if let keys = layout?.keys, position.row == keys.origin.row,
      let key = keyLine?.key(at: position.column - keys.origin.column, columns: keys.size.columns)
    {
      return didClickKey(key)
    }
    if let details {
      if !details.rectangle.contains(position) { viewModel.inputs.didTapDismiss() }
      return
    }
    if layout?.search.contains(position) == true {
      isChoosing = false
      return search.click(at: position)
    }
    guard let index = table.index(at: position) else { return }
    if index == table.selection { openDetails() } else { move(by: index - table.selection) }
  }

  private func openDetails() {
    if let row = table.selected { viewModel.inputs.didSelect(row) }
  }

  /// Moves the selection, or scrolls the details.
  private func move(by count: Int) {
    if let details {
      details.scroll(by: count)
      needsAll = true
      return
    }
    table.move(by: count)
    (isChoosing, needsWords) = (table.selected != nil, true)
    tellWhereItEnds()
  }

  // MARK: Drawing

  func resize(to size: Size) {
    self.size = size
    layOut()
    tellWhereItEnds()
  }

  private func layOut() {
    needsAll = true
    layout = ActivityLayout(size: size, headerLines: headerLines.count, problemLines: problemLines.count)
    placeSearch()
    if let layout { table.place(layout.table, hasHead: layout.hasTableHead) }
  }

  /// Leaves room behind the search for the place in the list, so that it stays put while the place changes.
  private func placeSearch() {
    var rectangle = layout?.search
    rectangle?.size.columns -= placeColumns > 0 ? placeColumns + 2 : 0
    if search.rectangle != rectangle { search.rectangle = rectangle }
  }

  func draw(in frame: inout Frame) {
    if needsAll { drawAll(in: &frame) }
    guard let layout else { return drawTooSmall(in: &frame) }
    if searchRefusal != shownRefusal { (shownRefusal, needsWords) = (searchRefusal, true) }
    let isChanged = search.needsDisplay || table.needsDisplay || needsWords
    if search.needsDisplay {
      search.draw(in: &frame, look)
      search.needsDisplay = false
    }
    if table.needsDisplay { table.draw(in: &frame, look) }
    if needsWords { drawWords(in: &frame, layout) }
    needsWords = false
    if let details, isChanged { details.draw(in: &frame, beside: table.selectedRow, above: layout.keys, look) }
    frame.cursor = details == nil && !isChoosing ? search.cursor : nil
    frame.focus = details?.reading ?? table.reading ?? search.cursor
  }

  private func drawAll(in frame: inout Frame) {
    frame.clear()
    (needsAll, needsWords, search.needsDisplay, table.needsDisplay) = (false, true, true, true)
    guard let layout else { return }
    if let row = layout.title {
      frame.put(title: translated("Activity"), aside: "", isCut: true, in: row, look)
    }
    if let rule = layout.rule {
      let line = String(repeating: look.glyphs.frame.horizontal, count: rule.size.columns)
      frame.put(line, at: rule.origin, style: look.theme[.frame])
    }
    for (line, row) in zip(headerLines, layout.header.rows) {
      var column = layout.header.origin.column
      for piece in line {
        column += frame.put(
          piece.text, at: Position(row: row, column: column), style: look.theme[piece.role],
          columns: layout.header.columns.upperBound - column)
      }
    }
    for (line, row) in zip(problemLines, layout.problem.rows) {
      frame.put(
        line, at: Position(row: row, column: layout.problem.origin.column), style: look.theme[.invalid],
        columns: layout.problem.size.columns)
    }
  }

  private var headerLines: [[ActivityHeader.Piece]] {
    guard hasHeader else { return [] }
    return header.lines(
      columns: ActivityLayout.textColumns(size), look.glyphs, hasOnlyFailures: !ActivityLayout.isComplete(size))
  }

  private var problemLines: [String] { wrapped(problem ?? "", columns: ActivityLayout.textColumns(size)) }

  /// Draws the place in the list, the state and the keys. Without a row for the state, "loading" takes the row of the
  /// keys.
  private func drawWords(in frame: inout Frame, _ layout: ActivityLayout) {
    if let rectangle = search.rectangle, placeColumns > 0 {
      let text = place.text
      let (start, end) = (rectangle.columns.upperBound, layout.search.columns.upperBound)
      let blank = String(repeating: " ", count: max(0, end - start - TextWidth.columns(of: text)))
      frame.put(
        blank + text, at: Position(row: rectangle.origin.row, column: start), style: look.theme[.hint])
    }
    if let row = layout.state {
      let text = loadingText ?? place.outside(table.outside, look.glyphs)
      frame.line(text, at: row.origin, style: look.theme[.hint], columns: row.size.columns)
    }
    let shown = notice ?? searchRefusal?.sentence ?? (layout.state == nil ? loadingText : nil)
    let (place, columns) = (layout.keys.origin, layout.keys.size.columns)
    if let shown {
      let columns = size.columns - place.column
      let style = look.theme[notice == nil ? .hint : .title]
      frame.line("", at: place, style: style, columns: columns)
      frame.put(shown, cutBy: look.glyphs, at: place, style: style, columns: columns)
      keyLine = nil
    } else {
      let line: KeyLine =
        details == nil
        ? .activity(without: missing, canRetry: problem != nil, isSearching: isSearching) : .details
      line.draw(in: &frame, at: place, columns: columns, look)
      keyLine = line
    }
  }

  /// The reason why the search did not take the last key or paste.
  private var searchRefusal: FieldNotice? {
    switch search.notice {
    case .full, .pasteTooLong: search.notice
    case .pasted, nil: nil
    }
  }

  private var loadingText: String? {
    loading.map { loading in
      let text = loading == .firstPage ? translated("Loading") : translated("Loading more")
      return "\(look.glyphs.spinner.first ?? "") \(text)"
    }
  }

  private var place: ActivityPlace {
    ActivityPlace(row: table.selection + 1, count: table.rows.count, canLoadMore: canLoadMore)
  }

  /// The columns of the place in the list; 0 on a screen too narrow for it.
  private var placeColumns: Int { size.columns < 40 ? 0 : place.columns }

  private func drawTooSmall(in frame: inout Frame) {
    let smallest = ActivityLayout.smallest
    let text = translated(
      "This terminal is too small. The list needs {columns} columns and {rows} rows.",
      ["columns": String(smallest.columns), "rows": String(smallest.rows)])
    frame.draw(only: text, look)
  }
}
