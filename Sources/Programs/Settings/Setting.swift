import ProgramSupport
import Identity
import Secrets
import Sentences
import TOML

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
  /// The accepted values of a file, where flags are booleans.
  var expectedInFile: String { words == ["on", "off"] ? translated("true or false") : expected }
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

  /// - Parameters:
  ///   - path: The place of its value.
  ///   - read: Returns the value that is meant; nil if the setting does not accept it.
  ///   - value: The value in force.
  private init<Value>(
    _ name: String, _ path: Path<Value>, decidesWhoGetsIn: Bool, expected: String, words: [String] = [],
    note: String? = nil, read: @escaping @Sendable (TOMLValue) -> Value?,
    value: @escaping @Sendable (Settings) -> TOMLValue
  ) {
    self.name = name
    self.decidesWhoGetsIn = decidesWhoGetsIn
    self.expected = expected
    self.note = note
    self.words = words
    self.value = value
    apply = { settings, given in
      guard let value = read(given) else { return false }
      settings[keyPath: path] = value
      return true
    }
  }

  /// A setting of the table of a provider, see ``ofApproval(_:)``. Its value is only in the choices.
  init(approval name: String, expected: String, accepts: @escaping @Sendable (TOMLValue) -> Bool) {
    self.name = name
    self.expected = expected
    (decidesWhoGetsIn, note, words) = (true, nil, [])
    apply = { _, value in accepts(value) }
    value = { $0.choice(of: name)?.value ?? .string("") }
  }

  /// The place of a value.
  private typealias Path<Value> = any WritableKeyPath<Settings, Value> & Sendable

  /// All settings, in the order of `signin config show`.
  package static let all: [Setting] = [
    store,
    accounts,
    choice("sign-up", \.signUp, on: .on, off: .off, decidesWhoGetsIn: true),
    number("attempts", \.attempts, 1...1000, decidesWhoGetsIn: true),
    number(
      "timeout", \.timeout, 0...86_400, note: translated("default with -- or --print, else 0"),
      value: { $0.timeout ?? 120 }),
    choice("validate", \.validation),
    choice("hints", \.hints, on: .on, off: .off),
    // It is looked up only by commands that need it: `signin account list` needs none.
    text("theme", \.theme, expected: translated("the name of a theme, or the path of its file")) { !$0.isEmpty },
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
    number(
      "hash.parallel", \.hashParallel, 1...16, decidesWhoGetsIn: true,
      note: translated("default, the number of cores, at most 4"), value: \.hashesAtOnce),
    number(
      "hash.most-memory", \.hashMostMemory, 19...1_048_576, decidesWhoGetsIn: true,
      note: translated("default, half of the memory that a service may use"), value: { $0.hashMemoryAtOnce / 1024 }),
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
    all.first { $0.name == name } ?? ofApproval(name)
  }

  /// The environment variable that chooses the store. No other setting has one.
  static let storeVariable = "SIGNIN_STORE"

  static let store = Setting(
    "store", \.store, decidesWhoGetsIn: true,
    expected: "sqlite:PATH, postgresql://HOST/DATABASE, service=NAME, service:/PATH",
    note: translated("default; a file in $XDG_DATA_HOME, or the service of this machine"),
    read: \.text, value: { .string($0.store ?? (try? StoreAddress.standard().url) ?? "") })

  private static let sealingKey = Setting(
    "sealing-key", \.sealingKey, decidesWhoGetsIn: true, expected: translated("the path of a file, from /"),
    note: translated("default, beside the store"),
    read: { $0.text.flatMap { $0.hasPrefix("/") ? $0 : nil } }, value: { .string($0.sealingKey ?? "") })

  /// A provider's name starts a program, so it is no path.
  private static let accounts = Setting(
    "accounts", \.accounts, decidesWhoGetsIn: true,
    expected: translated("\"signin\", the name of a provider such as \"pam\", or a list of both"),
    read: { value in
      let names: [String]
      switch value {
      case .strings(let list): names = list
      case .string(let text): names = text.split(separator: ",").map(String.init)
      case .integer, .boolean: return nil
      }
      guard !names.isEmpty, Set(names).count == names.count, names.allSatisfy(LoginName.isProvider),
        names.count(where: { $0 != Subject.ourProvider }) <= 1
      else { return nil }
      return names
    },
    value: { .strings($0.accounts) })

  private static let reuse = Setting(
    "reuse", \.reuse, decidesWhoGetsIn: true, expected: translated("on or off"), words: ["on", "off"],
    note: translated("default, but off for shared uids and a store that an administrator chose"),
    read: \.isOn, value: { .string($0.reuse == false ? "off" : "on") })

  private static let show = Setting(
    "show", \.show, decidesWhoGetsIn: false,
    expected: translated(
      "a list of {words}", ["words": HeadingPart.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")]),
    read: { value in
      guard case .strings(let texts) = value else { return nil }
      let parts = texts.compactMap(HeadingPart.init(rawValue:))
      return parts.count == texts.count ? parts : nil
    },
    value: { .strings($0.show.map(\.rawValue)) })

  private static func uids(_ name: String, _ path: Path<[String]>) -> Setting {
    Setting(
      name, path, decidesWhoGetsIn: true, expected: translated("a list of uids, such as [\"1001\"]"),
      read: { value in
        guard case .strings(let uids) = value, uids.allSatisfy({ UInt32($0) != nil }) else { return nil }
        return uids
      },
      value: { .strings($0[keyPath: path]) })
  }

  private static func text(_ name: String, _ path: Path<String>, _ length: ClosedRange<Int>) -> Setting {
    let expected = translated(
      "one line of {least} to {most} characters",
      ["least": String(length.lowerBound), "most": String(length.upperBound)])
    return text(name, path, expected: expected) {
      length.contains($0.count) && !$0.contains(where: \.isNewline)
    }
  }

  private static func text(
    _ name: String, _ path: Path<String>, expected: String, accepts: @escaping @Sendable (String) -> Bool
  ) -> Setting {
    Setting(
      name, path, decidesWhoGetsIn: false, expected: expected,
      read: { $0.text.flatMap { accepts($0) ? $0 : nil } }, value: { .string($0[keyPath: path]) })
  }

  private static func number(
    _ name: String, _ path: Path<Int>, _ range: ClosedRange<Int>, decidesWhoGetsIn: Bool = false
  ) -> Setting {
    number(
      name, path, range, decidesWhoGetsIn: decidesWhoGetsIn, note: nil, read: \.self, value: { $0[keyPath: path] })
  }

  /// A number whose default depends on more than the settings.
  private static func number(
    _ name: String, _ path: Path<Int?>, _ range: ClosedRange<Int>, decidesWhoGetsIn: Bool = false, note: String,
    value: @escaping @Sendable (Settings) -> Int
  ) -> Setting {
    number(name, path, range, decidesWhoGetsIn: decidesWhoGetsIn, note: note, read: { $0 }, value: value)
  }

  private static func number<Value>(
    _ name: String, _ path: Path<Value>, _ range: ClosedRange<Int>, decidesWhoGetsIn: Bool, note: String?,
    read: @escaping @Sendable (Int) -> Value, value: @escaping @Sendable (Settings) -> Int
  ) -> Setting {
    Setting(
      name, path, decidesWhoGetsIn: decidesWhoGetsIn,
      expected: translated(
        "a number from {least} to {most}",
        ["least": String(range.lowerBound), "most": String(range.upperBound)]),
      note: note, read: { $0.number.flatMap { range.contains($0) ? read($0) : nil } },
      value: { .integer(value($0)) })
  }

  private static func flag(_ name: String, _ path: Path<Bool>, decidesWhoGetsIn: Bool = false) -> Setting {
    Setting(
      name, path, decidesWhoGetsIn: decidesWhoGetsIn, expected: translated("on or off"), words: ["on", "off"],
      read: \.isOn, value: { .string($0[keyPath: path] ? "on" : "off") })
  }

  /// - Parameters:
  ///   - on: What `true` and `on` mean besides the words; nil if they are not accepted.
  ///   - off: What `false` and `off` mean.
  private static func choice<Choice: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Choice>, on: Choice? = nil, off: Choice? = nil, decidesWhoGetsIn: Bool = false
  ) -> Setting {
    let words = Choice.allCases.map(\.rawValue)
    return Setting(
      name, path, decidesWhoGetsIn: decidesWhoGetsIn, expected: words.joined(separator: ", "), words: words,
      read: { value in value.isOn.flatMap { $0 ? on : off } ?? value.text.flatMap(Choice.init(rawValue:)) },
      value: { .string($0[keyPath: path].rawValue) })
  }
}
