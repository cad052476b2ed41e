import ArgumentParser
import ProgramSupport
import Settings
import Sentences
import Terminal

/// `signin config show`: the settings in force, as a settings file, with the origin of each.
struct ShowSettingsCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "show", "Show the current settings, and where each comes from.",
    examples: "signin config show", "signin --theme light config show")

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let settings = try options.settings
    let isAtService = if case .service? = try? settings.storeAddress { true } else { false }
    for setting in Setting.all + settings.ofProviders {
      if isAtService && setting.isOfServiceOnly && settings.origin(of: setting.name) == nil {
        try StandardStreams.writeResult(Self.line("# " + setting.name, translated("the service decides")))
        continue
      }
      let origin = settings.origin(of: setting.name)
      // A file would fix a default that depends on something else, so such a default is a comment.
      let mark = origin == nil && setting.note != nil ? "# " : ""
      let line = "\(mark)\(setting.name) = \(setting.text(in: settings))"
      let comment = origin?.text ?? setting.note ?? translated("default")
      // Values are escaped already. Cleaning would take out marks that a reader needs.
      try StandardStreams.writeResult(lines: Self.line(line, comment))
    }
    _ = try (settings.argon2id, settings.themeFile)
    if settings.origin(of: "store") != nil { _ = try settings.storeAddress }
    try settings.requireProvider()
  }

  private static func line(_ text: String, _ comment: String) -> String {
    text + String(repeating: " ", count: max(2, 44 - TextWidth.columns(of: text))) + "# " + comment
  }
}

extension SettingOrigin {
  /// The origin's name for people.
  fileprivate var text: String {
    switch self {
    case .option: translated("command line")
    case .environment(let name): translated("environment, {name}", ["name": name])
    case .givenFile(let path), .userFile(let path), .systemFile(let path): Sanitiser.cleaned(path)
    }
  }
}
