import Foundation
import TestSupport
import Testing

@Suite("A store in PostgreSQL, for the form and for subcommands", .fewAtOnce)
struct StoreOfManyHostsTests {
  let sandbox: Sandbox
  private let signin: String

  init() async throws {
    sandbox = try Sandbox()
    signin = sandbox.path("signin")
    // By another process: a program forked meanwhile by another test would keep the copy open for writing.
    let copied = try await sandbox.run("cp", [Sandbox.signin, signin])
    try #require(copied.ending == .exited(0), "\(copied.errors)")
  }

  /// Puts a script in the place of a program.
  private func plant(_ script: String, at name: String) throws {
    try Sandbox.write(script: "#!/bin/sh\n\(script)\n", to: sandbox.path(name))
  }

  @Test("signin becomes signin-postgresql, with its whole command line and its input")
  func program() async throws {
    try plant("printf '<%s>' \"$@\"; cat", at: "signin-postgresql")
    let options = ["--store", "postgresql://db.example/signin", "--password-stdin", "--email", "ada@lovelace.example"]
    let finished = try await sandbox.run(signin, options, input: .text("correct horse\n"))
    #expect(finished.ending == .exited(0))
    #expect(finished.output == options.map { "<\($0)>" }.joined() + "correct horse\n")
  }

  @Test("Where it is missing, the form says which program to install")
  func missing() async throws {
    let finished = try await sandbox.run(
      signin, ["--store", "service=signin", "--password-stdin", "--email", "ada@lovelace.example"],
      input: .text("correct horse\n"))
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains("the package signin-postgresql"), "\(finished.errors)")
  }

  @Test(
    "A password in its name is refused by every program, and not repeated",
    arguments: [[], ["account", "list"], ["config", "show"]])
  func password(subcommand: [String]) async throws {
    let finished = try await sandbox.run(
      signin, subcommand + ["--store", "postgresql://signin:secret@db.example/signin"])
    #expect(finished.ending == .exited(78))
    #expect(finished.errors.contains("Remove the password from the name of the store"), "\(finished.errors)")
    #expect(!finished.errors.contains("secret"))
    let variable = try await sandbox.run(
      signin, subcommand, environment: ["SIGNIN_STORE": "service=signin password=secret"])
    #expect(variable.ending == .exited(78))
    #expect(!variable.errors.contains("secret"))
  }

  @Test(
    "Subcommands point to its service",
    arguments: [
      ["account", "list"], ["account", "export"], ["session", "list"], ["throttle", "list"], ["activity"],
    ])
  func administered(subcommand: [String]) async throws {
    let finished = try await sandbox.run(signin, subcommand + ["--store", "service=signin"])
    #expect(finished.ending == .exited(78))
    #expect(
      finished.errors.contains("Accounts in PostgreSQL are administered through their service."), "\(finished.errors)")
  }

  @Test(
    "Where the settings of the service name it, the service and its check are signin-postgresql",
    arguments: [false, true])
  func service(isCheck: Bool) async throws {
    try plant("printf '<%s>' \"$@\"", at: "signin-postgresql")
    try "store = \"service=signin\"\n".write(
      toFile: sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    let options = ["serve", "--config", sandbox.path("service.toml")] + (isCheck ? ["--check"] : [])
    let finished = try await sandbox.run(signin, options)
    #expect(finished.output == options.map { "<\($0)>" }.joined(), "\(finished.errors)")
  }

  @Test("signin store migrate becomes signin-postgresql, which has the tables")
  func migrate() async throws {
    try plant("printf '<%s>' \"$@\"", at: "signin-postgresql")
    let finished = try await sandbox.run(signin, ["store", "migrate", "--store", "service=owner"])
    #expect(finished.output == "<--migrate><service=owner>", "\(finished.errors)")
    let file = try await sandbox.run(signin, ["store", "migrate", "--store", "sqlite:/x.db"])
    #expect(file.ending == .exited(78))
    #expect(file.errors.contains("Accounts in a file are kept by signin."), "\(file.errors)")
  }

  @Test("signin store copy becomes signin-postgresql, which reads and writes both stores")
  func copy() async throws {
    try plant("printf '<%s>' \"$@\"", at: "signin-postgresql")
    let finished = try await sandbox.run(signin, ["store", "copy", "sqlite:/x.db", "service=owner"])
    #expect(finished.output == "<--copy><sqlite:/x.db><service=owner>", "\(finished.errors)")
  }

  @Test("signin doctor shows what signin-postgresql finds among its own findings")
  func doctor() async throws {
    try plant(
      """
      printf 'store\\tgood\\tIt answers %s %s.\\n' "$1" "$2"
      printf 'role\\tbad\\tpostgres is a superuser.\\nnonsense\\n'
      """, at: "signin-postgresql")
    let finished = try await sandbox.run(signin, ["doctor", "--json", "--store", "service=signin"])
    #expect(finished.ending == .exited(78))
    for line in [
      #""part":"store","verdict":"good","text":"It answers --check service=signin.""#,
      #""part":"role","verdict":"bad","text":"postgres is a superuser.""#,
    ] { #expect(finished.output.contains(line), "\(finished.output)") }
    #expect(finished.output.contains(#""part":"memory""#) && !finished.output.contains("nonsense"))
    #expect(finished.errors.contains("role"), "\(finished.errors)")
  }

  @Test("Without that program, or if it fails, signin doctor says what to install", arguments: [nil, "exit 3"])
  func doctorWithout(script: String?) async throws {
    if let script { try plant(script, at: "signin-postgresql") }
    let finished = try await sandbox.run(signin, ["doctor", "--json", "--store", "service=signin"])
    #expect(finished.ending == .exited(78))
    #expect(finished.output.contains("signin-postgresql can't be run. Install it beside signin"), "\(finished.output)")
  }

  @Test("Without that program, store migrate says what to install")
  func migrateMissing() async throws {
    let finished = try await sandbox.run(signin, ["store", "migrate", "--store", "service=owner"])
    #expect(finished.ending == .exited(69))
    #expect(finished.errors.contains("the package signin-postgresql"), "\(finished.errors)")
  }
}
