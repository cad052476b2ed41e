import Terminal

/// The effect of a key on the line being edited.
enum EditCommand: Hashable {
  case insert(Unicode.Scalar)
  case moveLeft, moveRight, moveWordLeft, moveWordRight, moveToStart, moveToEnd
  case deleteBackward, deleteForward
  /// Killed text can be yanked. A word ends at anything but letters and digits; ``killToBlank`` stops only at a blank.
  case killWordBackward, killWordForward, killToBlank, killToStart, killToEnd
  /// Inserts the last killed text.
  case yank
  case undo, redo

  /// Nil if the key does not edit.
  init?(_ key: Key) {
    if case .scalar(let scalar) = key.code, key.modifiers.isEmpty {
      self = .insert(scalar)
    } else if case .edit(let command) = KeyTable.meaning(of: key) {
      self = command
    } else {
      return nil
    }
  }
}
