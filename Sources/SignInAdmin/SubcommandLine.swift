import ArgumentParser
import Programs

/// A command line with a subcommand, in the order in which ArgumentParser reads it.
struct SubcommandLine {
  /// The innermost command on the line.
  private(set) var command: any ParsableCommand.Type = RootCommand.self
  /// The command's full name, as it is typed.
  private(set) var name = "signin"
  /// An unknown word in the place of a subcommand.
  private(set) var mistyped: String?
  /// The arguments. Options that all subcommands share are moved behind the subcommand's name.
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
      } else if SharedOption(rawValue: String(word.prefix { $0 != "=" })) != nil {
        let option = rest.prefix(word.contains("=") ? 1 : 2)
        shared += option
        rest = rest.dropFirst(option.count)
      } else {
        break
      }
    }
    let isGroup = !command.configuration.subcommands.isEmpty
    if isGroup, let word = rest.first, !word.hasPrefix("-") { mistyped = word }
    // A help page does not use the shared options.
    arguments = path + (isGroup || path.contains("help") ? [] : shared) + rest
  }
}

extension CommandConfiguration {
  /// The names of the subcommands, as they are typed.
  var subcommandNames: [String] { subcommands.compactMap { $0.configuration.commandName } }
}
