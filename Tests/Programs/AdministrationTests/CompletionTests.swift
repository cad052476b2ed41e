import Foundation
import TestSupport
import Testing
import Settings

@Suite("Shell completions", .fewAtOnce)
struct CompletionTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
    // The scripts start `signin`, and ask it for values.
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("signin"), withDestinationPath: Sandbox.signin)
  }

  private var environment: [String: String] { ["PATH": sandbox.path("") + ":/usr/bin:/bin"] }

  /// The candidates that bash offers for a line.
  private func bash(_ words: [String]) async throws -> Set<String> {
    let script = """
      source "$1"; shift
      COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
      _signin_words signin "${!#}"; printf '%s\\n' "${COMPREPLY[@]}"
      """
    let finished = try await sandbox.run(
      "bash", ["-c", script, "bash", try await sandbox.completions("bash")] + words, environment: environment)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return Set(finished.output.split(separator: "\n").map(String.init))
  }

  /// The candidates that fish offers for a line.
  private func fish(_ words: [String]) async throws -> Set<String> {
    let script = "source \(try await sandbox.completions("fish")); complete -C '\(words.joined(separator: " "))'"
    let finished = try await sandbox.run("fish", ["--no-config", "-c", script], environment: environment)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return Set(finished.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
  }

  @Test("bash and fish offer every option of the form, and no others")
  func options() async throws {
    #expect(try await bash(["signin", "--"]) == Subcommands.form)
    #expect(try await fish(["signin", "--"]) == Subcommands.form)
  }

  @Test("bash and fish offer every subcommand")
  func groups() async throws {
    let groups = Set(Subcommands.all.compactMap { $0.path.first } + ["help"])
    #expect(try await bash(["signin", ""]).filter { !$0.hasPrefix("-") } == groups)
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

  @Test("Behind -- bash and fish offer commands, then files, and nothing of signin's own")
  func command() async throws {
    try Data().write(to: URL(filePath: sandbox.path("other.db")))
    for complete in [bash, fish] {
      #expect(try await complete(["signin", "--", "mktem"]).contains("mktemp"))
      #expect(try await complete(["signin", "--plain", "--", "accoun"]).isDisjoint(with: ["account"]))
      #expect(try await complete(["signin", "--", "cat", sandbox.path("oth")]) == [sandbox.path("other.db")])
    }
  }

  @Test("Behind help bash offers subcommands only")
  func help() async throws {
    let groups = Set(Subcommands.all.compactMap { $0.path.first } + ["help"])
    #expect(try await bash(["signin", "help", ""]) == groups)
    #expect(try await bash(["signin", "help", "account", "un"]) == ["unlock", "unlink"])
  }

  @Test("zsh accepts its file")
  func zsh() async throws {
    let finished = try await sandbox.run("zsh", ["-f", "-n", try await sandbox.completions("zsh")])
    #expect(finished.ending == .exited(0))
    #expect(finished.errors.isEmpty, "\(finished.errors)")
  }

  @Test(
    "An option with fixed values offers all of them",
    arguments: [
      ("--print", "token email json"), ("--validate", "live late"), ("--hints", "auto on off"), ("--mouse", "on off"),
      ("--require", "second-step"),
    ]
  )
  func values(option: String, expected: String) async throws {
    let values = Set(expected.split(separator: " ").map(String.init))
    #expect(try await bash(["signin", option, ""]) == values)
    #expect(try await fish(["signin", option, ""]) == values)
  }

  @Test("Without a store nothing is offered or printed")
  func withoutStore() async throws {
    for words in [["signin", "account", "lock", ""], ["signin", "session", "revoke", ""], ["signin", "--email", ""]] {
      #expect(try await bash(words).isSubset(of: ["--config", "--store", "--help", "-h", "--all", "--token-stdin"]))
    }
  }

  @Test("All themes are offered, with the user's own, and theme files")
  func themes() async throws {
    // Given a theme of the user, and a theme file elsewhere
    let names = ["auto", "sunset"] + ThemeLibrary.entries.filter { $0.path == nil }.map(\.name)
    let folder = sandbox.path("config/signin/themes")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: folder + "/sunset.theme"))
    try Data().write(to: URL(filePath: sandbox.path("my.theme")))
    // Then a shell offers all names, and files after the start of a path
    #expect(try await bash(["signin", "--theme", ""]) == Set(names))
    #expect(try await bash(["signin", "--theme", sandbox.path("my")]) == [sandbox.path("my.theme")])
  }

  @Test("The usual store is offered, and files after sqlite:")
  func stores() async throws {
    try Data().write(to: URL(filePath: sandbox.path("other.db")))
    let usual: Set = ["sqlite:", "sqlite:" + sandbox.path("signin.db")]
    #expect(try await bash(["signin", "--store", ""]) == usual)
    let start = "sqlite:" + sandbox.path("oth")
    #expect(try await bash(["signin", "--store", start]) == [start + "er.db"])
  }
}
