import Secrets

// Where words begin and end.
extension LineEditor {
  /// Where the word before the cursor starts; what stands between it and the cursor is passed over.
  var startOfWord: Int {
    guard words == .separate else { return 0 }
    var index = cursor
    while index > 0, !isInWord(index - 1) { index -= 1 }
    while index > 0, isInWord(index - 1) { index -= 1 }
    return index
  }

  /// Where the word behind the cursor ends.
  var endOfWord: Int {
    guard words == .separate else { return text.count }
    var index = cursor
    while index < text.count, !isInWord(index) { index += 1 }
    while index < text.count, isInWord(index) { index += 1 }
    return index
  }

  /// The place behind the blank before the cursor; blanks right before the cursor are passed over.
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
  /// Whether it is part of a word: a letter, a digit, or a picture.
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
