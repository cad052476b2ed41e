import ArgumentParser
import Identity
import ProgramSupport
package import Settings
import Sentences

/// A command beside the form. It does one thing, reports the result on standard output, and exits.
protocol Subcommand: ParsableCommand {
  /// Does the work. After a failure the program exits with its status and sentence.
  func perform() throws(Failure)
}

extension Subcommand {
  func run() throws {
    try startWorker()
    try perform()
  }
}

extension CommandConfiguration {
  /// A subcommand with examples of its use.
  init(
    _ name: String, _ abstract: String, _ discussion: String = "", usage: String? = nil, examples: String...,
    aliases: [String] = []
  ) {
    let text = "EXAMPLES:\n" + examples.map { "  " + $0 }.joined(separator: "\n")
    self.init(
      commandName: name, abstract: abstract, usage: usage,
      discussion: discussion.isEmpty ? text : discussion + "\n\n" + text, aliases: aliases)
  }

  /// A group of subcommands.
  /// - Parameter parent: The group that it is in.
  init<Group: ParsableCommand>(
    group name: String, in parent: String? = nil, _ abstract: String, of group: Group.Type,
    _ subcommands: [any ParsableCommand.Type]
  ) {
    let path = ["signin", parent, name].compactMap(\.self).joined(separator: " ")
    self.init(
      commandName: name, abstract: abstract, usage: path + " <subcommand>",
      subcommands: subcommands + [GroupHelp<Group>.self],
      defaultSubcommand: GroupHelp<Group>.self)
  }
}

/// The options that a subcommand shares with the form.
package struct SubcommandOptions: ParsableArguments {
  @OptionGroup var store: StoreOption
  @OptionGroup var file: ConfigOption
  @ParentCommand var signin: RootCommand

  package init() {}

  package func validate() throws {
    if let option = signin.signIn.given.first {
      throw ValidationError(translated("{option} can't be used with a subcommand.", ["option": option]))
    }
  }

  /// Whether passwords come from standard input, if the subcommand has that flag.
  var readsPassword: Bool { signin.signIn.readsPassword }
  /// Whether the token is passed in a descriptor, if the subcommand has that flag.
  var passesToken: Bool { signin.signIn.passesToken }
  /// Whether to ask line by line, if the subcommand has that flag.
  package var isPlain: Bool { signin.signIn.isPlain }
  /// The settings that the command line chooses.
  package var choices: [SettingChoice] { signin.settings.choices + store.choices }
  /// The settings file of `--config`.
  package var config: String? { file.config }

  package var settings: Settings {
    get throws(Failure) { try Settings.effective(options: choices, file: config) }
  }

  var access: StoreAccess {
    get throws(Failure) { try StoreAccess(settings) }
  }
}

/// The same, of a command that has the form's option `--email` as well. The parser finds it among those of the form.
struct SubcommandOptionsWithEmail: ParsableArguments {
  @OptionGroup var store: StoreOption
  @OptionGroup var file: ConfigOption
  @ParentCommand var signin: RootCommand

  func validate() throws {
    if let option = signin.signIn.given.first(where: { $0 != "--email" }) {
      throw ValidationError(translated("{option} can't be used with a subcommand.", ["option": option]))
    }
  }

  var email: String? { signin.signIn.email }

  var access: StoreAccess {
    get throws(Failure) {
      try StoreAccess(Settings.effective(options: signin.settings.choices + store.choices, file: file.config))
    }
  }
}

/// An account, given by its owner's email.
struct AccountArgument: ParsableArguments {
  @Argument(help: "The account's email.", completion: .email)
  var email: String

  /// The email, if a store may hold it.
  var address: EmailAddress {
    get throws(Failure) { try EmailAddress(given: email) }
  }
}

/// What a group does without one of its subcommands: shows help, or suggests a subcommand for a mistyped one.
struct GroupHelp<Group: ParsableCommand>: ParsableCommand {
  static var configuration: CommandConfiguration {
    let usage = Group.configuration.usage ?? ""
    return CommandConfiguration(
      commandName: "help", abstract: "Show the subcommands of \(usage.replacing(" <subcommand>", with: "")).",
      usage: usage, shouldDisplay: false)
  }

  @OptionGroup(visibility: .hidden) var options: SubcommandOptions
  @Argument(help: .hidden) var words: [String] = []

  func run() throws {
    guard let word = words.first else { throw CleanExit.helpRequest(Group.self) }
    let named = Group.configuration.subcommands.first { $0.configuration.names.contains(word) }
    if let named { throw CleanExit.helpRequest(named) }
    throw Failure.unknownSubcommand(word, of: Group.self)
  }
}

extension Failure {
  /// A word stands in the place of a subcommand.
  static func unknownSubcommand(_ word: String, of group: any ParsableCommand.Type) -> Failure {
    let isRoot = group == RootCommand.self
    let names = group.configuration.subcommands.flatMap { $0.configuration.names } + ["help"]
    var sentence = translated("Unknown subcommand “{argument}”.", ["argument": word])
    if let meant = isRoot ? elsewhere(word) : nil {
      sentence += " " + meant
    } else if let meant = DidYouMean.sentence(word, among: names) {
      sentence += meant
    } else if isRoot {
      sentence += " " + translated("Put a command to run after --.")
    }
    let name = group.configuration.commandName ?? ""
    return .usage(sentence, see: isRoot ? name : "signin " + name)
  }

  /// A sentence that names the group where the word is a subcommand; nil if there is none.
  private static func elsewhere(_ word: String) -> String? {
    for group in RootCommand.configuration.subcommands {
      guard let meant = group.configuration.subcommands.first(where: { $0.configuration.names.contains(word) })
      else { continue }
      let path = [group, meant].compactMap { $0.configuration.commandName }.joined(separator: " ")
      return translated("Did you mean {word}?", ["word": path])
    }
    return nil
  }
}

extension CommandConfiguration {
  /// The words that people type for it.
  var names: [String] { [commandName].compactMap { $0 } + aliases }
}
