import Programs

/// The options that all subcommands share, on the line of one that this program runs itself.
struct SharedChoices {
  private(set) var choices: [SettingChoice] = []
  private(set) var config: String?

  /// Takes an option with its value, which may be the next argument. Returns false for any other option.
  mutating func take(_ argument: String, _ rest: inout ArraySlice<String>) -> Bool {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let option = SharedOption(rawValue: parts[0]), let value = parts.count == 2 ? parts[1] : rest.popFirst()
    else { return false }
    switch option {
    case .store: choices = [SettingChoice(option: "store", value)].compactMap { $0 }
    case .config: config = value
    }
    return true
  }
}
