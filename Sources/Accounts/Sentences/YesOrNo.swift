extension Sentence {
  /// The answer to a question for yes or no, by a letter or a word; nil for an answer that is neither.
  public static func isYes(_ answer: String) -> Bool? {
    let words = answer.lowercased().split(separator: " ")
    guard let answer = words.first, words.count == 1 else { return nil }
    // The accepted answers, with blanks between them.
    if translated("y yes").split(separator: " ").contains(answer) { return true }
    return translated("n no").split(separator: " ").contains(answer) ? false : nil
  }

  /// Says what answers a question for yes or no.
  public static var enterYesOrNo: String { translated("Enter y or n.") }
}
