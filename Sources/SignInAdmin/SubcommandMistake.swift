import ArgumentParser
import Programs
import Sentences

extension Failure {
  /// The failure for a wrong command line of a subcommand, in the program's words and language.
  /// - Parameters:
  ///   - message: ArgumentParser's message in English. Its important parts are in single quotation marks.
  ///   - line: The command line.
  static func mistake(_ message: String, in line: SubcommandLine) -> Failure {
    usage(sentence(message, line), see: line.name)
  }

  private static func sentence(_ message: String, _ line: SubcommandLine) -> String {
    if let word = line.mistyped {
      let names =
        line.name == "signin" ? RootCommand.subcommandNames : line.command.configuration.subcommandNames
      return translated("Unknown subcommand “{argument}”.", ["argument": word])
        + (DidYouMean.sentence(word, among: names) ?? "")
    }
    func noOption(_ option: String) -> String {
      UsageMistake.noOption(option, among: HelpPage.options(of: line.command)).sentence
    }
    let parts = message.split(separator: "'", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2 else {
      let option = "Invalid option: "
      return message.hasPrefix(option) ? noOption(String(message.dropFirst(option.count))) : message
    }
    // Typed text can contain such marks; the program's own words cannot.
    func typed(_ count: Int = 2) -> String { parts[1..<max(2, parts.count + 1 - count)].joined(separator: "'") }
    let own = parts[parts.count - 2].filter { !"<>".contains($0) }
    let option = own.split(separator: " ").map(String.init)
    switch parts[0] {
    case "Unknown option ": return noOption(typed(parts.last == "?" ? 4 : 2))
    case "Missing value for " where option.count == 2:
      return UsageMistake.valueMissing(option: option[0], value: option[1]).sentence
    case "The option ": return UsageMistake.valueNotTaken(option: parts[1]).sentence
    case "The value " where option.count == 2:
      return translated("{option} needs a number, not “{value}”.", ["option": option[0], "value": typed(4)])
    case "Missing expected argument ": return translated("{argument} is missing.", ["argument": own])
    case "Unexpected argument ": return tooMuch(typed())
    case let start where start.hasSuffix(" unexpected arguments: "): return tooMuch(parts[1])
    default: return message
    }
  }

  private static func tooMuch(_ argument: String) -> String {
    translated("Unexpected argument “{argument}”.", ["argument": argument])
  }
}
