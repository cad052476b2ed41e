import Programs
import Sentences

/// The options of a keeper's program, which other programs and units give, and rarely people.
struct KeeperOptions {
  /// The places of a service that runs without a service manager.
  struct Places {
    /// The socket for forms; nil for the machine's.
    var listen: String?
    /// The socket for administrators; nil for the machine's, or for none if the other one is chosen.
    var admin: String?
    /// The folder of the store.
    var state: String?
  }

  /// The store and the accounts, as choices of settings.
  private(set) var choices: [SettingChoice] = []
  /// The settings file of `--config`.
  private(set) var config: String?
  private(set) var places = Places()
  private(set) var isService = false
  private(set) var showsVersion = false
  private(set) var showsHelp = false

  init(_ arguments: [String]) throws(Failure) {
    var rest = arguments[...]
    isService = arguments.contains("--service")
    var isEmbedded = false
    while let argument = rest.popFirst() {
      switch argument {
      case "--version": showsVersion = true
      case "--help": showsHelp = true
      case "--service": break
      case "--embedded" where !isService: isEmbedded = true
      case "--config": config = try Self.value(of: argument, "FILE", &rest)
      case "--store" where !isService:
        let url = try Self.value(of: argument, "URL", &rest)
        if let choice = SettingChoice(option: "store", url) { choices.append(choice) }
      case "--accounts" where !isService:
        let names = try Self.value(of: argument, "NAME[,NAME]", &rest)
        if let choice = SettingChoice(option: "accounts", names) { choices.append(choice) }
      case "--listen" where isService: places.listen = try Self.value(of: argument, "PATH", &rest)
      case "--admin" where isService: places.admin = try Self.value(of: argument, "PATH", &rest)
      case "--state" where isService: places.state = try Self.value(of: argument, "FOLDER", &rest)
      default:
        let known = isService ? Self.ofService : Self.ofEmbedded
        throw Failure(.usage, UsageMistake.noOption(argument, among: known).sentence)
      }
    }
    guard isEmbedded || isService || showsVersion || showsHelp else { throw .notForPeople }
  }

  /// How to start the program.
  static var help: String {
    """
    \(CommandLine.arguments.first?.split(separator: "/").last ?? "signind") --service [--config FILE] [--listen PATH] [--admin PATH] [--state FOLDER]

    """
      + translated(
        "The service that keeps a machine's accounts; see signind(8). Without it, signin starts signind by itself.")
  }

  private static let ofEmbedded = [
    "--embedded", "--service", "--store", "--accounts", "--config", "--version", "--help",
  ]
  private static let ofService = ["--service", "--config", "--listen", "--admin", "--state", "--version", "--help"]

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
    .usage, translated("signin starts signind by itself. Start signin, or use signind --service for a machine."))
}
