import Programs
import Sentences

/// The options of `signind`, which other programs give, not people.
struct KeeperOptions {
  /// The store and the accounts, as choices of settings.
  private(set) var choices: [SettingChoice] = []
  /// The settings file of `--config`.
  private(set) var config: String?
  private(set) var showsVersion = false

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    var isEmbedded = false
    while let argument = rest.popFirst() {
      switch argument {
      case "--version": showsVersion = true
      case "--embedded": isEmbedded = true
      case "--config": config = try Self.value(of: argument, "FILE", &rest)
      case "--store":
        let url = try Self.value(of: argument, "URL", &rest)
        if let choice = SettingChoice(option: "store", url) { choices.append(choice) }
      case "--accounts":
        let names = try Self.value(of: argument, "NAME[,NAME]", &rest)
        if let choice = SettingChoice(option: "accounts", names) { choices.append(choice) }
      default: throw Failure(.usage, UsageMistake.noOption(argument, among: Self.all).sentence)
      }
    }
    guard isEmbedded || showsVersion else { throw .notForPeople }
  }

  private static let all = ["--embedded", "--store", "--accounts", "--config", "--version"]

  private static func value(
    of option: String, _ placeholder: String, _ rest: inout ArraySlice<String>
  ) throws(Failure) -> String {
    guard let value = rest.popFirst() else {
      throw Failure(.usage, UsageMistake.valueMissing(option: option, value: placeholder).sentence)
    }
    return value
  }
}

extension Failure {
  /// Somebody started the program who is no form.
  static let notForPeople = Failure(
    .usage, translated("signind serves a form that starts it, over a socket on descriptor 3. Start signin instead."))
}
