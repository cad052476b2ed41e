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
      help: translated("turn two-step sign-in on, or replace it"), short: translated("two-step")),
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
  ]

  /// The keys that lead from the list of activity to the page, and to another account. The page has them too.
  static let besideActivity: [KeyBinding] = [
    KeyBinding(
      Key(.tab), meaning: .account(.activity), help: translated("account, or activity"), short: translated("account")),
    KeyBinding(
      Key(.function(3)), .alt("s"), meaning: .account(.another), help: translated("sign in as somebody else")),
  ]

  /// The key that links a user name, where there are user names.
  static let linkingAtPage = KeyBinding(
    Key(.function(7)), .character("u"), meaning: .account(.link), help: translated("link a user name"),
    short: translated("user name"))

  /// The keys of the page for the panel, from left to right.
  /// - Parameters:
  ///   - isPasswordOffered: Whether the account has a password of ours.
  ///   - isLinkOffered: Whether people sign in by user name too.
  static func columnsOfAccount(isPasswordOffered: Bool = true, isLinkOffered: Bool = false) -> [[KeyGroup]] {
    let account = account.filter { isPasswordOffered || $0.meaning != .account(.changePassword) }
    return [
      [
        KeyGroup(
          title: translated("Account"), bindings: account + besideActivity + (isLinkOffered ? [linkingAtPage] : []))
      ],
      [KeyGroup(title: translated("Program"), bindings: program)],
    ]
  }

  /// Returns the effect of a key on the page; nil for none.
  static func accountAction(of key: Key) -> AccountAction? {
    let bindings = account + besideActivity + [linkingAtPage]
    return action(of: key, in: bindings) ?? action(of: key.withSmallLetter, in: bindings)
  }

  /// Returns the effect of a key on the page while the list of activity has the keys; nil if it is not for the page.
  static func actionBesideActivity(of key: Key) -> AccountAction? { action(of: key, in: besideActivity) }

  private static func action(of key: Key, in bindings: [KeyBinding]) -> AccountAction? {
    for case .account(let action) in bindings.lazy.filter({ $0.keys.contains(key) }).map(\.meaning) { return action }
    return nil
  }

  /// The first key of an action, and its effect in a word.
  static func account(_ action: AccountAction) -> (key: String, word: String)? {
    guard let binding = (account + besideActivity).first(where: { $0.meaning == .account(action) }),
      let key = binding.keys.first, let word = binding.short
    else { return nil }
    return (key.name, word)
  }
}

extension KeyLine {
  /// Returns the line of the account page.
  /// - Parameters:
  ///   - isPasswordOffered: Whether there is a password to change.
  ///   - isLinkOffered: Whether there are user names to link.
  ///   - hasSessions: Whether there are other sessions to end.
  ///   - selectsKey: Whether a key of the account is selected, so that the key that ends a session removes it.
  static func account(
    isPasswordOffered: Bool = true, isLinkOffered: Bool = false, hasSessions: Bool = false, selectsKey: Bool = false
  ) -> KeyLine {
    let ending: [AccountAction] = hasSessions ? [.endSession, .endOthers] : selectsKey ? [.endSession] : []
    let order: [AccountAction] =
      [.activity, .secondStep] + (isPasswordOffered ? [.changePassword] : []) + (isLinkOffered ? [.link] : [])
      + ending + [.signOut, .help, .back]
    let dispensable: [AccountAction] = [
      .endOthers, .link, .changePassword, .secondStep, .signOut, .endSession, .activity, .help,
    ]
    return KeyLine(
      KeyTable.account + KeyTable.besideActivity + [KeyTable.linkingAtPage], order: order.map { .account($0) },
      omissions: heads(of: dispensable.map { .account($0) }),
      words: [
        .account(.activity): translated("activity"),
        .account(.endSession): selectsKey ? translated("remove") : nil,
      ])
  }
}
