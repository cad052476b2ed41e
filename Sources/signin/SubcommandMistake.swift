import Sentences

extension Failure {
  /// What is wrong with the command line of a subcommand, in the words and the language of the program.
  /// - Parameters:
  ///   - message: What ArgumentParser says, in English: what matters of it stands in single quotation marks.
  ///   - command: The command that was meant, as it is typed.
  ///   - hasSubcommands: Whether one of its subcommands should have stood there.
  static func mistake(_ message: String, in command: String, hasSubcommands: Bool) -> Failure {
    usage(sentence(message, hasSubcommands: hasSubcommands), see: command)
  }

  private static func sentence(_ message: String, hasSubcommands: Bool) -> String {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2 else {
      let option = "Invalid option: "
      return message.hasPrefix(option) ? noOption(String(message.dropFirst(option.count))) : message
    }
    // What was typed may hold such marks itself; what comes of the program does not.
    func typed(_ count: Int = 2) -> String { parts[1..<max(2, parts.count + 1 - count)].joined(separator: "'") }
    let own = parts[parts.count - 2].filter { !"<>".contains($0) }
    let option = own.split(separator: " ").map(String.init)
    switch parts[0] {
    case "Unknown option " where parts.last == "?":
      return noOption(typed(4)) + " " + translated("Did you mean {option}?", ["option": own])
    case "Unknown option ": return noOption(typed())
    case "Missing value for " where option.count == 2:
      return UsageMistake.valueMissing(option: option[0], value: option[1]).sentence
    case "The option ": return UsageMistake.valueNotTaken(option: parts[1]).sentence
    case "The value " where option.count == 2:
      return translated(
        "{option} needs a number, and “{value}” is none.", ["option": option[0], "value": typed(4)])
    case "Missing expected argument ": return translated("{argument} is missing.", ["argument": own])
    case "Unexpected argument " where hasSubcommands:
      return translated("There is no subcommand “{argument}”.", ["argument": typed()])
    case "Unexpected argument ": return tooMuch(typed())
    case let start where start.hasSuffix(" unexpected arguments: "): return tooMuch(parts[1])
    default: return message
    }
  }

  private static func noOption(_ option: String) -> String {
    UsageMistake.noOption(option).sentence
  }

  private static func tooMuch(_ argument: String) -> String {
    translated("“{argument}” is one argument too many.", ["argument": argument])
  }
}
