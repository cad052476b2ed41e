import Identity
import Sentences
import SignIn
import Signals
import Terminal

/// The wait for an approval elsewhere, on the screen: a QR code, the address and the code.
final class ApprovalView: SceneView {
  private let inputs: any ApprovalViewModelInputs
  private let outputs: any ApprovalViewModelOutputs
  private let words: ApprovalWords
  private let isLock: Bool
  private var time: ApprovalTime? { didSet { needsAll = true } }
  private var size = Size(columns: 0, rows: 0)
  private var needsAll = true
  /// The panel of all keys, over the page.
  private var panel: KeyPanel? { didSet { needsAll = true } }
  private let keyLine: KeyLine
  private let bag = DisposeBag()

  var look: Look { didSet { needsAll = true } }
  var notice: String? { didSet { needsAll = true } }
  /// The mouse selects address and code.
  let takesMouse = false

  init(viewModel: any ApprovalViewModelType, look: Look) {
    (inputs, outputs, self.look) = (viewModel.inputs, viewModel.outputs, look)
    words = ApprovalWords(viewModel.outputs)
    isLock = if case .unlock = viewModel.outputs.purpose { true } else { false }
    keyLine = KeyLine(
      KeyTable.approving, order: [.form(.copy), .form(.help), .form(.cancel)],
      omissions: [[.form(.help)], [.form(.help), .form(.copy)]], words: [:])
    bindOutputs()
    inputs.viewDidLoad()
  }

  private func bindOutputs() {
    outputs.timeLeft.bind(to: Binder(self) { $0.time = $1 }).disposed(by: bag)
  }

  func handle(_ event: Event) {
    if let panel {
      if !panel.handle(event) { self.panel = nil }
      return
    }
    guard case .key(let key) = event, case .form(let action) = KeyTable.meaning(of: key) else { return }
    switch action {
    case .copy: inputs.didTapCopy()
    case .cancel: inputs.didTapCancel()
    case .help: panel = KeyPanel(of: words.title, KeyTable.columnsOfApproval(isLock: isLock))
    default: break
    }
  }

  func resize(to size: Size) {
    self.size = size
    needsAll = true
  }

  func draw(in frame: inout Frame) {
    if let panel {
      panel.draw(in: &frame, look, notice: notice, isAnew: needsAll)
      needsAll = false
      return
    }
    guard needsAll else { return }
    needsAll = false
    frame.clear()
    frame.cursor = nil
    guard let layout else { return drawTooSmall(in: &frame) }
    func put(_ lines: [String], from row: Int?, _ role: Theme.Role) {
      guard let row else { return }
      for (index, line) in lines.enumerated() {
        frame.put(
          line, at: Position(row: row + index, column: layout.left), style: look.theme[role], columns: layout.columns)
      }
    }
    if let row = layout.title {
      frame.put(
        title: words.title, aside: "", isCut: true,
        in: Rectangle(row: row, column: layout.titleLeft, columns: layout.columns, rows: 1), look)
    }
    if let picture = layout.picture { self.picture?.draw(in: &frame, at: picture.origin) }
    put(wrapped(howTo(layout), columns: layout.columns), from: layout.howTo, .text)
    put(wrapped(words.address, columns: layout.columns), from: layout.address, .title)
    drawCode(in: &frame, layout)
    put(wrapped(words.warning, columns: layout.columns), from: layout.warning, .caution)
    put([time.map(ApprovalWords.timeLeft) ?? ""], from: layout.time, .hint)
    drawKeys(in: &frame, layout)
    frame.focus = Position(row: layout.code, column: layout.left)
  }

  private func drawCode(in frame: inout Frame, _ layout: ApprovalLayout) {
    let inset = layout.hasBox ? 2 : 0
    if layout.hasBox {
      frame.box(
        Rectangle(
          row: layout.code - 1, column: layout.left, columns: TextWidth.columns(of: words.code) + 4, rows: 3),
        look.glyphs.focusedField, look.theme[.accent])
    }
    frame.put(
      words.code, at: Position(row: layout.code, column: layout.left + inset), style: look.theme[.title],
      columns: layout.columns)
  }

  private func drawKeys(in frame: inout Frame, _ layout: ApprovalLayout) {
    // A notice is more urgent than anything, so it has a row also where the keys have none.
    let row = layout.keys ?? size.rows - 1
    guard let notice else {
      if layout.keys != nil {
        keyLine.draw(in: &frame, at: Position(row: row, column: layout.left), columns: layout.columns, look)
      }
      return
    }
    let lines = wrapped(notice, columns: layout.columns)
    let top = max(0, min(row, size.rows - lines.count))
    for (index, line) in lines.enumerated() {
      frame.line(
        line, at: Position(row: top + index, column: layout.left), style: look.theme[.title], columns: layout.columns)
    }
  }

  private func drawTooSmall(in frame: inout Frame) {
    let text = translated(
      "This terminal is too small for the address and the code: {address} {code}",
      ["address": words.address, "code": words.code])
    frame.draw(only: text, look)
  }

  private var picture: QRPicture? { outputs.picture.flatMap { QRPicture($0, look) } }

  private func howTo(_ layout: ApprovalLayout) -> String {
    words.howTo(isPictureShown: layout.picture != nil, isCodeInPicture: outputs.isCodeInPicture)
  }

  private var layout: ApprovalLayout? {
    let isPictureShown = FormArea(size, picture: picture?.size).picture != nil
    return ApprovalLayout(
      size, picture: picture?.size,
      ApprovalLayout.Needs(
        howTo: { [words, outputs] in
          wrapped(
            words.howTo(isPictureShown: isPictureShown, isCodeInPicture: outputs.isCodeInPicture), columns: $0
          ).count
        },
        address: { [words] in wrapped(words.address, columns: $0).count },
        warning: { [words] in wrapped(words.warning, columns: $0).count },
        code: TextWidth.columns(of: words.code)))
  }
}
