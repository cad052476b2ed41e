import Terminal

/// What a key means, whatever has the focus.
enum KeyMeaning: Hashable {
  /// To the text of the field that has the focus.
  case edit(EditCommand)
  /// To the form.
  case form(FormCommand)
  /// To the program, see ``Stage``.
  case program
}

/// What a key does to a form.
enum FormCommand: Hashable {
  case next, previous, proceed, press, cancel, reveal, createAccount, help
}

/// One meaning, the keys that have it, and how it is told to people.
struct KeyBinding {
  let keys: [Key]
  let meaning: KeyMeaning
  /// For the panel of keys and the manual.
  let help: String
  /// A word or two for the line of keys, nil where it has no place there.
  let short: String?

  /// `Left Ctrl-B`
  var names: String { keys.map(\.name).joined(separator: " ") }

  init(_ keys: Key..., meaning: KeyMeaning, help: String, short: String? = nil) {
    self.keys = keys
    self.meaning = meaning
    self.help = help
    self.short = short
  }
}

/// All keys, in one table: forms act by it, and the line of keys, the panel of F1 and the manual are made of it.
enum KeyTable {
  static let form: [KeyBinding] = [
    KeyBinding(Key(.tab), Key(.down), meaning: .form(.next), help: "next field", short: "next"),
    KeyBinding(Key(.tab, .shift), Key(.up), meaning: .form(.previous), help: "previous field"),
    KeyBinding(Key(.enter), meaning: .form(.proceed), help: "go on, or submit"),
    KeyBinding(.character(" "), meaning: .form(.press), help: "check, press"),
    KeyBinding(
      Key(.function(2)), .alt("p"), meaning: .form(.reveal), help: "show password 5 s", short: "show"),
    KeyBinding(
      Key(.function(3)), .alt("c"), meaning: .form(.createAccount), help: "create an account", short: "create account"),
    KeyBinding(Key(.function(1)), .alt("h"), meaning: .form(.help), help: "all keys", short: "keys"),
    KeyBinding(Key(.escape), meaning: .form(.cancel), help: "cancel", short: "cancel"),
    KeyBinding(.control("l"), meaning: .program, help: "redraw the screen"),
    KeyBinding(.control("z"), meaning: .program, help: "suspend"),
    KeyBinding(.control("c"), meaning: .program, help: "quit"),
  ]

  static let text: [KeyBinding] = [
    KeyBinding(Key(.left), .control("b"), meaning: .edit(.moveLeft), help: "character left"),
    KeyBinding(Key(.right), .control("f"), meaning: .edit(.moveRight), help: "character right"),
    KeyBinding(Key(.left, .control), .alt("b"), meaning: .edit(.moveWordLeft), help: "word left"),
    KeyBinding(Key(.right, .control), .alt("f"), meaning: .edit(.moveWordRight), help: "word right"),
    KeyBinding(Key(.home), .control("a"), meaning: .edit(.moveToStart), help: "to the start"),
    KeyBinding(Key(.end), .control("e"), meaning: .edit(.moveToEnd), help: "to the end"),
    // No terminal tells Ctrl-H from Backspace; it is here for people, and for the terminals that will.
    KeyBinding(Key(.backspace), .control("h"), meaning: .edit(.deleteBackward), help: "delete left"),
    KeyBinding(Key(.delete), .control("d"), meaning: .edit(.deleteForward), help: "delete right"),
    KeyBinding(Key(.backspace, .alt), meaning: .edit(.killWordBackward), help: "kill word left"),
    KeyBinding(.alt("d"), meaning: .edit(.killWordForward), help: "kill word right"),
    KeyBinding(.control("w"), meaning: .edit(.killToBlank), help: "kill back to blank"),
    KeyBinding(.control("u"), meaning: .edit(.killToStart), help: "kill to the start"),
    KeyBinding(.control("k"), meaning: .edit(.killToEnd), help: "kill to the end"),
    KeyBinding(.control("y"), meaning: .edit(.yank), help: "yank killed text"),
    KeyBinding(.control("_"), meaning: .edit(.undo), help: "undo"),
    KeyBinding(.alt("_"), meaning: .edit(.redo), help: "redo"),
  ]

  /// What a key means; nil where it means nothing, or only itself.
  static func meaning(of key: Key) -> KeyMeaning? {
    meanings[key]
  }

  private static let meanings = Dictionary(
    (form + text).flatMap { binding in binding.keys.map { ($0, binding.meaning) } },
    uniquingKeysWith: { first, _ in first })
}
