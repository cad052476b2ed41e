import Foundation
import TestSupport
import Testing

@Suite("signin becomes signin-admin for its subcommands", .fewAtOnce)
struct AdminProgramTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// A copy of `signin` below the sandbox.
  private func copy(to path: String) async throws -> String {
    let copy = sandbox.path(path)
    try FileManager.default.createDirectory(
      atPath: URL(filePath: copy).deletingLastPathComponent().path(), withIntermediateDirectories: true)
    // By another process: a program forked meanwhile by another test would keep the copy open for writing.
    let copied = try await sandbox.run("cp", [Sandbox.signin, copy])
    try #require(copied.ending == .exited(0), "\(copied.errors)")
    return copy
  }

  /// Puts a script in the place of signin-admin.
  private func plant(_ script: String, at path: String) throws {
    let program = sandbox.path(path)
    try FileManager.default.createDirectory(
      atPath: URL(filePath: program).deletingLastPathComponent().path(), withIntermediateDirectories: true)
    try Sandbox.write(script: "#!/bin/sh\n\(script)\n", to: program)
  }

  @Test(
    "It is found beside signin, or in libexec/signin if signin is in bin",
    arguments: [("signin", "signin-admin"), ("bin/signin", "libexec/signin/signin-admin")])
  func found(place: String, admin: String) async throws {
    let signin = try await copy(to: place)
    try plant(#"printf '<%s>' "$@""#, at: admin)
    // Its arguments are the same
    let shown = try await sandbox.run(signin, ["--store", "sqlite:x", "account", "list", ""])
    #expect(shown.output == "<--store><sqlite:x><account><list><>", "\(shown.errors)")
    // And it is found through a link, and without /proc
    let link = sandbox.path("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: signin)
    #expect(try await sandbox.run(link, ["doctor"]).output == "<doctor>")
    let withoutProc = ["-f", "-qq", "-o", "/dev/null", "-P", "/proc/self/exe", "-e", "inject=readlink:error=ENOENT"]
    #expect(try await sandbox.run("strace", withoutProc + [link, "doctor"]).output == "<doctor>")
  }

  @Test("Its input, descriptors and environment are those of signin")
  func inherits() async throws {
    let signin = try await copy(to: "signin")
    try plant(#"cat; cat <&5; env | grep -c ^LANG; echo $$"#, at: "signin-admin")
    let script = """
      export LANGUAGE=../x LANG=xx_XX.UTF-8
      exec 5<<<five
      printf one, | "$0" themes
      env | grep -c ^LANG
      """
    let shown = try await sandbox.run("bash", ["-c", script, signin])
    let lines = shown.output.split(separator: "\n")
    #expect(lines.first == "one,five", "\(shown)")
    #expect(lines.count == 4 && lines[1] == lines[3], "\(shown)")
  }

  @Test("If it is missing, a subcommand says so, with status 69; PATH is not searched", .tags(.passwordsStayInside))
  func missing() async throws {
    let signin = try await copy(to: "elsewhere/signin")
    try plant("echo wrong", at: "signin-admin")
    let refused = try await sandbox.run(signin, ["account", "list"], environment: ["PATH": sandbox.directory])
    #expect(refused.ending == .exited(69))
    #expect(refused.output.isEmpty)
    #expect(
      refused.errors == """
        signin: Subcommands need the program signin-admin, which can't be run: No such file or directory. \
        Install it beside signin, or with make install.

        """)
    // And its help needs no other program, while a token needs the keeper
    #expect(try await sandbox.run(signin, ["--help"]).ending == .exited(0))
    let verified = try await sandbox.run(signin, ["session", "verify"], input: .text("no token\n"))
    #expect(verified.ending == .exited(69))
    #expect(verified.errors.contains("signind isn't"), "\(verified.errors)")
  }

  @Test(
    "Another user's program beside signin isn't started", .tags(.passwordsStayInside),
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func planted() async throws {
    let signin = try await copy(to: "signin")
    try plant("echo wrong", at: "signin-admin")
    #expect(chown(sandbox.path("signin-admin"), 4_242, 4_242) == 0)
    let refused = try await sandbox.run(signin, ["account", "list"])
    #expect(refused.ending == .exited(69))
    #expect(refused.output.isEmpty)
  }
}
