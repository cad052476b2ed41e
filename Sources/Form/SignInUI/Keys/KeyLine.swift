import Sentences
import Terminal

/// One line of the most important keys, as many as fit.
struct KeyLine {
  private typealias Item = (meaning: KeyMeaning, key: String, word: String)

  /// The items from left to right.
  private let items: [Item]
  /// The meanings to leave out when the line is too long: the first choice that makes it fit.
  private let omissions: [[KeyMeaning]]

  /// Creates the line of a form. F1 may be missing only if nothing else is, because it leads to what is missing.
  /// - Parameters:
  ///   - bindings: The keys of the form.
  ///   - proceed: The final effect of Enter, in a word or two.
  ///   - otherMethod: The other way to answer, in a word or two; nil if there is none.
  ///   - isRevealed: Whether passwords are readable, so that the same key hides them.
  init(_ bindings: [KeyBinding], proceed: String, isRevealed: Bool, otherMethod: String? = nil) {
    let order: [FormAction] = [.next, .proceed, .reveal, .otherMethod, .createAccount, .copy, .save, .help, .cancel]
    // The keys that everybody knows go first.
    let dispensable: [FormAction] =
      isRevealed
      ? [.proceed, .next, .createAccount, .otherMethod, .help, .reveal]
      : [.proceed, .next, .reveal, .createAccount, .otherMethod, .help]
    self.init(
      bindings, order: order.map { .form($0) },
      omissions: [[.form(.help)]] + Self.heads(of: dispensable.map { .form($0) }),
      words: [
        .form(.proceed): proceed, .form(.otherMethod): otherMethod,
        .form(.reveal): isRevealed ? translated("hide") : nil,
      ].compactMapValues { $0 })
  }

  /// Returns the line of the list of activity.
  /// - Parameter canRetry: Whether something failed. Then the key that tries again is never dropped.
  /// - Parameter isLinkOffered: Whether there are user names to link.
  static func activity(canRetry: Bool, isLinkOffered: Bool = false) -> KeyLine {
    let order: [ActivityAction] = [.details, .changePassword, .refresh, .secondStep, .link, .signOut, .help, .back]
    let dispensable: [ActivityAction] =
      canRetry
      ? [.link, .secondStep, .changePassword, .details, .signOut, .help, .back]
      : [.link, .secondStep, .changePassword, .refresh, .details, .signOut, .help]
    return KeyLine(
      KeyTable.activity + (isLinkOffered ? [KeyTable.linking] : []), order: order.map { .activity($0) },
      omissions: heads(of: dispensable.map { .activity($0) }),
      words: canRetry ? [.activity(.refresh): translated("try again")] : [:])
  }

  /// - Parameter words: Replace the words of the table.
  private init(
    _ bindings: [KeyBinding], order: [KeyMeaning], omissions: [[KeyMeaning]], words: [KeyMeaning: String]
  ) {
    self.omissions = omissions
    items = order.compactMap { meaning in
      guard let binding = bindings.first(where: { $0.meaning == meaning }), let key = binding.keys.first,
        let short = words[meaning] ?? binding.short
      else { return nil }
      return (meaning, key.name, short)
    }
  }

  /// Returns the first meaning, the first two, and so on.
  private static func heads(of meanings: [KeyMeaning]) -> [[KeyMeaning]] {
    meanings.indices.map { Array(meanings[...$0]) }
  }

  /// Returns the line, at most `columns` wide if that is possible.
  func text(columns: Int) -> String {
    let (items, gap) = fitting(columns)
    return items.map { "\($0.key) \($0.word)" }.joined(separator: gap)
  }

  /// Draws the line, with the keys more prominent than their effects.
  func draw(in frame: inout Frame, at position: Position, columns: Int, _ look: Look) {
    let (items, gap) = fitting(columns)
    var column = position.column
    func put(_ text: String, _ role: Theme.Role) {
      column += frame.put(
        text, at: Position(row: position.row, column: column), style: look.theme[role],
        columns: position.column + columns - column)
    }
    frame.fill(Rectangle(origin: position, size: Size(columns: columns, rows: 1)))
    for (index, item) in items.enumerated() {
      put(item.key, .title)
      put(" " + item.word + (index + 1 < items.count ? gap : ""), .hint)
    }
  }

  private func fitting(_ columns: Int) -> (items: [Item], gap: String) {
    for omitted in [[]] + omissions {
      let items = items.filter { !omitted.contains($0.meaning) }
      let words = items.reduce(0) { $0 + TextWidth.columns(of: $1.key) + 1 + TextWidth.columns(of: $1.word) }
      for gap in ["   ", "  ", " "].prefix(columns < 26 ? 3 : 2)
      where words + gap.count * (items.count - 1) <= columns {
        return (items, gap)
      }
    }
    let last = items.filter { omissions.last?.contains($0.meaning) != true }
    return (Array(last.prefix(1)), "")
  }
}
