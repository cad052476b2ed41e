import Secrets

// The boundaries of words.
extension LineEditor {
  /// The start of the word before the cursor, past anything that separates them.
  var startOfWord: Int {
    guard words == .separate else { return 0 }
    var index = cursor
    while index > 0, !isInWord(index - 1) { index -= 1 }
    while index > 0, isInWord(index - 1) { index -= 1 }
    return index
  }

  /// The end of the word after the cursor, past anything that separates them.
  var endOfWord: Int {
    guard words == .separate else { return text.count }
    var index = cursor
    while index < text.count, !isInWord(index) { index += 1 }
    while index < text.count, isInWord(index) { index += 1 }
    return index
  }

  /// The place after the blank before the cursor. Blanks right before the cursor are skipped.
  var placeBehindBlank: Int {
    guard words == .separate else { return 0 }
    var index = cursor
    while index > 0, isBlank(index - 1) { index -= 1 }
    while index > 0, !isBlank(index - 1) { index -= 1 }
    return index
  }

  func isInWord(_ index: Int) -> Bool { firstScalar(of: index).isInWord }

  private func isBlank(_ index: Int) -> Bool { firstScalar(of: index).properties.isWhitespace }

  private func firstScalar(of index: Int) -> Unicode.Scalar {
    let place = text.byteRange(of: index..<index + 1)
    return text.withUTF8 { utf8 in
      var bytes = utf8[place].makeIterator()
      var decoder = UTF8()
      guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return " " }
      return scalar
    }
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is part of a word: a letter, a digit, or a picture.
  var isInWord: Bool {
    if isASCII { return (0x30...0x39).contains(value) || (0x41...0x5A).contains(value & ~0x20) }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator, .connectorPunctuation,
      .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation, .otherPunctuation:
      return false
    default: return true
    }
  }
}
