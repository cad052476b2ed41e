import Terminal

/// What a key does to the line that is edited.
enum EditCommand: Hashable {
  case insert(Unicode.Scalar)
  case moveLeft, moveRight, moveWordLeft, moveWordRight, moveToStart, moveToEnd
  case deleteBackward, deleteForward
  /// What is killed can be yanked. A word ends at anything but letters and digits; for ``killToBlank`` only at a blank.
  case killWordBackward, killWordForward, killToBlank, killToStart, killToEnd
  /// Inserts what was killed last.
  case yank
  case undo, redo

  /// Nil when the key is not for editing.
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
