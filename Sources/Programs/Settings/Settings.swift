package import ProgramSupport
import Glibc
package import Identity
package import Secrets
import Sentences
import Unix
import TOML

/// All settings of the programs, with the values in force. See ``Setting`` for their names.
package struct Settings: Sendable {
  var store: String?
  /// The providers of accounts: ours, another one, or both.
  var accounts = [Subject.ourProvider]
  package var signUp = SignUpRule.first
  package var attempts = 5
  /// Seconds; 0 for never.
  package var timeout: Int?
  package var validation = Validation.live
  package var hints = Hints.auto
  /// The name of a theme, or the path of its file.
  package var theme = "auto"
  /// The title of the sign-in form.
  package var title = translated("Sign in")
  /// The text below the title of every form; empty for none.
  package var greeting = ""
  /// The text below the sign-in form, for people who cannot sign in; empty for none.
  package var help = ""
  /// The line below the title also shows these, in any order.
  package var show: [HeadingPart] = []
  package var takesMouse = true
  var leastPasswordLength = PasswordPolicy().length.lowerBound
  var mostPasswordLength = PasswordPolicy().length.upperBound
  /// The days for which a password is good; 0 for no limit.
  var passwordDays = 0
  /// The days before its end from which the owner of a password is warned.
  var passwordWarningDays = 7
  package var require = Requirement.nothing
  /// Whether keys without a touch count as a second step.
  package var takesSoftwareKeys = false
  /// The file of the key that seals second steps; nil for the usual one.
  package var sealingKey: String?
  var hashMemory = HashCost.standard.memoryKiB
  var hashPasses = HashCost.standard.passes
  /// Nil unless somebody chose.
  var hashParallel: Int?
  /// In MiB; nil unless somebody chose.
  var hashMostMemory: Int?
  var firstBlockingFailure = Throttle().firstBlockingFailure
  /// The failures in a row after which an email takes no attempts; 0 for never.
  var disableAfter = 0
  /// The uids that many people share, as texts.
  var gateUIDs: [String] = []
  /// The uids that may ask whose session a token is, as texts.
  var verifyUIDs: [String] = []
  /// In seconds, like the three below.
  var longestBlock = Int(Throttle().longestBlock.components.seconds)
  var throttleMemory = Int(Throttle().memory.components.seconds)
  var sessionIdle = Int(SessionLifetime().idle.components.seconds)
  var sessionLifetime = Int(SessionLifetime().absolute.components.seconds)
  /// The days that an attempt stays in the log; 0 for no limit.
  var activityDays = 400

  /// Whether the command behind the form gets a terminal of its own.
  package var ownTerminal = false
  /// Whether the command behind the form gets a descriptor from which it can read its session's token.
  package var tokenDescriptor = false
  /// Whether sessions are kept and reused; nil unless it is set.
  var reuse: Bool?
  /// Where the rows of the log go. Each goes to the store in any case.
  package var log = LogDestination.store

  /// Returns the origin of a setting's value; nil for its default.
  package func origin(of setting: String) -> SettingOrigin? { choice(of: setting)?.origin }
  /// Returns the choice of a setting in force; nil for its default.
  func choice(of setting: String) -> SettingChoice? { choices.first { $0.setting.name == setting } }
  /// The choices in force.
  private(set) var choices: [SettingChoice] = []
  /// Whether an administrator chose a store, even if an option of the command line names another one.
  var isStorePinned = false

  package var passwordPolicy: PasswordPolicy {
    PasswordPolicy(length: leastPasswordLength...max(leastPasswordLength, mostPasswordLength))
  }

  package var passwordAge: NewPasswordStep.Age {
    NewPasswordStep.Age(
      most: passwordDays == 0 ? nil : .seconds(passwordDays * 86_400), warning: .seconds(passwordWarningDays * 86_400))
  }

  package var throttle: Throttle {
    Throttle(
      firstBlockingFailure: firstBlockingFailure, longestBlock: .seconds(longestBlock),
      memory: .seconds(throttleMemory),
      disablingFailure: disableAfter == 0 ? nil : disableAfter, gateUIDs: Set(gateUIDs.compactMap { UInt32($0) }))
  }

  /// The users who may ask whose session a token is, besides root.
  package var uidsThatVerify: Set<UInt32> { Set(verifyUIDs.compactMap { UInt32($0) }) }

  /// The names under which people can sign in.
  package var logins: LoginKind {
    guard let provider = accounts.first(where: { $0 != Subject.ourProvider }) else { return .email }
    return accounts.contains(Subject.ourProvider) ? .either(provider: provider) : .name(provider: provider)
  }

  package var session: SessionLifetime {
    SessionLifetime(idle: .seconds(sessionIdle), absolute: .seconds(sessionLifetime))
  }

  /// The time that an attempt stays in the log; nil for no limit.
  package var retention: Duration? {
    activityDays == 0 ? nil : .seconds(activityDays * 86_400)
  }

  /// How many hashes a service computes at once. Each takes memory, and waits for it more than for its processor.
  package var hashesAtOnce: Int { hashParallel ?? max(1, min(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 4)) }

  /// How much memory the hashes of a service take at once, in KiB: half of what there is, unless somebody chose.
  package var hashMemoryAtOnce: Int { (hashMostMemory ?? MachineMemory.available / 2) * 1024 }

  /// - Throws: A failure if hashing would be too weak or cost too much.
  package var argon2id: Argon2id {
    get throws(Failure) {
      do {
        return try Argon2id(memoryKiB: hashMemory, passes: hashPasses)
      } catch {
        throw mistake(error.sentence, in: "hash.memory-kib", "hash.passes")
      }
    }
  }
}

/// The steps that every sign-in takes besides the password.
package enum Requirement: String, CaseIterable, Sendable {
  /// None. Accounts that have a second step are asked for it.
  case nothing
  /// A second step. Accounts that have none set it up while they sign in.
  case secondStep = "second-step"
}

/// The rule for creating accounts at the form.
package enum SignUpRule: String, CaseIterable, Sendable {
  /// Anybody, while there is no account.
  case first
  /// Anybody.
  case on
  /// Only administrators, with `signin account add` and `import`.
  case off
}

/// The origin of a setting's value, from the strongest to the weakest.
package enum SettingOrigin: Hashable, Sendable {
  /// An option on the command line.
  case option
  /// An environment variable.
  case environment(name: String)
  /// The file that `--config` names.
  case givenFile(path: String)
  /// The user's own file.
  case userFile(path: String)
  /// The machine's file.
  case systemFile(path: String)

  /// The path, if the origin is a file.
  package var path: String? {
    switch self {
    case .givenFile(let path), .userFile(let path), .systemFile(let path): path
    case .option, .environment: nil
    }
  }

  /// Whether the administrator made the choice. Options belong to neither side: they always win.
  var isAdministrator: Bool {
    switch self {
    case .givenFile, .systemFile: true
    case .option, .environment, .userFile: false
    }
  }

  /// Whether the user made the choice. It must not undo the administrator's choice about who gets in.
  var isUser: Bool {
    switch self {
    case .environment, .userFile: true
    case .option, .givenFile, .systemFile: false
    }
  }
}

/// The choice of one setting in one place.
package struct SettingChoice: Sendable {
  package let setting: Setting
  let value: TOMLValue
  let origin: SettingOrigin
  /// The line in the file, counted from 1.
  var line: Int?
}

extension SettingChoice {
  /// Whether the setting accepts the value.
  package var isAcceptable: Bool {
    var scratch = Settings()
    return setting.apply(&scratch, value)
  }

  /// The text of an option on the command line; nil for a choice from elsewhere.
  package var optionText: String? { origin == .option ? value.text : nil }

  /// The choice that an option on the command line makes; nil if there is no such setting.
  package init?(option name: String, _ text: String) {
    guard let setting = Setting.named(name) else { return nil }
    self.init(setting: setting, value: .string(text), origin: .option)
  }
}

extension Settings {
  /// The settings after all `choices`, the strongest first. The user cannot change an administrator's choice about who
  /// gets in.
  init(_ choices: [SettingChoice]) {
    // Only the settings that are set: the table of all is not built for a start without any.
    isStorePinned = choices.contains { $0.setting.name == "store" && $0.origin.isAdministrator }
    var rest = choices
    while let setting = rest.first?.setting {
      let about = rest.filter { $0.setting.name == setting.name }
      rest.removeAll { $0.setting.name == setting.name }
      let isClosed = setting.decidesWhoGetsIn && about.contains { $0.origin.isAdministrator }
      guard let choice = about.first(where: { !(isClosed && $0.origin.isUser) }) else { continue }
      if setting.apply(&self, choice.value) { self.choices.append(choice) }
    }
  }

  /// The settings in force: options win over the environment, and the environment over files.
  /// - Parameters:
  ///   - options: The choices on the command line.
  ///   - file: The file that `--config` names.
  package static func effective(options: [SettingChoice], file: String?) throws(Failure) -> Settings {
    var choices = options
    let variable = Setting.storeVariable
    if let text = Environment.variable(variable) {
      choices.append(SettingChoice(setting: .store, value: .string(text), origin: .environment(name: variable)))
    }
    return try effective(choices, file, user: SettingsFile.ofUser, system: SettingsFile.ofMachine)
  }

  /// The same, with the files of the user and of the machine, the strongest first.
  ///
  /// A form at a service reads no file of services: what it needs to know of them is in the service's welcome, and a
  /// mistake in them locks nobody out. A user's own choice of a service does not count here, because an administrator may
  /// have chosen another store in these files.
  static func effective(
    _ choices: [SettingChoice], _ given: String?, user: [SettingsFile], system: [SettingsFile]
  ) throws(Failure) -> Settings {
    let form = try checked(
      choices + inFiles(given, user: user.filter { !$0.isOfService }, system: system.filter { !$0.isOfService }))
    if form.origin(of: "store")?.isUser != true, case .service? = try? form.storeAddress { return form }
    return try checked(choices + inFiles(given, user: user, system: system))
  }

  /// The settings of a program that opens a store for others. The environment counts for nothing.
  /// - Parameters:
  ///   - store: The store that its command line names, if it does.
  ///   - file: The file that `--config` names.
  package static func ofService(store: String?, file: String? = nil) throws(Failure) -> Settings {
    let named = store.flatMap { SettingChoice(option: "store", $0) }.map { [$0] } ?? []
    return try checked(named + inFiles(file, user: SettingsFile.ofUser, system: SettingsFile.ofMachine))
  }

  private static func inFiles(
    _ given: String?, user: [SettingsFile], system: [SettingsFile]
  ) throws(Failure) -> [SettingChoice] {
    var choices: [SettingChoice] = []
    if let given { choices += try SettingsFile(path: given, isRequired: true).choices(from: .givenFile(path: given)) }
    for file in user { choices += try file.choices(from: .userFile(path: file.path)) }
    for file in system { choices += try file.choices(from: .systemFile(path: file.path)) }
    return choices
  }

  static func checked(_ choices: [SettingChoice]) throws(Failure) -> Settings {
    let settings = Settings(choices)
    guard settings.leastPasswordLength <= settings.mostPasswordLength else {
      throw settings.mistake(
        translated(
          "password.least ({least}) is more than password.most ({most}).",
          ["least": String(settings.leastPasswordLength), "most": String(settings.mostPasswordLength)]),
        in: "password.least", "password.most")
    }
    try settings.requireApproval()
    // Before anything can print or pass on the name.
    if settings.store.flatMap(StoreAddress.init)?.hasPassword == true {
      throw settings.mistake(Failure.passwordInStore.sentence, in: "store")
    }
    return settings
  }

  /// The failure for settings that contradict each other. It names the place of the first that comes from a file.
  package func mistake(_ sentence: String, in names: String...) -> Failure {
    let places = names.compactMap { name in
      choices.first { $0.setting.name == name && $0.line != nil }.flatMap { choice in
        choice.origin.path.map { SettingsFile.place($0, choice.line ?? 1) }
      }
    }
    return Failure(.configuration, (places.first.map { $0 + ": " } ?? "") + sentence)
  }
}
