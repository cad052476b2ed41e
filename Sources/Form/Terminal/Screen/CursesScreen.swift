internal import CNcurses

/// Shows frames on the terminal. Only the changed cells of a frame go to ncurses, which finds the cheapest bytes for
/// them and writes them at once.
@MainActor public final class CursesScreen {
  private let session: TerminalSession
  private var rendition: Rendition
  /// The size of ncurses' screen.
  private var size: Size
  /// The place of its cursor, shown or not.
  private var cursor: Position?
  private var isCursorShown = true
  /// Whether a password is on the terminal.
  private var holdsSecret = false
  /// One row on its way to ncurses. It is cleared after each use, as it may hold a password.
  private var row: UnsafeMutableBufferPointer<signin_cell>

  /// Creates a screen on a terminal. Nothing is written before the first `present`.
  /// - Parameter colours: False shows attributes only (`NO_COLOR`).
  public init(_ session: TerminalSession, colours: Bool = true) {
    self.session = session
    rendition = Rendition(
      colours: colours && session.curses.colours != .monochrome, dims: session.curses.dims)
    size = session.size
    row = .allocate(capacity: size.columns)
    row.initialize(repeating: signin_cell())
  }

  isolated deinit {
    row.deallocate()
  }

  /// The colours of everything that names none. The plain style leaves the terminal its own.
  public var ground: Style {
    get { rendition.ground }
    set {
      guard newValue != ground else { return }
      rendition.ground = newValue
      session.isScreenLost = true
    }
  }

  /// The number of colours shown.
  public var depth: ColourDepth { rendition.depth }

  /// Draws everything again at the next `present`: for Ctrl-L, after another program has written to the terminal.
  public func redraw() { session.repair() }

  /// Updates the terminal to a frame, in one write. Without a change, nothing is written.
  public func present(_ frame: inout Frame) {
    guard session.mayDraw() else { return }
    if frame.size != size { resize(frame.size) }
    let isLost = session.isScreenLost
    let isSecretGone = holdsSecret && !frame.holdsSecret
    holdsSecret = frame.holdsSecret
    let place = frame.cursor ?? frame.focus
    guard frame.isDamaged || isLost || isSecretGone || place != cursor || (frame.cursor != nil) != isCursorShown
    else { return }
    if isLost {
      session.isScreenLost = false
      signin_lose_screen()
    }
    let rows = frame.damage.rows
    for row in rows where !frame.damage[row].isEmpty { put(frame, row, frame.damage[row]) }
    frame.markShown()
    if frame.cursor == nil { showCursor(false, force: isLost) }
    if let place { signin_move_cursor(Int32(place.row), Int32(place.column)) }
    cursor = place
    if rows.count == 1 && !isLost && hasText(frame, rows.lowerBound) {
      signin_update_row(Int32(rows.lowerBound))
    } else {
      doupdate()
    }
    if frame.cursor != nil { showCursor(true) }
    // Cells shown before are still in memory, see ``Frame/holdsSecret``.
    if isSecretGone { session.curses.scrub(session.device) }
  }

  private func put(_ frame: Frame, _ line: Int, _ columns: Range<Int>) {
    var style: Style?
    var look = Rendition.Look(attributes: 0, pair: 0)
    for column in columns {
      let cell = frame[Position(row: line, column: column)]
      if cell.style != style {
        style = cell.style
        look = rendition.look(cell.style)
      }
      row[column] = signin_cell(shown(cell), look)
    }
    let span = UnsafeMutableBufferPointer(rebasing: row[columns])
    signin_put_cells(Int32(line), Int32(columns.lowerBound), span.baseAddress, Int32(span.count))
    UnsafeMutableRawBufferPointer(span).wipe()
  }

  /// Whether the row shows anything but blanks.
  private func hasText(_ frame: Frame, _ line: Int) -> Bool {
    for column in 0..<frame.size.columns where shown(frame[Position(row: line, column: column)]).base != 0x20 {
      return true
    }
    return false
  }

  private func shown(_ cell: Cell) -> Cell { session.isUTF8 ? cell : cell.transliterated }

  private func resize(_ new: Size) {
    guard new.columns > 0 && new.rows > 0 else { return }
    session.curses.resize(new)
    size = new
    row.deallocate()
    row = .allocate(capacity: new.columns)
    row.initialize(repeating: signin_cell())
  }

  /// With `force`, the terminal gets the bytes even if ncurses believes that nothing changes.
  private func showCursor(_ isShown: Bool, force: Bool = false) {
    guard isShown != isCursorShown || force else { return }
    if force { curs_set(isShown ? 0 : 1) }
    curs_set(isShown ? 1 : 0)
    isCursorShown = isShown
  }
}

extension signin_cell {
  fileprivate init(_ cell: Cell, _ look: Rendition.Look) {
    self.init()
    scalars = (cell.base, cell.marks.first, cell.marks.second, cell.marks.third, cell.marks.fourth)
    attributes = look.attributes
    pair = look.pair
  }
}
