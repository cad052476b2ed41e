import Sentences
import Terminal

/// One line of the most important keys, as many as fit.
struct KeyLine {
  private typealias Item = (meaning: KeyMeaning, key: String, word: String)

  /// The items from left to right.
  private let items: [Item]
  /// The meanings to drop when the line is too long, in this order.
  private let dispensable: [KeyMeaning]

  /// Creates the line of a form.
  /// - Parameters:
  ///   - bindings: The keys of the form.
  ///   - proceed: The final effect of Enter, in a word or two.
  ///   - isRevealed: Whether passwords are readable, so that the same key hides them.
  init(_ bindings: [KeyBinding], proceed: String, isRevealed: Bool) {
    let order: [FormAction] = [.next, .proceed, .reveal, .createAccount, .help, .cancel]
    let dispensable: [FormAction] = [.reveal, .createAccount, .proceed, .next, .help]
    self.init(
      bindings, order: order.map { .form($0) }, dispensable: dispensable.map { .form($0) },
      words: [.form(.proceed): proceed].merging(isRevealed ? [.form(.reveal): translated("hide")] : [:]) { $1 })
  }

  /// Returns the line of the list of activity.
  /// - Parameter canRetry: Whether something failed. Then the key that tries again is never dropped.
  static func activity(canRetry: Bool) -> KeyLine {
    let order: [ActivityAction] = [.details, .changePassword, .refresh, .signOut, .help, .back]
    let dispensable: [ActivityAction] =
      canRetry
      ? [.changePassword, .details, .signOut, .help, .back] : [.changePassword, .refresh, .details, .signOut, .help]
    return KeyLine(
      KeyTable.activity, order: order.map { .activity($0) }, dispensable: dispensable.map { .activity($0) },
      words: canRetry ? [.activity(.refresh): translated("try again")] : [:])
  }

  /// - Parameter words: Replace the words of the table.
  private init(
    _ bindings: [KeyBinding], order: [KeyMeaning], dispensable: [KeyMeaning],
    words: [KeyMeaning: String]
  ) {
    self.dispensable = dispensable
    items = order.compactMap { meaning in
      guard let binding = bindings.first(where: { $0.meaning == meaning }), let key = binding.keys.first,
        let short = words[meaning] ?? binding.short
      else { return nil }
      return (meaning, key.name, short)
    }
  }

  /// Returns the line, at most `columns` wide if that is possible.
  func text(columns: Int) -> String {
    let (items, gap) = fitting(columns)
    return items.map { "\($0.key) \($0.word)" }.joined(separator: gap)
  }

  /// Draws the line, with the keys more prominent than their effects.
  func draw(in frame: inout Frame, at position: Position, columns: Int, _ look: Look) {
    let (items, gap) = fitting(columns)
    frame.fill(Rectangle(origin: position, size: Size(columns: columns, rows: 1)))
    var column = position.column
    func put(_ text: String, _ role: Theme.Role) {
      column += frame.put(
        text, at: Position(row: position.row, column: column), style: look.theme[role],
        columns: position.column + columns - column)
    }
    for (index, item) in items.enumerated() {
      put((index == 0 ? "" : gap) + item.key, .title)
      put(" " + item.word, .hint)
    }
  }

  private func fitting(_ columns: Int) -> (items: [Item], gap: String) {
    var items = items
    var dispensable = dispensable
    while true {
      let words = items.reduce(0) { $0 + TextWidth.columns(of: $1.key) + 1 + TextWidth.columns(of: $1.word) }
      for gap in ["   ", "  ", " "].prefix(columns < 26 ? 3 : 2)
      where words + gap.count * (items.count - 1) <= columns {
        return (items, gap)
      }
      if dispensable.isEmpty { return (Array(items.prefix(1)), "") }
      let least = dispensable.removeFirst()
      items.removeAll { $0.meaning == least }
    }
  }
}
