import Foundation
import Identity
import ProgramSupport
import Settings
@testable import SignInUI
import Terminal
import TestSupport

/// What the programs really have, by the kinds of ``Inventory``.
enum Found {
  /// The subcommands, with the options of each, from what the built `signin` tells about itself. All have `--help`.
  static func commandLine() async throws -> (subcommands: Set<String>, options: Set<String>) {
    let told = try await Sandbox().run(["--experimental-dump-help"]).output
    let tool = try JSONDecoder().decode(Tool.self, from: Data(told.utf8))
    var (subcommands, options): (Set<String>, Set<String>) = ([], [])
    func visit(_ command: Command, _ path: String) {
      let names = (command.arguments ?? []).filter(\.shouldDisplay).flatMap { $0.names ?? [] }.map(\.text)
      let isRoot = path == "signin"
      options.formUnion(names.filter { isRoot || !["-h", "--help"].contains($0) }.map { "\(path) \($0)" })
      let children = (command.subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" }
      if children.isEmpty { subcommands.insert(path) }
      for child in children { visit(child, path + " " + child.commandName) }
    }
    visit(tool.command, "signin")
    return (subcommands, options)
  }

  private struct Tool: Decodable {
    let command: Command
  }

  private struct Command: Decodable {
    let commandName: String
    let shouldDisplay: Bool
    let subcommands: [Command]?
    let arguments: [Argument]?
  }

  private struct Argument: Decodable {
    struct Name: Decodable {
      let kind, name: String

      var text: String { (kind == "long" ? "--" : "-") + name }
    }

    let shouldDisplay: Bool
    let names: [Name]?
  }

  /// The options of the service, from its man page.
  static func serviceOptions() throws -> Set<String> {
    Set(try manual("signin-serve.8").matches(of: /Fl -([a-z-]+)/).map { "signin serve --\($0.1)" })
  }

  /// Variables that a man page explains or the code reads by name.
  static func variables() throws -> Set<String> {
    let explained = try ["signin.1", "signin-serve.8"].flatMap { page in
      try manual(page).matches(of: /(?m)^\.It Ev (.+)$/).flatMap { $0.1.split(separator: " , ") }
    }
    let read = try sources().flatMap { text in
      text.matches(of: /(?:variable|getenv)\("([A-Z_]+)"\)/).map(\.1)
    }
    return Set((explained + read).map(String.init))
  }

  /// The keys of each scene, with what the panel of keys says about them.
  @MainActor
  static func keys() -> Set<String> {
    let form = KeyTable.columns(ofForm: KeyTable.form).joined()
    let codes = [[KeyGroup(title: "", bindings: KeyTable.keeping)]].joined()
    let activity = KeyTable.columnsOfActivity().joined()
    let account = KeyTable.columnsOfAccount().joined()
    return Set(
      [("form", form), ("codes", codes), ("activity", activity), ("account", account)].flatMap { scene, groups in
        groups.flatMap(\.bindings).flatMap { binding in
          binding.keys.map { "\(scene) \($0.name(.ascii)) = \(binding.help)" }
        }
      })
  }

  /// The members of the JSON that each command writes. JSONResultsTests compares the man page with real output.
  static func fields() throws -> Set<String> {
    let example = /(?s)\n\.It Li (signin [^\n]*json)\n.*?\n\.Bd -literal\n(.*?)\n\.Ed/
    return Set(
      try manual("signin.1").matches(of: example).flatMap { match in
        let object = try JSONSerialization.jsonObject(with: Data(match.2.utf8)) as? [String: Any]
        return (object ?? [:]).keys.map { "\(match.1) \($0)" }
      })
  }

  static func outcomes() -> Set<String> { Set(AttemptOutcome.allCases.map(\.rawValue)) }

  static func statuses() -> Set<String> { Set(ExitStatus.allCases.map { String($0.rawValue) }) }

  static func settings() -> Set<String> { Set(Setting.all.map(\.name)) }

  /// Whether a string of the code has this text: for options between programs of ours, which no help names.
  static func isInSources(_ text: String) throws -> Bool {
    try sources().contains { $0.contains("\"\(text)\"") }
  }

  private static func sources() throws -> [String] {
    let folder = Packaged.root.appending(path: "Sources")
    return try FileManager.default.subpathsOfDirectory(atPath: folder.path()).filter { $0.hasSuffix(".swift") }
      .map { try text("Sources/" + $0) }
  }

  private static func manual(_ name: String) throws -> String { try Packaged.contents(of: "man/" + name) }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: Packaged.root.appending(path: path), encoding: .utf8)
  }
}
