import ArgumentParser
import ProgramSupport
import TestSupport
import Testing

@testable import Administration

@Suite("The help page", .fewAtOnce)
struct HelpPageTests {
  @Test("is printed by each of its names")
  func page() async throws {
    let sandbox = try Sandbox()
    for arguments in [["--help"], ["-h"], ["help"], ["--hints", "on", "--help"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.ending == .exited(0))
      #expect(shown.output == RootCommand.helpMessage(columns: 80) + "\n")
      #expect(shown.errors.isEmpty)
    }
  }

  @Test("prints the version by each of its names")
  func version() async throws {
    let sandbox = try Sandbox()
    for arguments in [["--version"], ["-V"], ["version"], ["--hints", "on", "-V"], ["--store", "sqlite:", "version"]] {
      let shown = try await sandbox.run(arguments)
      #expect(shown.ending == .exited(0))
      #expect(shown.output == Program.version + "\n")
    }
  }

  @Test("of a subcommand is printed by --help and by help, and so is that of a group")
  func subcommandPage() async throws {
    let sandbox = try Sandbox()
    let page = RootCommand.helpMessage(for: ImportAccountsCommand.self, columns: 80) + "\n"
    for arguments in [["account", "import", "--help"], ["help", "account", "import"], ["account", "help", "import"]] {
      #expect(try await sandbox.run(arguments).output == page)
    }
    let group = RootCommand.helpMessage(for: SessionCommand.self, columns: 80) + "\n"
    for arguments in [["session"], ["session", "-h"], ["help", "session"], ["session", "help"]] {
      #expect(try await sandbox.run(arguments).output == group)
    }
  }

  @Test("fits 80 columns but for its usage, and ends with the common options", arguments: Subcommands.all)
  func subcommands(_ subcommand: Subcommands.Entry) {
    let page = RootCommand.helpMessage(for: subcommand.type, columns: 80)
    #expect(page.split(separator: "\n").allSatisfy { $0.count <= 80 || $0.hasPrefix("USAGE: ") }, "\(page)")
    #expect(page.contains("\nUSAGE: signin \(subcommand.name)"))
    // A copy is between two stores, and its arguments name both. A service keeps its own.
    let namesNone = ["store copy", "serve"].contains(subcommand.name)
    #expect(subcommand.options.isSuperset(of: Subcommands.common) != namesNone)
    #expect(page.hasSuffix("  -h, --help              Show help information.\n"))
    #expect(!subcommand.type.configuration.abstract.isEmpty)
  }

  @Test("has two examples for each subcommand, which it accepts", arguments: Subcommands.all)
  func examples(_ subcommand: Subcommands.Entry) throws {
    let discussion = subcommand.type.configuration.discussion
    let examples = try #require(discussion.split(separator: "EXAMPLES:\n").last).split(separator: "\n")
    #expect(examples.count == 2)
    for example in examples {
      #expect(example.count <= 80)
      // Each signin in it, up to a pipe or a redirection. A variable stands for a number.
      let lines = example.matches(of: /signin ([^|>)]*)/).map { command in
        command.1.split(separator: " ").map { $0.hasPrefix("\"") ? "5" : String($0) }
      }
      let parsed = try lines.map { type(of: try RootCommand.parseAsRoot($0)) }
      #expect(parsed.contains { $0 == subcommand.type }, "\(example)")
    }
  }
}

/// The subcommands that perform an action.
enum Subcommands {
  struct Entry: Sendable, CustomTestStringConvertible {
    let path: [String]
    let type: any ParsableCommand.Type

    var name: String { path.joined(separator: " ") }
    var testDescription: String { name }

    /// Its long options, as its help names them.
    var options: Set<String> { Subcommands.options(in: RootCommand.helpMessage(for: type, columns: 80)) }
  }

  /// The options of every subcommand.
  static let common: Set<String> = ["--store", "--config", "--help"]

  /// The options of the form.
  static let form = options(in: RootCommand.helpMessage(columns: 80))

  static let all = leaves(of: RootCommand.self, [])

  private static func options(in page: String) -> Set<String> {
    Set(
      page.split(separator: "\n").compactMap { $0.firstMatch(of: /^  (?:-[a-zA-Z], )?(--[a-z-]+)/) }.map {
        String($0.1)
      })
  }

  private static func leaves(of command: any ParsableCommand.Type, _ path: [String]) -> [Entry] {
    command.configuration.subcommands.filter { $0.configuration.shouldDisplay }.flatMap { command in
      let path = path + [command.configuration.commandName ?? ""]
      return command.configuration.subcommands.isEmpty
        ? [Entry(path: path, type: command)] : leaves(of: command, path)
    }
  }
}
