import ArgumentParser
import Sentences
import Terminal

/// `signin config …`
struct ConfigCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "config", abstract: translated("Look at the settings."), usage: "signin config SUBCOMMAND ...",
    subcommands: [ShowSettingsCommand.self])
}

/// `signin config show`: the settings in force, as a file of settings, and where each comes from.
struct ShowSettingsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: translated("Show the settings in force, and where each comes from."))

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    let settings = try options.settings
    for setting in Setting.all {
      let origin = settings.origins[setting.name]
      // A default that depends on something would be fixed by a file: so it is a comment.
      let mark = origin == nil && setting.note != nil ? "# " : ""
      let line = "\(mark)\(setting.name) = \(setting.value(settings))"
      let comment = origin?.text ?? setting.note ?? translated("default")
      try StandardStreams.writeResult(line + String(repeating: " ", count: max(2, 44 - line.count)) + "# " + comment)
    }
    _ = try (settings.argon2id, settings.themeFile)
  }
}

extension SettingOrigin {
  /// As people name it.
  fileprivate var text: String {
    switch self {
    case .option: translated("command line")
    case .environment(let name): translated("environment, {name}", ["name": name])
    case .givenFile(let path), .userFile(let path), .systemFile(let path): Sanitiser.cleaned(path)
    }
  }
}
