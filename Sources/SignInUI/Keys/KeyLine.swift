import Sentences
import Terminal

/// One line of the most important keys, as many as fit.
struct KeyLine {
  /// The items from left to right.
  private let items: [(meaning: KeyMeaning, text: String)]
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
    let order: [ActivityAction] = [.details, .refresh, .changePassword, .signOut, .help, .back]
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
      return (meaning, "\(key.name) \(short)")
    }
  }

  /// Returns the line, at most `columns` wide if that is possible.
  func text(columns: Int) -> String {
    var items = items
    var dispensable = dispensable
    while true {
      for gap in ["   ", "  ", " "].prefix(columns < 26 ? 3 : 2) {
        let line = items.dropFirst().reduce(items.first?.text ?? "") { $0 + gap + $1.text }
        if TextWidth.columns(of: line) <= columns { return line }
      }
      if dispensable.isEmpty { return items.first?.text ?? "" }
      let least = dispensable.removeFirst()
      items.removeAll { $0.meaning == least }
    }
  }
}
