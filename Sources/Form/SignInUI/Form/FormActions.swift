import Terminal

/// The row of a form's checkbox and button.
struct FormActions {
  let checkbox: Checkbox?
  let button: Button

  /// Places checkbox and button side by side. Without room for both, the focused one is placed. If neither has the
  /// focus, it is the button, which says what is under way.
  func place(in row: Rectangle?, isInteractive: Bool) {
    guard let row, let checkbox else {
      checkbox?.rectangle = nil
      button.rectangle = row
      return
    }
    button.isCompact = false
    button.isCompact = row.size.columns < checkbox.columns + 1 + button.columns
    if haveRoom(in: row) {
      checkbox.rectangle = Rectangle(origin: row.origin, size: Size(columns: checkbox.columns, rows: 1))
      button.rectangle = Rectangle(
        row: row.origin.row, column: row.origin.column + checkbox.columns + 1,
        columns: row.size.columns - checkbox.columns - 1, rows: 1)
    } else {
      button.isCompact = false
      let showsCheckbox = checkbox.hasFocus && isInteractive
      checkbox.rectangle = showsCheckbox ? row : nil
      button.rectangle = showsCheckbox ? nil : row
    }
  }

  /// Whether the button's title has changed so that checkbox and button fit no longer, or fit again.
  func haveOutgrown(_ row: Rectangle?) -> Bool {
    guard let checkbox, let row else { return false }
    return haveRoom(in: row) != (checkbox.rectangle != nil && button.rectangle != nil)
  }

  /// Whether checkbox and button fit side by side.
  private func haveRoom(in row: Rectangle) -> Bool {
    row.size.columns >= (checkbox?.columns ?? 0) + 1 + button.compactColumns
  }
}
