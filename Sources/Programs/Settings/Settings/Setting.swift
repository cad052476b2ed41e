import Identity
import Secrets
import Sentences

/// A choice that can be made in a file, in the environment or on the command line.
package struct Setting: Sendable {
  /// The path in a file, with dots between tables.
  package let name: String
  /// Whether the setting decides who gets in, or which attempts stay on record. The user cannot change an
  /// administrator's choice of such a setting.
  let decidesWhoGetsIn: Bool
  /// Whether the server of the store reads it, and not only the form.
  var isOfService: Bool { decidesWhoGetsIn && !["attempts", "pty", "token-fd", "reuse"].contains(name) }
  /// Whether only the service reads it, where there is one.
  package var isOfServiceOnly: Bool { isOfService && name != "store" }
  /// The accepted values, to follow “expected”.
  package let expected: String
  /// The words that the setting accepts; empty if it accepts other values.
  package let words: [String]
  /// Puts a value into the settings. Returns false if the setting does not accept the value.
  let apply: @Sendable (inout Settings, TOMLValue) -> Bool
  /// The value in force.
  let value: @Sendable (Settings) -> TOMLValue
  /// The value in force, as a settings file writes it.
  package func text(in settings: Settings) -> String { value(settings).description }
  /// The explanation of a default that is not the same everywhere; nil for other settings.
  package let note: String?

  private init(
    name: String, decidesWhoGetsIn: Bool, expected: String, words: [String] = [], note: String? = nil,
    apply: @escaping @Sendable (inout Settings, TOMLValue) -> Bool, value: @escaping @Sendable (Settings) -> TOMLValue
  ) {
    self.name = name
    self.decidesWhoGetsIn = decidesWhoGetsIn
    self.expected = expected
    self.note = note
    self.words = words
    self.apply = apply
    self.value = value
  }

  /// The place of a value.
  private typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// All settings, in the order of `signin config show`.
  package static let all: [Setting] = [
    store,
    accounts,
    signUp,
    number("attempts", \.attempts, 1...1000, decidesWhoGetsIn: true),
    timeout,
    choice("validate", \.validation),
    hints,
    theme,
    text("title", \.title, 1...200),
    text("greeting", \.greeting, 0...200),
    text("help", \.help, 0...200),
    show,
    flag("mouse", \.takesMouse),
    number("password.least", \.leastPasswordLength, 1...256, decidesWhoGetsIn: true),
    number("password.most", \.mostPasswordLength, 1...256, decidesWhoGetsIn: true),
    number("password.days", \.passwordDays, 0...3650, decidesWhoGetsIn: true),
    number("password.warning-days", \.passwordWarningDays, 0...365, decidesWhoGetsIn: true),
    choice("require", \.require, decidesWhoGetsIn: true),
    flag("keys.software", \.takesSoftwareKeys, decidesWhoGetsIn: true),
    sealingKey,
    number("hash.memory-kib", \.hashMemory, 1...HashCost.limit.memoryKiB, decidesWhoGetsIn: true),
    number("hash.passes", \.hashPasses, 1...1000, decidesWhoGetsIn: true),
    hashParallel,
    hashMostMemory,
    number("throttle.first-blocking-failure", \.firstBlockingFailure, 1...100, decidesWhoGetsIn: true),
    number("throttle.longest-block", \.longestBlock, 1...86_400, decidesWhoGetsIn: true),
    number("throttle.memory", \.throttleMemory, 60...31_536_000, decidesWhoGetsIn: true),
    number("throttle.disable-after", \.disableAfter, 0...10_000, decidesWhoGetsIn: true),
    uids("throttle.gate-uids", \.gateUIDs),
    uids("verify-uids", \.verifyUIDs),
    number("session.idle", \.sessionIdle, 1...31_536_000, decidesWhoGetsIn: true),
    number("session.lifetime", \.sessionLifetime, 1...31_536_000, decidesWhoGetsIn: true),
    number("activity.days", \.activityDays, 0...36_500, decidesWhoGetsIn: true),
    flag("pty", \.ownTerminal, decidesWhoGetsIn: true),
    flag("token-fd", \.tokenDescriptor, decidesWhoGetsIn: true),
    reuse,
    choice("log", \.log, decidesWhoGetsIn: true),
  ]

  /// The settings that a running service keeps until it starts again.
  package static let waitingForRestart = all.filter {
    ["store", "sealing-key", "hash.parallel", "hash.most-memory", "activity.days", "log"].contains(
      $0.name)
  }

  static func named(_ name: String) -> Setting? {
    all.first { $0.name == name }
  }

  /// The environment variable that chooses the store. No other setting has one.
  static let storeVariable = "SIGNIN_STORE"

  static let store = Setting(
    name: "store", decidesWhoGetsIn: true,
    expected: "sqlite:PATH, postgresql://HOST/DATABASE, service=NAME, service:/PATH",
    note: translated("default; a file in $XDG_DATA_HOME, or the service of this machine"),
    apply: { settings, value in
      guard let text = value.text else { return false }
      settings.store = text
      return true
    },
    value: { .string($0.store ?? (try? StoreAddress.standard().url) ?? "") })

  private static let sealingKey = Setting(
    name: "sealing-key", decidesWhoGetsIn: true, expected: translated("the path of a file, from /"),
    note: translated("default, beside the store"),
    apply: { settings, value in
      guard let path = value.text, path.hasPrefix("/") else { return false }
      settings.sealingKey = path
      return true
    },
    value: { .string($0.sealingKey ?? "") })

  private static let hashParallel = Setting(
    name: "hash.parallel", decidesWhoGetsIn: true,
    expected: translated("a number from {least} to {most}", ["least": "1", "most": "16"]),
    note: translated("default, the number of cores, at most 4"),
    apply: { settings, value in
      guard let number = value.number, (1...16).contains(number) else { return false }
      settings.hashParallel = number
      return true
    },
    value: { .integer($0.hashesAtOnce) })

  private static let hashMostMemory = Setting(
    name: "hash.most-memory", decidesWhoGetsIn: true,
    expected: translated("a number from {least} to {most}", ["least": "19", "most": "1048576"]),
    note: translated("default, half of the memory that a service may use"),
    apply: { settings, value in
      guard let number = value.number, (19...1_048_576).contains(number) else { return false }
      settings.hashMostMemory = number
      return true
    },
    value: { .integer($0.hashMemoryAtOnce / 1024) })

  private static let timeout = Setting(
    name: "timeout", decidesWhoGetsIn: false,
    expected: translated("a number from {least} to {most}", ["least": "0", "most": "86400"]),
    note: translated("default with -- or --print, else 0"),
    apply: { settings, value in
      guard let number = value.number, (0...86_400).contains(number) else { return false }
      settings.timeout = number
      return true
    },
    value: { .integer($0.timeout ?? 120) })

  /// A provider's name starts a program, so it is no path.
  private static let accounts = Setting(
    name: "accounts", decidesWhoGetsIn: true,
    expected: translated("\"signin\", the name of a provider such as \"pam\", or a list of both"),
    apply: { settings, value in
      let names: [String]
      switch value {
      case .strings(let list): names = list
      case .string(let text): names = text.split(separator: ",").map(String.init)
      case .integer, .boolean: return false
      }
      guard !names.isEmpty, Set(names).count == names.count, names.allSatisfy(LoginName.isProvider),
        names.count(where: { $0 != Subject.ourProvider }) <= 1
      else { return false }
      settings.accounts = names
      return true
    },
    value: { .strings($0.accounts) })

  private static func uids(_ name: String, _ path: Path<[String]>) -> Setting {
    Setting(
      name: name, decidesWhoGetsIn: true, expected: translated("a list of uids, such as [\"1001\"]"),
      apply: { settings, value in
        guard case .strings(let uids) = value, uids.allSatisfy({ UInt32($0) != nil }) else { return false }
        settings[keyPath: path] = uids
        return true
      },
      value: { .strings($0[keyPath: path]) })
  }

  private static let reuse = Setting(
    name: "reuse", decidesWhoGetsIn: true, expected: translated("on or off"), words: ["on", "off"],
    note: translated("default, but off for shared uids and a store that an administrator chose"),
    apply: { settings, value in
      guard let isOn = value.isOn else { return false }
      settings.reuse = isOn
      return true
    },
    value: { .string($0.reuse == false ? "off" : "on") })

  private static let signUp = Setting(
    name: "sign-up", decidesWhoGetsIn: true, expected: SignUpRule.allCases.map(\.rawValue).joined(separator: ", "),
    words: SignUpRule.allCases.map(\.rawValue),
    apply: { settings, value in
      guard let rule = value.isOn.map({ $0 ? SignUpRule.on : .off }) ?? value.text.flatMap(SignUpRule.init(rawValue:))
      else { return false }
      settings.signUp = rule
      return true
    },
    value: { .string($0.signUp.rawValue) })

  private static let hints = Setting(
    name: "hints", decidesWhoGetsIn: false, expected: Hints.allCases.map(\.rawValue).joined(separator: ", "),
    words: Hints.allCases.map(\.rawValue),
    apply: { settings, value in
      guard let hints = value.isOn.map({ $0 ? Hints.on : .off }) ?? value.text.flatMap(Hints.init(rawValue:)) else {
        return false
      }
      settings.hints = hints
      return true
    },
    value: { .string($0.hints.rawValue) })

  /// The theme is looked up only by commands that need it: `signin account list` needs none.
  private static let theme = Setting(
    name: "theme", decidesWhoGetsIn: false, expected: translated("the name of a theme, or the path of its file"),
    apply: { settings, value in
      guard let text = value.text, !text.isEmpty else { return false }
      settings.theme = text
      return true
    },
    value: { .string($0.theme) })

  private static let show = Setting(
    name: "show", decidesWhoGetsIn: false,
    expected: translated(
      "a list of {words}", ["words": HeadingPart.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")]),
    apply: { settings, value in
      guard case .strings(let texts) = value else { return false }
      let parts = texts.compactMap(HeadingPart.init(rawValue:))
      guard parts.count == texts.count else { return false }
      settings.show = parts
      return true
    },
    value: { .strings($0.show.map(\.rawValue)) })

  private static func text(
    _ name: String, _ path: Path<String>, _ length: ClosedRange<Int>
  ) -> Setting {
    Setting(
      name: name, decidesWhoGetsIn: false,
      expected: translated(
        "a text of {least} to {most} characters",
        ["least": String(length.lowerBound), "most": String(length.upperBound)]),
      apply: { settings, value in
        guard let text = value.text, length.contains(text.count) else { return false }
        settings[keyPath: path] = text
        return true
      },
      value: { .string($0[keyPath: path]) })
  }

  private static func number(
    _ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>,
    decidesWhoGetsIn: Bool = false
  ) -> Setting {
    Setting(
      name: name, decidesWhoGetsIn: decidesWhoGetsIn,
      expected: translated(
        "a number from {least} to {most}",
        ["least": String(range.lowerBound), "most": String(range.upperBound)]),
      apply: { settings, value in
        guard let number = value.number, range.contains(number) else { return false }
        settings[keyPath: path] = number
        return true
      },
      value: { .integer($0[keyPath: path]) })
  }

  private static func flag(
    _ name: String, _ path: Path<Bool>, decidesWhoGetsIn: Bool = false
  ) -> Setting {
    Setting(
      name: name, decidesWhoGetsIn: decidesWhoGetsIn, expected: translated("on or off"), words: ["on", "off"],
      apply: { settings, value in
        guard let isOn = value.isOn else { return false }
        settings[keyPath: path] = isOn
        return true
      },
      value: { .string($0[keyPath: path] ? "on" : "off") })
  }

  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Choice>, decidesWhoGetsIn: Bool = false
  ) -> Setting {
    Setting(
      name: name, decidesWhoGetsIn: decidesWhoGetsIn, expected: Choice.allCases.map(\.rawValue).joined(separator: ", "),
      words: Choice.allCases.map(\.rawValue),
      apply: { settings, value in
        guard let choice = value.text.flatMap(Choice.init(rawValue:)) else { return false }
        settings[keyPath: path] = choice
        return true
      },
      value: { .string($0[keyPath: path].rawValue) })
  }
}
