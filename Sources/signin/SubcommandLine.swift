import ArgumentParser

/// A command line with a subcommand: which one, and in the order in which ArgumentParser reads it.
struct SubcommandLine {
  /// The innermost command that is named.
  private(set) var command: any ParsableCommand.Type = SignInCommand.self
  /// How that is typed.
  private(set) var name = "signin"
  /// What stands where one of its subcommands should, and is none.
  private(set) var mistyped: String?
  /// The options that all subcommands share stand behind the subcommand's name here, wherever they were typed.
  let arguments: [String]

  init(_ typed: [String]) {
    var (path, shared, rest) = ([String](), [String](), typed[...])
    while let word = rest.first {
      let next = command.configuration.subcommands.first { $0.configuration.commandName == word }
      if let next {
        command = next
        name += " " + word
      }
      if next != nil || word == "help" && !command.configuration.subcommands.isEmpty {
        path.append(rest.removeFirst())
      } else if FormOptions.shared.contains(String(word.prefix { $0 != "=" })) {
        let option = rest.prefix(word.contains("=") ? 1 : 2)
        shared += option
        rest = rest.dropFirst(option.count)
      } else {
        break
      }
    }
    let isGroup = !command.configuration.subcommands.isEmpty
    if isGroup, let word = rest.first, !word.hasPrefix("-") { mistyped = word }
    // A page of help has no use for them.
    arguments = path + (isGroup || path.contains("help") ? [] : shared) + rest
  }
}

extension CommandConfiguration {
  /// The subcommands, as they are typed.
  var subcommandNames: [String] { subcommands.compactMap { $0.configuration.commandName } }
}
