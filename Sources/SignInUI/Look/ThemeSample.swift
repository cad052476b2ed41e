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
    var frame = Frame(size: Size(columns: max(1, columns), rows: isWide ? 5 : 9))
    let used = frame.put(name, at: Position(row: 0, column: 0), style: look.theme[.title])
    frame.put(note, at: Position(row: 0, column: used + 2), style: look.theme[.hint])
    let email = field(.email, "ada@lovelace.example")
    email.status = .valid
    email.note = translated("Email is valid")
    email.hasFocus = true
    email.rectangle = Rectangle(row: 1, column: Self.margin, columns: fieldWidth, rows: 3)
    email.draw(in: &frame, look)
    let other = field(.email, "ada@lovelace")
    other.status = .invalid
    other.message = Sentence.emailNotValid
    other.rectangle = Rectangle(
      row: isWide ? 1 : 4, column: isWide ? Self.margin + fieldWidth + 2 : Self.margin, columns: fieldWidth, rows: 3)
    other.draw(in: &frame, look)
    drawControls(in: &frame, width: width, row: isWide ? 4 : 7)
    return frame
  }

  /// Draws a checkbox, and a button in its three states: plain, focused and disabled.
  private func drawControls(in frame: inout Frame, width: Int, row: Int) {
    let checkbox = Checkbox(title: translated("Remember my email"))
    checkbox.isChecked = true
    checkbox.rectangle = Rectangle(row: row, column: Self.margin, columns: width, rows: 1)
    checkbox.draw(in: &frame, look)
    let isWide = width >= Self.leastForTwo
    var end = Self.margin + width
    for (isEnabled, hasFocus) in [(false, false), (true, true), (true, false)] {
      let button = Button(title: translated("Sign in"))
      (button.isEnabled, button.hasFocus) = (isEnabled, hasFocus)
      button.rectangle = Rectangle(
        row: isWide ? row : row + 1, column: end - button.columns, columns: button.columns, rows: 1)
      button.draw(in: &frame, look)
      end -= button.columns + 1
    }
  }

  private func field(_ words: FieldWords, _ text: String) -> TextField {
    let field = TextField(title: words.title, disclosure: .plain, capacity: 64)
    field.setText(text)
    return field
  }

  private static let margin = 2
  private static let widest = 80
  /// The fewest columns for two fields side by side.
  private static let leastForTwo = 68
}
