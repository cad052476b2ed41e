import TOML

/// A value as settings read it: with a type in a file, as text on the command line and in the environment.
extension TOMLValue {
  var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  var number: Int? {
    switch self {
    case .integer(let number): number
    case .string(let text): Int(text)
    case .boolean, .strings: nil
    }
  }

  var isOn: Bool? {
    switch self {
    case .boolean(let isOn): isOn
    case .string("on"): true
    case .string("off"): false
    case .string, .integer, .strings: nil
    }
  }
}
