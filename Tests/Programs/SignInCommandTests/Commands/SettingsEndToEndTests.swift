import Foundation
@testable import ProgramSupport
@testable import Settings
import TestSupport
import Testing

@Suite("Settings, from files, the environment and the command line", .fewAtOnce)
struct SettingsEndToEndTests {
  let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func write(_ text: String, to path: String, mode: Int = 0o644) throws -> String {
    let url = URL(filePath: sandbox.path(path))
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path())
    return url.path()
  }

  /// The line of `signin config show` for one setting.
  private func shown(_ name: String, _ arguments: String...) async throws -> String? {
    let finished = try await sandbox.run(["config", "show"] + arguments)
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    return finished.output.split(separator: "\n").first { $0.hasPrefix(name + " =") }.map {
      $0.split(separator: " ", omittingEmptySubsequences: true).joined(separator: " ")
    }
  }

  @Test("Without files every setting has its default, unless the environment sets it")
  func defaults() async throws {
    #expect(try await shown("attempts") == "attempts = 5 # default")
    #expect(try await shown("sign-up") == "sign-up = \"first\" # default")
    #expect(try await shown("password.most") == "password.most = 20 # default")
    let store = "sqlite:" + sandbox.path("signin.db")
    #expect(try await shown("store") == "store = \"\(store)\" # environment, SIGNIN_STORE")
  }

  @Test("The output of config show can be saved as a settings file, with the same meaning")
  func saved() async throws {
    // Given settings other than the defaults, with a path that needs escapes
    let admin = try write(
      "store = 'sqlite:/srv/\"é\".db'\ntimeout = 30\nsign-up = false\ntheme = \"light\"\nsession = { idle = 60 }\n",
      to: "admin.toml")
    let shown = try await sandbox.run(["config", "show", "--config", admin])
    // When the output becomes the file
    let saved = try await sandbox.run(["config", "show", "--config", write(shown.output, to: "saved.toml")])
    // Then the same settings are in force
    func withoutOrigins(_ output: String) -> [String] {
      output.split(separator: "\n").map { $0.components(separatedBy: "  #")[0] }
    }
    #expect(saved.ending == .exited(0), "\(saved.errors)")
    #expect(withoutOrigins(saved.output).count == Setting.all.count)
    #expect(withoutOrigins(saved.output) == withoutOrigins(shown.output))
  }

  @Test("The table of a provider is shown too, with the path of its secret, and can be saved in the same way")
  func provider() async throws {
    let table = """
      oidc.corp.issuer = "https://login.example.com"
      oidc.corp.client-id = "signin"
      oidc.corp.client-secret = "/etc/signin/corp.secret"
      oidc.corp.title = "Example Corp"
      oidc.corp.scopes = ["openid", "groups"]
      oidc.corp.domains = ["example.com"]
      oidc.corp.trust-email = true
      """
    let file = try write("accounts = [\"signin\", \"oidc-corp\"]\n\(table)\n", to: "corp.toml")
    let shown = try await sandbox.run(["config", "show", "--config", file])
    #expect(shown.ending == .exited(0), "\(shown.errors)")
    let saved = try await sandbox.run(["config", "show", "--config", write(shown.output, to: "saved.toml")])
    for (output, path) in [(shown.output, file), (saved.output, sandbox.path("saved.toml"))] {
      let lines = output.split(separator: "\n").filter { $0.hasPrefix("oidc.") }
      let values = lines.map { $0.components(separatedBy: "  #")[0].trimmingCharacters(in: .whitespaces) }
      #expect(values == table.components(separatedBy: "\n"))
      #expect(lines.allSatisfy { $0.hasSuffix("# " + path) })
    }
  }

  @Test("A store chosen by default is named in a comment, so a saved file doesn't fix it")
  func defaultStore() async throws {
    let environment: [String: String?] = ["SIGNIN_STORE": nil, "XDG_DATA_HOME": "/data"]
    let shown = try await sandbox.run(["config", "show"], environment: environment)
    #expect(shown.output.hasPrefix("# store = \"sqlite:/data/signin/signin.db\""))
    #expect(shown.output.contains("\n# timeout = 120 "))
    let saved = try await sandbox.run(
      ["config", "show", "--config", write(shown.output, to: "saved.toml")],
      environment: ["SIGNIN_STORE": nil, "XDG_DATA_HOME": "/other"])
    #expect(saved.output.hasPrefix("# store = \"sqlite:/other/signin/signin.db\""))
  }

  @Test("Settings that no sign-in accepts are shown, with the error of a sign-in")
  func refused() async throws {
    let path = try write("\nhash = { passes = 1 }\n", to: "weak.toml")
    let shown = try await sandbox.run(["config", "show", "--config", path])
    #expect(shown.ending == .exited(78))
    #expect(shown.output.contains("hash.passes = 1 "))
    #expect(shown.errors.hasPrefix("signin: \(path), line 2: Hashing with "))
  }

  @Test("The environment overrides the user's file, and an option overrides both")
  func precedence() async throws {
    let user = try write("store = \"sqlite:/user.db\"\nhints = true\n", to: "config/signin/config.toml")
    #expect(try await shown("hints") == "hints = \"on\" # \(user)")
    #expect(try await shown("store")?.hasSuffix("# environment, SIGNIN_STORE") == true)
    #expect(try await shown("store", "--store", "sqlite:/o.db") == "store = \"sqlite:/o.db\" # command line")
  }

  @Test("The administrator's file decides about access: neither environment nor user's file can change that")
  func locked() async throws {
    _ = try write("attempts = 900\nvalidate = \"late\"\n", to: "config/signin/config.toml")
    let admin = try write(
      "attempts = 3\nstore = \"sqlite:/srv/signin.db\"\nvalidate = \"live\"\n", to: "admin.toml")
    #expect(try await shown("attempts", "--config", admin) == "attempts = 3 # \(admin)")
    #expect(try await shown("store", "--config", admin) == "store = \"sqlite:/srv/signin.db\" # \(admin)")
    #expect(try await shown("password.least", "--config", admin) == "password.least = 6 # default")
  }

  @Test("service.toml overrides the config.toml beside it, and is named as the origin")
  func serversFile() async throws {
    _ = try write("attempts = 4\nhints = true\n[session]\nidle = 60\nlifetime = 600\n", to: "config/signin/config.toml")
    let servers = try write("session = { idle = 30 }\nsign-up = \"on\"\n", to: "config/signin/service.toml")
    let others = sandbox.path("config/signin/config.toml")
    #expect(try await shown("session.idle") == "session.idle = 30 # \(servers)")
    #expect(try await shown("sign-up") == "sign-up = \"on\" # \(servers)")
    #expect(try await shown("session.lifetime") == "session.lifetime = 600 # \(others)")
    #expect(try await shown("attempts") == "attempts = 4 # \(others)")
    // And the administrator's choice overrides both
    let admin = try write("session = { idle = 90 }\n", to: "admin.toml")
    #expect(try await shown("session.idle", "--config", admin) == "session.idle = 90 # \(admin)")
  }

  @Test(
    "A mistake in service.toml is a sentence with status 78, before anything is asked",
    arguments: [
      ("\ntheme = \"dark\"\n", "line 2: theme is a setting of the form. Move it to config.toml."),
      ("attempts = 3\n", "line 1: attempts is a setting of the form. Move it to config.toml."),
      ("passwords = { least = 8 }\n", "line 1: unknown setting “passwords”. Did you mean password?"),
      ("sign-up = 7\n", "line 1: invalid value for sign-up. Expected: first, on, off."),
    ])
  func serversMistakes(text: String, sentence: String) async throws {
    let path = try write(text, to: "config/signin/service.toml")
    for arguments in [[], ["--plain"], ["--password-stdin", "--email", "ada@lovelace.example"], ["config", "show"]] {
      let finished = try await sandbox.run(arguments)
      #expect(finished.ending == .exited(78), "\(arguments)")
      #expect(finished.errors == "signin: \(path), \(sentence)\n", "\(arguments)")
    }
  }

  @Test("An administrator's file writable by others is refused, with status 78", .tags(.environmentLetsNobodyIn))
  func writableByOthers() async throws {
    let path = try write("attempts = 3\n", to: "admin.toml", mode: 0o666)
    let finished = try await sandbox.run(["config", "show", "--config", path])
    #expect(finished.ending == .exited(78))
    #expect(
      finished.errors
        == "signin: \(path): other users can write to \(path). Use a file that only root or you can change.\n")
  }

  @Test(
    "An administrator's file of another user, or in a folder that others can change, is refused, with status 78",
    .tags(.environmentLetsNobodyIn),
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func othersFile() async throws {
    let theirs = try write("attempts = 3\n", to: "theirs.toml")
    #expect(chown(theirs, 4_711, 4_711) == 0)
    let below = try write("attempts = 3\n", to: "open/folder/admin.toml")
    chmod(sandbox.path("open"), 0o777)
    for (path, sentence) in [
      (theirs, "\(theirs) belongs to another user."), (below, "other users can write to \(sandbox.path("open"))."),
    ] {
      let finished = try await sandbox.run(["config", "show", "--config", path])
      #expect(finished.ending == .exited(78))
      #expect(
        finished.errors == "signin: \(path): \(sentence) Use a file that only root or you can change.\n")
    }
  }

  @Test(
    "A user's file that others can write to decides about appearance only, not about who gets in",
    .tags(.environmentLetsNobodyIn))
  func userFileOpenToOthers() async throws {
    let user = try write("hints = true\n", to: "config/signin/config.toml", mode: 0o666)
    #expect(try await shown("hints") == "hints = \"on\" # \(user)")
    _ = try write("hints = true\nattempts = 900\n", to: "config/signin/config.toml", mode: 0o666)
    let finished = try await sandbox.run(["config", "show"])
    #expect(finished.ending == .exited(78))
    #expect(
      finished.errors == """
        signin: \(user), line 2: attempts decides who gets in, but other users could change this file. \
        Let only yourself change it, or remove the setting.

        """)
  }

  @Test(
    "A link to a settings file works; one that leads nowhere is refused, not ignored", .tags(.environmentLetsNobodyIn))
  func links() async throws {
    let target = try write("attempts = 3\n", to: "dotfiles/config.toml")
    let link = sandbox.path("config/signin/config.toml")
    try FileManager.default.createDirectory(
      atPath: sandbox.path("config/signin"), withIntermediateDirectories: true)
    #expect(symlink("../../dotfiles/config.toml", link) == 0)
    #expect(try await shown("attempts") == "attempts = 3 # \(link)")
    unlink(target)
    let finished = try await sandbox.run(["config", "show"])
    #expect(finished.ending == .exited(78))
    #expect(finished.errors == "signin: \(link): it is behind a link that leads nowhere.\n")
    // The machine's file is read in the same way
    let failure = #expect(throws: Failure.self) {
      try SettingsFile(path: link).choices(from: .systemFile(path: link))
    }
    #expect(failure?.status == .configuration)
  }

  @Test(
    "An invalid setting in a file is named by file and place, with status 78",
    arguments: [
      ("attempt = 3\n", "line 1: unknown setting “attempt”. Did you mean attempts?"),
      (
        "\n[password]\nleast = \"six\"\n",
        "line 3: invalid value for password.least. Expected: a number from 1 to 256."
      ),
      ("validate = \"never\"\n", "line 1: invalid value for validate. Expected: live, late."),
      ("password = { least = 30 }\n", "line 1: password.least (30) is more than password.most (20)."),
    ])
  func mistakes(text: String, sentence: String) async throws {
    let path = try write(text, to: "admin.toml")
    let finished = try await sandbox.run(["--config", path, "--password-stdin", "--email", "ada@lovelace.example"])
    #expect(finished.ending == .exited(78))
    #expect(finished.errors == "signin: \(path), \(sentence)\n")
  }

  @Test("A syntax error is named by its line, a missing file by its path, weak hashing by its numbers")
  func unreadable() async throws {
    let broken = try await sandbox.run(["config", "show", "--config", write("attempts = 3\nhints\n", to: "admin.toml")])
    #expect(broken.ending == .exited(78))
    #expect(broken.errors.contains("admin.toml, line 2: hints: write = and a value after the name."))
    let missing = try await sandbox.run(["config", "show", "--config", sandbox.path("none.toml")])
    #expect(missing.ending == .exited(78))
    #expect(missing.errors.contains("none.toml: it can't be read: No such file or directory."))
    let weak = try await sandbox.run(
      [
        "account", "add", "ada@lovelace.example", "--password-stdin", "--config",
        write("[hash]\nmemory-kib = 1024\n", to: "weak.toml"),
      ], input: .text("battery staple\n"))
    #expect(weak.ending == .exited(78))
    #expect(weak.errors.contains("Hashing with hash.memory-kib = 1024 and hash.passes = 3 is too weak."))
  }

  @Test(
    "Attempts stay in the log for the configured number of days, by default 400",
    arguments: [
      ("", 400.5, 1), ("", 399.5, 4), ("activity = { days = 0 }\n", 400.5, 4), ("activity = { days = 3 }\n", 2.5, 4),
      ("activity = { days = 2 }\n", 2.5, 1),
    ])
  func retention(text: String, days: Double, count: Int) async throws {
    // Given an account, and three failures that ended some days ago
    let fixture = try await StoreFixture()
    let owner = email(StoreFixture.email)
    try await fixture.plantFailures(3, of: owner, last: .seconds(days * 86_400))
    let path = fixture.sandbox.path("admin.toml")
    try Data(text.utf8).write(to: URL(filePath: path))
    // When another attempt is made
    let tried = try await fixture.sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email, "--config", path],
      input: .text(StoreFixture.password + "\n"))
    // Then the log holds only the attempts that are recent enough
    #expect(tried.ending == .exited(0), "\(tried.errors)")
    #expect(try await fixture.outcomes(of: owner).count == count)
  }

  @Test("Settings take effect: a longer password is accepted, sign-up closed, hints shown")
  func applied() async throws {
    let path = try write("sign-up = false\nhints = true\n[password]\nleast = 8\nmost = 64\n", to: "admin.toml")
    let closed = try await Tmux([Sandbox.signin, "--config", path], in: sandbox)
    #expect(try await closed.ending() == .exited(78))
    let short = try await sandbox.run(
      ["account", "add", "ada@lovelace.example", "--password-stdin", "--config", path], input: .text("sixsix\n"))
    #expect(short.errors == "signin: Password has to be from 8 to 64 characters long.\n")
    let long = try await sandbox.run(
      ["account", "add", "ada@lovelace.example", "--password-stdin", "--config", path],
      input: .text("a long sentence that nobody will ever guess\n"))
    #expect(long.ending == .exited(0))
    let form = try await Tmux([Sandbox.signin, "--config", path, "--email", "ada@lovelace.example"], in: sandbox)
    let screen = try await form.wait(for: "Email is valid")
    #expect(screen.place(of: "F3") == nil)
  }
}
