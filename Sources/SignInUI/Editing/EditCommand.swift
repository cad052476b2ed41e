import Terminal

/// What a key does to the line that is edited.
enum EditCommand: Hashable {
  case insert(Unicode.Scalar)
  case moveLeft, moveRight, moveToStart, moveToEnd
  case deleteBackward, deleteForward
  /// Deletes the word before the cursor, what is before the cursor, or what is behind it.
  case deleteWordBackward, deleteToStart, deleteToEnd

  /// Nil when the key is not for editing.
  init?(_ key: Key) {
    if let command = Self.keys[key] {
      self = command
    } else if case .scalar(let scalar) = key.code, key.modifiers.isEmpty {
      self = .insert(scalar)
    } else {
      return nil
    }
  }

  private static let keys: [Key: EditCommand] = [
    Key(.left): .moveLeft, .control("b"): .moveLeft,
    Key(.right): .moveRight, .control("f"): .moveRight,
    Key(.home): .moveToStart, .control("a"): .moveToStart,
    Key(.end): .moveToEnd, .control("e"): .moveToEnd,
    Key(.backspace): .deleteBackward,
    Key(.delete): .deleteForward, .control("d"): .deleteForward,
    .control("w"): .deleteWordBackward, .control("u"): .deleteToStart, .control("k"): .deleteToEnd,
  ]
}
