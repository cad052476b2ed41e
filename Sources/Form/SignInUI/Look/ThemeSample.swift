import Identity
import Sentences
import SignIn
public import Terminal

/// A picture of a theme: its name above the parts of a form in their states.
public struct ThemeSample {
  private let name: String
  private let note: String
  private let look: Look

  /// - Parameters:
  ///   - name: The theme's name.
  ///   - note: A remark about it.
  ///   - look: The theme, and the characters that draw it.
  public init(name: String, note: String, look: Look) {
    self.name = name
    self.note = note
    self.look = look
  }

  /// Returns the picture, at most `columns` wide. Fields are side by side if there is room.
  public func frame(columns: Int) -> Frame {
    let width = min(columns, Self.widest) - Self.margin
    let isWide = width >= Self.leastForTwo
    let fieldWidth = isWide ? (width - 2) / 2 : width
    var frame = Frame(size: Size(columns: max(1, columns), rows: isWide ? 7 : 12))
    let used = frame.put(name, at: Position(row: 0, column: 0), style: look.theme[.title])
    frame.put(
      note, cutBy: look.glyphs, at: Position(row: 0, column: used + 2), style: look.theme[.hint],
      columns: frame.size.columns - used - 2)
    let email = TextField(title: FieldWords.email.title, disclosure: .plain, capacity: 64)
    email.setText("ada@lovelace")
    email.status = .invalid
    email.message = Sentence.emailNotValid
    email.rectangle = Rectangle(row: 1, column: Self.margin, columns: fieldWidth, rows: 3)
    email.rowsBelow = 1
    email.draw(in: &frame, look)
    let password = TextField(title: translated("Password"), disclosure: .masked, capacity: 64)
    password.setText("correct horse")
    password.status = .valid
    password.note = PasswordStrength.fair.bar(look.glyphs)
    password.hasFocus = true
    password.rectangle = Rectangle(
      row: isWide ? 1 : 5, column: isWide ? Self.margin + fieldWidth + 2 : Self.margin, columns: fieldWidth, rows: 3)
    password.rowsBelow = 1
    password.draw(in: &frame, look)
    drawControls(in: &frame, width: width, row: isWide ? 5 : 9)
    KeyLine(KeyTable.form, proceed: translated("sign in"), isRevealed: false)
      .draw(in: &frame, at: Position(row: frame.size.rows - 1, column: Self.margin), columns: width, look)
    frame.paint(look.theme[.screen])
    return frame
  }

  /// Draws a checkbox, and a button in its three states: disabled, focused and plain. Buttons for which there is no room
  /// beside the checkbox are below it.
  private func drawControls(in frame: inout Frame, width: Int, row: Int) {
    var row = row
    let checkbox = Checkbox(title: translated("Remember my email"))
    checkbox.isChecked = true
    checkbox.rectangle = Rectangle(row: row, column: Self.margin, columns: width, rows: 1)
    checkbox.draw(in: &frame, look)
    var (start, end) = (Self.margin + checkbox.columns + 1, Self.margin + width)
    for (isEnabled, hasFocus) in [(false, false), (true, true), (true, false)] {
      let button = Button(title: translated("Sign in"), mark: look.glyphs.enter)
      (button.isEnabled, button.hasFocus) = (isEnabled, hasFocus)
      if end - button.columns < start { (row, start, end) = (row + 1, 0, Self.margin + width) }
      button.rectangle = Rectangle(row: row, column: end - button.columns, columns: button.columns, rows: 1)
      button.draw(in: &frame, look)
      end -= button.columns + 1
    }
  }

  private static let margin = 2
  private static let widest = 80
  /// The fewest columns for two fields side by side.
  private static let leastForTwo = 68
}
