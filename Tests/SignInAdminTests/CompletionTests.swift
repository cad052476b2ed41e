import Foundation
import TestSupport
import Testing
import ThemeFiles

@testable import SignInProgram

@Suite("Shell completions", .fewAtOnce)
struct CompletionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// The candidates that bash offers for a line.
  private func bash(_ words: [String], _ environment: [String: String] = [:]) async throws -> Set<String> {
    let script = """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}; _signin; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let finished = try await sandbox.run(
      "bash", ["-c", script, "bash", Packaged.path(of: "completions/signin.bash")] + words, environment: environment)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return Set(finished.output.split(separator: "\n").map(String.init))
  }

  /// The candidates that fish offers for a line.
  private func fish(_ words: [String], _ environment: [String: String] = [:]) async throws -> Set<String> {
    let script = "source \(Packaged.path(of: "completions/signin.fish")); complete -C '\(words.joined(separator: " "))'"
    let finished = try await sandbox.run("fish", ["--no-config", "-c", script], environment: environment)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return Set(finished.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
  }

  private static let form = Set(FormOptions.table.map(\.name) + ["--version", "--help"])

  @Test("bash and fish offer every option of the form, and no others")
  func options() async throws {
    #expect(try await bash(["signin", "--"]) == Self.form)
    #expect(try await fish(["signin", "--"]) == Self.form)
  }

  @Test("bash and fish offer every subcommand")
  func groups() async throws {
    let groups = Set(Subcommands.all.compactMap { $0.path.first } + ["help"])
    #expect(try await bash(["signin", ""]) == groups.union(Self.form))
    #expect(try await fish(["signin", ""]) == groups)
  }

  @Test("bash and fish offer the subcommand and each of its options", arguments: Subcommands.all)
  func subcommands(_ subcommand: Subcommands.Entry) async throws {
    let path = ["signin"] + subcommand.path
    let last = try #require(path.last)
    #expect(try await bash(path.dropLast() + [""]).contains(last))
    #expect(try await fish(path.dropLast() + [""]).contains(last))
    #expect(try await bash(path + ["--"]) == subcommand.options)
    #expect(try await fish(path + ["--"]) == subcommand.options)
  }

  @Test("zsh accepts its file, which names every option of the form and of each subcommand")
  func zsh() async throws {
    let file = try Packaged.contents(of: "completions/_signin")
    for option in Subcommands.all.reduce(Self.form, { $0.union($1.options) }) {
      let short = ["--help": "-h", "--version": "-V"][option]
      #expect(file.contains(short.map { "{\($0),\(option)}'[" } ?? option + "["), "\(option)")
    }
    for word in Subcommands.all.flatMap(\.path) { #expect(file.contains("'\(word):"), "\(word)") }
    let finished = try await sandbox.run("zsh", ["-f", "-n", Packaged.path(of: "completions/_signin")])
    #expect(finished.ending == .exited(0))
    #expect(finished.errors.isEmpty, "\(finished.errors)")
  }

  @Test(
    "An option with fixed values offers all of them",
    arguments: [
      ("--print", "token email json"), ("--validate", "live late"), ("--hints", "auto on off"), ("--mouse", "on off"),
    ]
  )
  func values(option: String, expected: String) async throws {
    let values = Set(expected.split(separator: " ").map(String.init))
    #expect(try await bash(["signin", option, ""]) == values)
    #expect(try await fish(["signin", option, ""]) == values)
    for value in values { _ = try FormOptions.parse([option, value]) }
  }

  @Test("Without a store nothing is offered or printed")
  func withoutStore() async throws {
    for words in [["signin", "account", "lock", ""], ["signin", "session", "revoke", ""], ["signin", "--email", ""]] {
      #expect(try await bash(words).isEmpty)
      #expect(try await fish(words).isEmpty)
    }
  }

  @Test("All themes are offered, with the user's own, and theme files")
  func themes() async throws {
    // Given a signin that lists the program's themes and one more
    let names = ["auto"] + ThemeLibrary.entries.filter { $0.path == nil }.map(\.name)
    #expect(try await bash(["signin", "--theme", ""]) == Set(names))
    let program = sandbox.path("signin")
    try Sandbox.write(script: "#!/bin/sh\necho classic; echo sunset\n", to: program)
    try Data().write(to: URL(filePath: sandbox.path("my.theme")))
    let path = ["PATH": sandbox.path("") + ":/usr/bin:/bin"]
    // Then a shell offers those, and files after the start of a path
    #expect(try await bash(["signin", "--theme", ""], path) == Set(names + ["sunset"]))
    #expect(try await bash(["signin", "--theme", sandbox.path("my")], path) == [sandbox.path("my.theme")])
    #expect(try await fish(["signin", "--theme", ""], path).isSuperset(of: names + ["sunset"]))
    #expect(try await fish(["signin", "--theme", sandbox.path("my")], path) == [sandbox.path("my.theme")])
    #expect(try Packaged.contents(of: "completions/_signin").contains(names.joined(separator: " ")))
  }
}
