import Sentences
import Terminal

/// The meaning of a key, wherever the focus is.
enum KeyMeaning: Hashable {
  /// The key edits the text of the focused field.
  case edit(EditCommand)
  /// The key acts on the form.
  case form(FormAction)
  /// The key acts on the list of activity.
  case activity(ActivityAction)
  /// The key acts on the account page.
  case account(AccountAction)
  /// The key acts on the program, see ``ScreenLoop``.
  case program
}

/// The effect of a key on a form.
enum FormAction: Hashable {
  case next, previous, proceed, press, cancel, reveal, createAccount, otherMethod, provider, copy, save, help
}

/// The effect of a key on the list of activity. All other keys go to its search box.
enum ActivityAction: Hashable {
  case previous, next, previousPage, nextPage, first, last, details, refresh, back
}

/// The effect of a key on the account page.
enum AccountAction: Hashable {
  case previous, next, first, last, act, endSession, endOthers, secondStep, newCodes, turnOff, addKey, changePassword,
    link, signOut, another, activity, refresh, help, back
}

/// One meaning, its keys, and its words for the user.
struct KeyBinding {
  let keys: [Key]
  let meaning: KeyMeaning
  /// For the panel of keys and the manual.
  let help: String
  /// A word or two for the line of keys; nil if the line never shows it.
  let short: String?

  /// The keys by name: `← or Ctrl-B`
  func names(_ glyphs: Glyphs) -> String {
    keys.map { $0.name(glyphs) }.reduce(nil) { names, name in
      names.map { translated("{key} or {other}", ["key": $0, "other": name]) } ?? name
    } ?? ""
  }

  /// Returns the same binding without the keys that have another meaning.
  func without(_ taken: [Key]) -> KeyBinding {
    KeyBinding(keys: keys.filter { !taken.contains($0) }, meaning: meaning, help: help, short: short)
  }
}

extension KeyBinding {
  init(_ keys: Key..., meaning: KeyMeaning, help: String, short: String? = nil) {
    self.init(keys: keys, meaning: meaning, help: help, short: short)
  }
}

/// The keys for one purpose, under one heading.
struct KeyGroup {
  let title: String
  let bindings: [KeyBinding]
}

/// All keys in one table. Forms act by it; the line of keys, the panel of F1 and the manual are made from it.
enum KeyTable {
  static let form: [KeyBinding] = [
    KeyBinding(Key(.tab), Key(.down), meaning: .form(.next), help: translated("next field"), short: translated("next")),
    KeyBinding(Key(.tab, .shift), Key(.up), meaning: .form(.previous), help: translated("previous field")),
    KeyBinding(Key(.enter), meaning: .form(.proceed), help: translated("next, or submit")),
    KeyBinding(.character(" "), meaning: .form(.press), help: translated("tick or press")),
    KeyBinding(
      Key(.function(2)), .alt("p"), meaning: .form(.reveal), help: translated("show password, 5 s"),
      short: translated("show")),
    KeyBinding(
      Key(.function(3)), .alt("c"), meaning: .form(.createAccount), help: translated("create an account"),
      short: translated("create account")),
    KeyBinding(
      Key(.function(7)), .alt("m"), meaning: .form(.otherMethod), help: translated("answer in another way")),
    KeyBinding(
      Key(.function(8)), .alt("s"), meaning: .form(.provider), help: translated("sign in elsewhere")),
    KeyBinding(
      Key(.function(1)), .alt("h"), meaning: .form(.help), help: translated("all keys"), short: translated("keys")),
    KeyBinding(Key(.escape), meaning: .form(.cancel), help: translated("cancel"), short: translated("cancel")),
  ]

  /// The keys of a form whose text is to be kept, and that has no fields.
  static let keeping: [KeyBinding] = [
    KeyBinding(.character("c"), meaning: .form(.copy), help: translated("copy the codes"), short: translated("copy")),
    KeyBinding(
      .character("s"), meaning: .form(.save), help: translated("save the codes in a file"), short: translated("save")),
  ]

  /// The key of a form that has a secret to take elsewhere. No letter belongs into its field.
  static let taking: [KeyBinding] = [
    KeyBinding(.character("c"), meaning: .form(.copy), help: translated("copy the secret"), short: translated("copy"))
  ]

  /// The keys while an approval elsewhere is awaited.
  static let approving: [KeyBinding] =
    [
      KeyBinding(
        .character("c"), meaning: .form(.copy), help: translated("copy the address"), short: translated("copy"))
    ] + form.filter { $0.meaning == .form(.help) || $0.meaning == .form(.cancel) }

  /// The keys of that page for the panel.
  static func columnsOfApproval(isLock: Bool) -> [[KeyGroup]] {
    [
      [KeyGroup(title: translated("Form"), bindings: approving)],
      [KeyGroup(title: translated("Program"), bindings: isLock ? staying : program)],
    ]
  }

  /// The keys of every scene.
  static let program: [KeyBinding] = staying + leaving

  private static let staying: [KeyBinding] = [
    KeyBinding(.control("l"), meaning: .program, help: translated("redraw the screen"))
  ]

  /// The keys of every scene that leave the program, for a while or for good.
  private static let leaving: [KeyBinding] = [
    KeyBinding(.control("z"), meaning: .program, help: translated("suspend")),
    KeyBinding(.control("c"), meaning: .program, help: translated("quit")),
  ]

  static let text = moving + editing

  private static let moving: [KeyBinding] = [
    KeyBinding(Key(.left), .control("b"), meaning: .edit(.moveLeft), help: translated("character left")),
    KeyBinding(Key(.right), .control("f"), meaning: .edit(.moveRight), help: translated("character right")),
    KeyBinding(Key(.left, .control), .alt("b"), meaning: .edit(.moveWordLeft), help: translated("word left")),
    KeyBinding(Key(.right, .control), .alt("f"), meaning: .edit(.moveWordRight), help: translated("word right")),
    KeyBinding(Key(.home), .control("a"), meaning: .edit(.moveToStart), help: translated("to the start")),
    KeyBinding(Key(.end), .control("e"), meaning: .edit(.moveToEnd), help: translated("to the end")),
  ]

  private static let editing: [KeyBinding] = [
    // No terminal distinguishes Ctrl-H from Backspace. It is listed for the user, and for terminals that will.
    KeyBinding(Key(.backspace), .control("h"), meaning: .edit(.deleteBackward), help: translated("delete left")),
    KeyBinding(Key(.delete), .control("d"), meaning: .edit(.deleteForward), help: translated("delete right")),
    KeyBinding(Key(.backspace, .alt), meaning: .edit(.killWordBackward), help: translated("cut word left")),
    KeyBinding(.alt("d"), meaning: .edit(.killWordForward), help: translated("cut word right")),
    KeyBinding(.control("w"), meaning: .edit(.killToBlank), help: translated("cut back to space")),
    KeyBinding(.control("u"), meaning: .edit(.killToStart), help: translated("cut to the start")),
    KeyBinding(.control("k"), meaning: .edit(.killToEnd), help: translated("cut to the end")),
    KeyBinding(.control("y"), meaning: .edit(.yank), help: translated("paste what was cut")),
    KeyBinding(.control("_"), meaning: .edit(.undo), help: translated("undo")),
    KeyBinding(.alt("_"), meaning: .edit(.redo), help: translated("redo")),
  ]

  /// The keys of the list of activity. They take precedence over those of its search box.
  static let activity: [KeyBinding] = [
    KeyBinding(Key(.up), meaning: .activity(.previous), help: translated("up one row")),
    KeyBinding(Key(.down), meaning: .activity(.next), help: translated("down one row")),
    KeyBinding(Key(.pageUp), meaning: .activity(.previousPage), help: translated("up one page")),
    KeyBinding(Key(.pageDown), meaning: .activity(.nextPage), help: translated("down one page")),
    KeyBinding(Key(.home), meaning: .activity(.first), help: translated("first row")),
    KeyBinding(Key(.end), meaning: .activity(.last), help: translated("last row loaded")),
    KeyBinding(
      Key(.enter), meaning: .activity(.details), help: translated("show details"), short: translated("details")),
    KeyBinding(
      Key(.function(5)), .control("r"), meaning: .activity(.refresh), help: translated("refresh"),
      short: translated("refresh")),
    KeyBinding(
      Key(.escape), meaning: .activity(.back), help: translated("clear or leave"),
      short: translated("leave")),
  ]

  /// The keys of a form for the panel, from left to right.
  /// - Parameter isLock: Whether no key leaves the program.
  static func columns(ofForm form: [KeyBinding], isLock: Bool = false) -> [[KeyGroup]] {
    columns(
      KeyGroup(title: translated("Form"), bindings: form), program: isLock ? staying : program, without: [])
  }

  /// The keys of the list of activity, of the page beside it and of its search box, in the same way.
  /// - Parameter missing: What the account doesn't have.
  static func columnsOfActivity(without missing: Set<AccountAction> = []) -> [[KeyGroup]] {
    let bindings = activity + besideActivity.without(missing)
    return columns(
      KeyGroup(title: translated("Activity"), bindings: bindings), program: program, without: bindings.flatMap(\.keys))
  }

  private static func columns(
    _ scene: KeyGroup, program: [KeyBinding], without taken: [Key]
  ) -> [[KeyGroup]] {
    [
      [scene, KeyGroup(title: translated("Program"), bindings: program)],
      [
        KeyGroup(title: translated("Moving"), bindings: moving.map { $0.without(taken) }),
        KeyGroup(title: translated("Editing"), bindings: editing.map { $0.without(taken) }),
      ],
    ]
  }

  /// Returns the effect of a key on the list of activity; nil for none.
  static func activityAction(of key: Key) -> ActivityAction? {
    for case .activity(let action) in activity.lazy.filter({ $0.keys.contains(key) }).map(\.meaning) { return action }
    return nil
  }

  /// Returns the meaning of a key to a form or to any text; nil if it has none, or only types itself.
  static func meaning(of key: Key) -> KeyMeaning? {
    meanings[key] ?? meanings[key.withSmallLetter]
  }

  private static let meanings = Dictionary(
    (form + keeping + program + text).flatMap { binding in binding.keys.map { ($0, binding.meaning) } },
    uniquingKeysWith: { first, _ in first })
}

extension Key {
  /// The key with a small letter in place of a capital: the line of keys shows capitals, and people type what they see.
  var withSmallLetter: Key {
    guard modifiers.isEmpty, case .scalar(let scalar) = code, scalar.properties.isUppercase,
      let small = scalar.properties.lowercaseMapping.unicodeScalars.first
    else { return self }
    return .character(small)
  }
}
