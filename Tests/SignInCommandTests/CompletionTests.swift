import Foundation
import TestSupport
import Testing

@testable import SignInCommand

@Suite("Completions for shells", .fewAtOnce)
struct CompletionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// What bash offers for a line.
  private func bash(_ words: [String]) async throws -> Set<String> {
    let script = """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _signin; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let finished = try await sandbox.run(
      "bash", ["-c", script, "bash", Packaged.path(of: "completions/signin.bash")] + words)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return Set(finished.output.split(separator: "\n").map(String.init))
  }

  /// What fish offers for a line.
  private func fish(_ words: [String]) async throws -> Set<String> {
    let script = "source \(Packaged.path(of: "completions/signin.fish")); complete -C '\(words.joined(separator: " "))'"
    let finished = try await sandbox.run("fish", ["--no-config", "-c", script])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return Set(finished.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
  }

  private static let form = Set(FormOptions.table.map(\.name) + ["--version", "--help"])

  @Test("bash and fish offer every option of the form, and no other")
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

  @Test("zsh can read its file, which names every option of the form and of each subcommand")
  func zsh() async throws {
    let file = try Packaged.contents(of: "completions/_signin")
    for option in Subcommands.all.reduce(Self.form, { $0.union($1.options) }) {
      #expect(file.contains(option + "[") || option == "--help" && file.contains("{-h,--help}"), "\(option)")
    }
    for word in Subcommands.all.flatMap(\.path) { #expect(file.contains("'\(word):"), "\(word)") }
    let finished = try await sandbox.run("zsh", ["-f", "-n", Packaged.path(of: "completions/_signin")])
    #expect(finished.ending == .exited(0))
    #expect(finished.errors.isEmpty, "\(finished.errors)")
  }

  @Test(
    "Where only some values can stand, those are offered: as many as the option takes",
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

  @Test("The themes are those there are")
  func themes() async throws {
    let names = Set(try #require(Setting.named("theme")).expected.split(separator: ", ").map(String.init))
    #expect(try await bash(["signin", "--theme", ""]) == names)
    #expect(try await fish(["signin", "--theme", ""]) == names)
  }
}
