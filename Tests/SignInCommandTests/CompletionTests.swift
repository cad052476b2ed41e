import Foundation
import Identity
import IdentitySQLite
import TestSupport
import Testing
import ThemeFiles

@testable import SignInCommand

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

  @Test("A shell completes emails from the named store, and session names", arguments: Self.shells)
  func listed(shell: [String]) async throws {
    // Given a shell with the completions, an account and a session
    let household = try await Household()
    let sandbox = household.sandbox
    _ = try await household.token()
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("signin"), withDestinationPath: Sandbox.signin)
    let tmux = try await Tmux(["env", "-u", "SIGNIN_STORE"] + shell.dropLast(), in: sandbox, columns: 160)
    func enter(_ line: String) async throws {
      try await tmux.type(line)
      try await tmux.press("Enter")
    }
    try await enter("export PATH=\"\(sandbox.path("")):$PATH\"")
    try await enter(try #require(shell.last))
    try await enter("echo rea''dy")
    try await tmux.wait(for: "ready")
    // Then Tab completes the word
    let store = "signin --store sqlite:\(sandbox.path("signin.db"))"
    let session = try #require(try await household.store.sessions(of: nil).first?.id.text)
    for (typed, completed) in [
      ("\(store) account lock ad", "lock \(Household.email)"), ("account unlock ada@lo", "unlock \(Household.email)"),
      ("--email ", "--email \(Household.email)"), ("session revoke \(session.prefix(2))", "revoke \(session)"),
    ] {
      try await tmux.type(typed.hasPrefix("signin") ? typed : "\(store) \(typed)")
      try await tmux.press("Tab")
      try await tmux.wait(for: completed)
      try await tmux.press("C-u")
    }
  }

  /// The command that starts each shell, and the one that loads the completions.
  private static let shells = [
    ["bash", "--norc", "-i", "source \(Packaged.path(of: "completions/signin.bash"))"],
    ["zsh", "-f", "fpath=(\(Packaged.path(of: "completions")) $fpath); autoload -Uz compinit; compinit -D"],
    ["fish", "--no-config", "source \(Packaged.path(of: "completions/signin.fish"))"],
  ]

  @Test("A completed email is one word, even with special characters of the shell", arguments: Self.shells)
  func marks(shell: [String]) async throws {
    // Given accounts whose emails are commands, quotation marks and options to a careless shell
    let household = try await Household()
    let sandbox = household.sandbox
    let marked = "zoe&touch${IFS}a&`touch${IFS}b`|'!!#$HOME*?{a}^=~@x.com"
    for text in [marked, "=ls|'@x.com", "--all@x.com"] { _ = try await household.store.add(email(text), .sample()) }
    try FileManager.default.createSymbolicLink(atPath: sandbox.path("signin"), withDestinationPath: Sandbox.signin)
    let tmux = try await Tmux(shell.dropLast(), in: sandbox, columns: 160)
    func enter(_ line: String) async throws {
      try await tmux.type(line)
      try await tmux.press("Enter")
    }
    try FileManager.default.createDirectory(atPath: sandbox.path("empty"), withIntermediateDirectories: false)
    try await enter("cd \(sandbox.path("empty"))")
    try await enter("export PATH=\"\(sandbox.path("")):$PATH\"")
    try await enter(try #require(shell.last))
    try await enter("echo rea''dy")
    try await tmux.wait(for: "ready")
    // When they are completed, after letters or after a special character
    for (typed, email) in [
      ("account lock zo", marked), ("account unlock zoe\\&to", marked), ("account lock \\=", "=ls|'@x.com"),
    ] {
      try await tmux.type("signin \(typed)")
      try await tmux.press("Tab")
      try await tmux.wait(for: "x.com")
      try await tmux.press("Enter")
      // Then the command gets that account, and nothing else ran
      try await tmux.wait(for: (typed.contains("unlock") ? "Unlocked " : "Locked ") + email)
      try await enter("clear")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: sandbox.path("empty")).isEmpty)
    // And an email that looks like an option is not offered
    try await tmux.type("signin account lock ")
    try await tmux.press("Tab", "Tab")
    try await tmux.wait(for: Household.email)
    #expect(try await !tmux.screen().text.contains("--all@x.com"))
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
    try Data("#!/bin/sh\necho classic; echo sunset\n".utf8).write(to: URL(filePath: program))
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
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
