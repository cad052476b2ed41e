import Sentences
import Terminal

/// One line of the most important keys, as many as fit.
struct KeyLine {
  private typealias Item = (meaning: KeyMeaning, key: Key, word: String)

  /// The items from left to right.
  private let items: [Item]
  /// The meanings to leave out when the line is too long: the first choice that makes it fit.
  private let omissions: [[KeyMeaning]]

  /// Creates the line of a form. F1 leads to what is missing, so it goes last.
  /// - Parameters:
  ///   - bindings: The keys of the form.
  ///   - proceed: The effect of Enter, in a word or two.
  ///   - otherMethod: The other way to answer, in a word or two; nil if there is none.
  ///   - isRevealed: Whether passwords are readable, so that the same key hides them.
  ///   - provider: Where else people sign in; nil if nowhere.
  ///   - leadsToProvider: Whether Enter leads there too, so that `proceed` is its name.
  init(
    _ bindings: [KeyBinding], proceed: String, isRevealed: Bool, otherMethod: String? = nil, provider: String? = nil,
    leadsToProvider: Bool = false
  ) {
    let order: [FormAction] = [
      .next, .proceed, .provider, .reveal, .otherMethod, .createAccount, .copy, .save, .help, .cancel,
    ]
    // Well-known keys go first. Where Enter leads elsewhere than always, it stays to the end.
    let dispensable: [FormAction] =
      leadsToProvider
      ? [.next, .reveal, .createAccount, .otherMethod, .help]
      : isRevealed
        ? [.next, .proceed, .createAccount, .otherMethod, .help, .provider, .reveal]
        : [.next, .proceed, .reveal, .createAccount, .otherMethod, .help, .provider]
    // Enter says it then.
    let bindings = bindings.filter { $0.meaning != .form(.next) || $0.short != proceed }
    self.init(
      bindings, order: order.map { .form($0) }, omissions: Self.heads(of: dispensable.map { .form($0) }),
      words: [
        .form(.proceed): proceed, .form(.otherMethod): otherMethod, .form(.provider): provider,
        .form(.reveal): isRevealed ? translated("hide") : nil,
      ])
  }

  /// Returns the line of the list of activity.
  /// - Parameters:
  ///   - missing: What the account doesn't have.
  ///   - canRetry: Whether something failed. Then the key that tries again is never dropped.
  ///   - isSearching: Whether there is a search, which Esc clears first.
  static func activity(
    without missing: Set<AccountAction> = [], canRetry: Bool, isSearching: Bool = false
  ) -> KeyLine {
    let (details, refresh) = (KeyMeaning.activity(.details), KeyMeaning.activity(.refresh))
    let account: [KeyMeaning] = [.account(.secondStep), .account(.changePassword), .account(.link)]
    let last: [KeyMeaning] = [.account(.signOut), .account(.activity), .account(.help)]
    return KeyLine(
      KeyTable.activity + KeyTable.besideActivity.without(missing),
      order: [.account(.activity), details] + account
        + [refresh, .account(.signOut), .account(.help), .activity(.back)],
      omissions: heads(
        of: canRetry
          ? account.reversed() + [details] + last + [.activity(.back)]
          : [refresh, .account(.link), details, .account(.changePassword), .account(.secondStep)] + last),
      words: [
        .activity(.refresh): canRetry ? translated("try again") : nil,
        .activity(.back): isSearching ? translated("clear") : nil,
      ])
  }

  /// Returns the line while the details of a row are open.
  static var details: KeyLine {
    KeyLine(KeyTable.activity, order: [.activity(.back)], omissions: [], words: [.activity(.back): translated("close")])
  }

  /// - Parameter words: Replace the words of the table; nil leaves the word that is there.
  init(
    _ bindings: [KeyBinding], order: [KeyMeaning], omissions: [[KeyMeaning]],
    words: KeyValuePairs<KeyMeaning, String?>
  ) {
    self.omissions = omissions
    items = order.compactMap { meaning in
      guard let binding = bindings.first(where: { $0.meaning == meaning }), let key = binding.keys.first,
        let short = words.first(where: { $0.key == meaning })?.value ?? binding.short
      else { return nil }
      return (meaning, key, short)
    }
  }

  /// Returns the first meaning, the first two, and so on.
  static func heads(of meanings: [KeyMeaning]) -> [[KeyMeaning]] {
    meanings.indices.map { Array(meanings[...$0]) }
  }

  /// Returns the line, at most `columns` wide if that is possible.
  func text(columns: Int) -> String {
    let (items, gap) = fitting(columns)
    return items.map { "\($0.key.name) \($0.word)" }.joined(separator: gap)
  }

  /// Returns the key at a column of the line, for a click.
  func key(at column: Int, columns: Int) -> Key? {
    let (items, gap) = fitting(columns)
    var start = 0
    for item in items {
      let width = TextWidth.columns(of: item.key.name) + 1 + TextWidth.columns(of: item.word)
      if (start..<start + width).contains(column) { return item.key }
      start += width + gap.count
    }
    return nil
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
      put(item.key.name, .title)
      put(" " + item.word + (index + 1 < items.count ? gap : ""), .hint)
    }
  }

  private func fitting(_ columns: Int) -> (items: [Item], gap: String) {
    for omitted in [[]] + omissions {
      let items = items.filter { !omitted.contains($0.meaning) }
      let words = items.reduce(0) { $0 + TextWidth.columns(of: $1.key.name) + 1 + TextWidth.columns(of: $1.word) }
      for gap in ["   ", "  ", " "].prefix(columns < 26 ? 3 : 2)
      where words + gap.count * (items.count - 1) <= columns {
        return (items, gap)
      }
    }
    let last = items.filter { omissions.last?.contains($0.meaning) != true }
    return (Array(last.prefix(1)), "")
  }
}
