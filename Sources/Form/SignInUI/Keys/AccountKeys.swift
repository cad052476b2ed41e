import Sentences
import Terminal

// The keys of the account page. It has no text to type into, so letters are keys there.

extension KeyTable {
  static let account: [KeyBinding] = [
    KeyBinding(Key(.up), meaning: .account(.previous), help: translated("up one row")),
    KeyBinding(Key(.down), meaning: .account(.next), help: translated("down one row")),
    KeyBinding(Key(.home), meaning: .account(.first), help: translated("first row")),
    KeyBinding(Key(.end), meaning: .account(.last), help: translated("last row")),
    KeyBinding(Key(.enter), meaning: .account(.act), help: translated("change or end the selected")),
    KeyBinding(
      Key(.function(6)), .character("t"), .alt("t"), meaning: .account(.secondStep),
      help: translated("two-step sign-in"), short: translated("two-step")),
    KeyBinding(
      .character("n"), meaning: .account(.newCodes), help: translated("make new recovery codes"),
      short: translated("new codes")),
    KeyBinding(
      .character("x"), meaning: .account(.turnOff), help: translated("turn two-step sign-in off"),
      short: translated("turn off")),
    KeyBinding(
      .character("k"), meaning: .account(.addKey), help: translated("add a key of your ssh-agent"),
      short: translated("add key")),
    KeyBinding(
      Key(.function(4)), .character("p"), .alt("p"), meaning: .account(.changePassword),
      help: translated("change password"), short: translated("password")),
    KeyBinding(
      Key(.function(7)), .character("u"), .alt("u"), meaning: .account(.link), help: translated("link a user name"),
      short: translated("user name")),
    KeyBinding(
      .character("e"), Key(.delete), meaning: .account(.endSession),
      help: translated("end the selected session, or remove the key"), short: translated("end")),
    KeyBinding(
      .character("a"), meaning: .account(.endOthers), help: translated("end all other sessions"),
      short: translated("end all others")),
    KeyBinding(
      Key(.function(5)), .control("r"), meaning: .account(.refresh), help: translated("refresh")),
    KeyBinding(
      Key(.function(10)), .character("o"), .alt("o"), meaning: .account(.signOut), help: translated("sign out"),
      short: translated("sign out")),
    KeyBinding(
      Key(.function(1)), .alt("h"), meaning: .account(.help), help: translated("all keys"), short: translated("keys")),
    KeyBinding(Key(.escape), meaning: .account(.back), help: translated("leave"), short: translated("leave")),
    KeyBinding(
      Key(.tab), meaning: .account(.activity), help: translated("account, or activity"), short: translated("account")),
    KeyBinding(
      Key(.function(3)), .alt("s"), meaning: .account(.another), help: translated("sign in as somebody else")),
  ]

  /// The keys that act on the page while the list of activity has the others. A letter is searched for there.
  static let besideActivity: [KeyBinding] = {
    let actions: [AccountAction] = [.secondStep, .changePassword, .link, .signOut, .help, .activity, .another]
    let bindings = account.filter { binding in actions.contains { binding.meaning == .account($0) } }
    return bindings.map { $0.without($0.keys.filter(\.isLetter)) }
  }()

  /// The keys of the page for the panel, from left to right.
  /// - Parameter missing: What the account doesn't have.
  static func columnsOfAccount(without missing: Set<AccountAction> = []) -> [[KeyGroup]] {
    [
      [KeyGroup(title: translated("Account"), bindings: account.without(missing))],
      [KeyGroup(title: translated("Program"), bindings: program)],
    ]
  }

  /// Returns the effect of a key on the page; nil for none.
  static func accountAction(of key: Key) -> AccountAction? {
    action(of: key, in: account) ?? action(of: key.withSmallLetter, in: account)
  }

  /// Returns the effect of a key on the page while the list of activity has the keys; nil if it is not for the page.
  static func actionBesideActivity(of key: Key) -> AccountAction? { action(of: key, in: besideActivity) }

  private static func action(of key: Key, in bindings: [KeyBinding]) -> AccountAction? {
    for case .account(let action) in bindings.lazy.filter({ $0.keys.contains(key) }).map(\.meaning) { return action }
    return nil
  }

  /// The first key of an action, and its effect in a word.
  static func account(_ action: AccountAction) -> (key: String, word: String)? {
    guard let binding = account.first(where: { $0.meaning == .account(action) }),
      let key = binding.keys.first, let word = binding.short
    else { return nil }
    return (key.name, word)
  }
}

extension [KeyBinding] {
  /// Returns the keys of what the account has.
  func without(_ missing: Set<AccountAction>) -> [KeyBinding] {
    filter { if case .account(let action) = $0.meaning { !missing.contains(action) } else { true } }
  }
}

extension Key {
  /// Whether it types a letter.
  fileprivate var isLetter: Bool {
    if modifiers.isEmpty, case .scalar = code { true } else { false }
  }
}

extension KeyLine {
  /// Returns the line of the account page.
  /// - Parameters:
  ///   - missing: What the account doesn't have.
  ///   - hasSessions: Whether there are other sessions to end.
  ///   - selectsKey: Whether a key of the account is selected, so that the key that ends a session removes it.
  static func account(
    without missing: Set<AccountAction> = [], hasSessions: Bool = false, selectsKey: Bool = false
  ) -> KeyLine {
    let ending: [AccountAction] = hasSessions ? [.endSession, .endOthers] : selectsKey ? [.endSession] : []
    let order: [AccountAction] =
      [.activity, .secondStep, .changePassword, .link] + ending + [.signOut, .help, .back]
    let dispensable: [AccountAction] = [
      .endOthers, .link, .changePassword, .secondStep, .signOut, .endSession, .activity, .help,
    ]
    return KeyLine(
      KeyTable.account.without(missing), order: order.map { .account($0) },
      omissions: heads(of: dispensable.map { .account($0) }),
      words: [
        .account(.activity): translated("activity"),
        .account(.endSession): selectsKey ? translated("remove") : nil,
      ])
  }
}
