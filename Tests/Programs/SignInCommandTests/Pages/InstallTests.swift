import Foundation
import TestSupport
import Testing

@Suite("make install", .fewAtOnce)
struct InstallTests {
  @Test(
    "puts programs, man page, completions, themes and translations where packagers expect them, below DESTDIR and PREFIX",
    .tags(.passwordsStayInside)
  )
  func install() async throws {
    // Given a root to install into
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    // When the built files are installed
    let finished = try await sandbox.run(
      "make",
      ["--silent", "-C", Packaged.root.path(), "install", "DESTDIR=\(root)", "PREFIX=/usr", "BINARY=\(Sandbox.signin)"])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    // Then everything is there, and nothing else
    let themes = try FileManager.default.contentsOfDirectory(atPath: Packaged.path(of: "Embedded/Themes"))
    let expected =
      [
        "usr/bin/signin",
        "usr/share/bash-completion/completions/signin",
        "usr/share/fish/vendor_completions.d/signin.fish",
        "usr/share/man/man1/signin.1", "usr/share/zsh/site-functions/_signin", "etc/signin/config.toml",
      ] + themes.map { "usr/share/signin/themes/" + $0 }
      + Catalogues.languages.map { "usr/share/locale/\($0)/LC_MESSAGES/signin.mo" }
    let found = try FileManager.default.subpathsOfDirectory(atPath: root).filter { path in
      var isDirectory: ObjCBool = false
      return FileManager.default.fileExists(atPath: root + "/" + path, isDirectory: &isDirectory)
        && !isDirectory.boolValue
    }
    #expect(found.sorted() == expected.sorted())
    // And the program runs from there
    let version = try await sandbox.run(root + "/usr/bin/signin", ["--version"])
    #expect(version.output == "signin 0.2.0\n", "\(version.errors)")
    // And its settings can be read, and ask for long passwords
    let settings = root + "/etc/signin/config.toml"
    let shown = try await sandbox.run(["config", "show", "--config", settings])
    #expect(shown.output.contains("password.most = 128"), "\(shown.output)\(shown.errors)")
    // And a file that an administrator has written stays as it is
    try "attempts = 3\n".write(toFile: settings, atomically: true, encoding: .utf8)
    _ = try await sandbox.run(
      "make",
      ["--silent", "-C", Packaged.root.path(), "install", "DESTDIR=\(root)", "PREFIX=/usr", "BINARY=\(Sandbox.signin)"])
    #expect(try String(contentsOfFile: settings, encoding: .utf8) == "attempts = 3\n")
    // And nobody but its owner can read it, so the kernel hides the running program
    let file = try FileManager.default.attributesOfItem(atPath: root + "/usr/bin/signin")
    #expect(file[.posixPermissions] as? Int == 0o711)
  }

  @Test("The files of a service have a target of their own, which enables nothing")
  func installServer() async throws {
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    let finished = try await sandbox.run(
      "make", ["--silent", "-C", Packaged.root.path(), "install-server", "DESTDIR=\(root)", "PREFIX=/usr"])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let names = ["signin.service", "signin.socket", "signin-admin.socket"]
    let units = names.map { "lib/systemd/system/" + $0 }
    for file in units + [
      "lib/sysusers.d/signin.conf", "lib/tmpfiles.d/signin.conf", "lib/systemd/system-preset/50-signin.preset",
      "share/man/man8/signin-serve.8",
    ] {
      let installed = try FileManager.default.attributesOfItem(atPath: root + "/usr/" + file)
      #expect(installed[.posixPermissions] as? Int == 0o644)
    }
    // And its settings ask for long passwords, as those of forms do
    let settings = root + "/etc/signin/service.toml"
    let shown = try await sandbox.run(["config", "show", "--config", settings])
    #expect(shown.output.contains("password.most = 128"), "\(shown.output)\(shown.errors)")
    #expect(try await sandbox.run(["serve", "--check", "--config", settings]).ending == .exited(0))
    // And nothing else is outside of PREFIX
    let others = try FileManager.default.subpathsOfDirectory(atPath: root).filter { !$0.hasPrefix("usr") }
    #expect(others.sorted() == ["etc", "etc/signin", "etc/signin/service.toml"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: root + "/usr/lib/systemd/system").sorted() == names.sorted())
  }

  @Test("The first boot of an image, which enables units by default, enables none of them")
  func firstBoot() async throws {
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    for target in ["install-server", "install-pam", "install-oidc", "install-postgresql"] {
      let finished = try await sandbox.run(
        "make",
        [
          "--silent", "-C", Packaged.root.path(), target, "DESTDIR=\(root)", "PREFIX=/usr",
          "BINARY=\(Sandbox.signin)",
        ])
      #expect(finished.ending == .exited(0), "\(finished.errors)")
    }
    let preset = try await sandbox.run("systemctl", ["--root=" + root, "preset-all"])
    #expect(preset.ending == .exited(0), "\(preset.errors)")
    let links = FileManager.default.subpaths(atPath: root + "/etc/systemd") ?? []
    #expect(!links.contains { $0.contains("signin") }, "\(links)")
  }

  @Test(
    "Units start the programs where they were installed, and an administrator's rules for PAM stay",
    arguments: ["/usr/local", "/opt/signin"])
  func installElsewhere(_ prefix: String) async throws {
    // given
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    let rules = root + "/etc/pam.d/signin"
    try FileManager.default.createDirectory(
      atPath: root + "/etc/pam.d", withIntermediateDirectories: true)
    try "auth required pam_deny.so\n".write(toFile: rules, atomically: true, encoding: .utf8)
    // when
    for target in ["install-server", "install-pam", "install-oidc", "install-postgresql"] {
      let finished = try await sandbox.run(
        "make",
        [
          "--silent", "-C", Packaged.root.path(), target, "DESTDIR=\(root)", "PREFIX=\(prefix)",
          "BINARY=\(Sandbox.signin)",
        ])
      #expect(finished.ending == .exited(0), "\(finished.errors)")
    }
    // then
    let folder = root + prefix + "/lib/systemd/system/"
    let programs = [
      "signin.service": "bin/signin",
      "signin-postgresql.service": "libexec/signin/signin-postgresql",
      "signin-pam@.service": "libexec/signin/signin-pam",
      "signin-oidc@.service": "libexec/signin/signin-oidc",
    ]
    for (unit, program) in programs {
      let lines = try String(contentsOfFile: folder + unit, encoding: .utf8).split(separator: "\n")
      let starts = lines.filter {
        $0.hasPrefix("ExecStart=") || $0.hasPrefix("ExecReload=") && !$0.contains("kill -HUP")
      }
      #expect(
        !starts.isEmpty && starts.allSatisfy { $0.contains("\(prefix)/\(program)") }, "\(starts)")
    }
    #expect(try String(contentsOfFile: rules, encoding: .utf8) == "auth required pam_deny.so\n")
  }

  @Test("The service for PostgreSQL brings its program and its unit")
  func installPostgreSQL() async throws {
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    let finished = try await sandbox.run(
      "make",
      [
        "--silent", "-C", Packaged.root.path(), "install-postgresql", "DESTDIR=\(root)", "PREFIX=/usr",
        "BINARY=\(Sandbox.signin)",
      ])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let files = ["lib/systemd/system/signin-postgresql.service", "libexec/signin/signin-postgresql"]
    for file in files { #expect(FileManager.default.fileExists(atPath: root + "/usr/" + file), "\(file)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: root + "/usr/lib/systemd/system").count == 1)
  }

  @Test("The worker for company accounts brings its units, its user and its manual page")
  func installOIDC() async throws {
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    let finished = try await sandbox.run(
      "make",
      [
        "--silent", "-C", Packaged.root.path(), "install-oidc", "DESTDIR=\(root)", "PREFIX=/usr",
        "BINARY=\(Sandbox.signin)",
      ])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let files = [
      "lib/systemd/system/signin-oidc.socket", "lib/systemd/system/signin-oidc@.service", "libexec/signin/signin-oidc",
      "lib/sysusers.d/signin-oidc.conf", "share/man/man8/signin-oidc.8",
    ]
    for file in files { #expect(FileManager.default.fileExists(atPath: root + "/usr/" + file), "\(file)") }
    let manual = try await sandbox.run(
      "mandoc", ["-T", "lint", "-W", "error", root + "/usr/share/man/man8/signin-oidc.8"])
    #expect(manual.ending == .exited(0), "\(manual.output)")
  }

  @Test("The worker for PAM brings its units and its service file")
  func installPam() async throws {
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    let finished = try await sandbox.run(
      "make",
      [
        "--silent", "-C", Packaged.root.path(), "install-pam", "DESTDIR=\(root)", "PREFIX=/usr",
        "BINARY=\(Sandbox.signin)",
      ])
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let files = [
      "etc/pam.d/signin", "usr/lib/systemd/system/signin-pam.socket", "usr/lib/systemd/system/signin-pam@.service",
      "usr/libexec/signin/signin-pam",
    ]
    for file in files { #expect(FileManager.default.fileExists(atPath: root + "/" + file), "\(file)") }
    let units = try FileManager.default.contentsOfDirectory(atPath: root + "/usr/lib/systemd/system")
    #expect(units.count == 2)
  }

  @Test(
    "An installed program works for other users although they can't read it, with its translations and themes",
    .tags(.passwordsStayInside),
    .enabled(if: geteuid() == 0, "only root can install a program for others"))
  func otherUser() async throws {
    // Given an installed program, and another user with a home
    let sandbox = try Sandbox()
    let root = sandbox.path("root")
    let installed = try await sandbox.run(
      "make",
      ["--silent", "-C", Packaged.root.path(), "install", "DESTDIR=\(root)", "PREFIX=/usr", "BINARY=\(Sandbox.signin)"])
    try #require(installed.ending == .exited(0), "\(installed.errors)")
    let theme = root + "/usr/share/signin/themes/mine.theme"
    try "error = red\n".write(toFile: theme, atomically: true, encoding: .utf8)
    chmod(theme, 0o644)
    chmod(sandbox.directory, 0o711)
    let home = sandbox.path("home")
    #expect(mkdir(home, 0o700) == 0 && chown(home, 65_534, 65_534) == 0)
    func run(_ arguments: String..., input: String = "", language: String = "en") async throws -> ChildProcess.Finished
    {
      try await sandbox.run(
        "setpriv",
        ["--reuid", "65534", "--regid", "65534", "--clear-groups", root + "/usr/bin/signin"] + arguments,
        input: .text(input),
        environment: [
          "HOME": home, "XDG_CONFIG_HOME": nil, "XDG_DATA_HOME": nil, "XDG_STATE_HOME": nil, "SIGNIN_STORE": nil,
          "LANGUAGE": language,
        ])
    }
    // Then it signs that user in, finds its own files, and the doctor says that it is hidden
    let added = try await run(
      "account", "add", StoreFixture.email, "--password-stdin", input: StoreFixture.password + "\n")
    #expect(added.ending == .exited(0), "\(added.errors)")
    let email = StoreFixture.email
    let signedIn = try await run("--password-stdin", "--email", email, input: StoreFixture.password + "\n")
    #expect(signedIn.ending == .exited(0), "\(signedIn.errors)")
    #expect(try await run("nix", language: "de").errors.contains("Unterbefehl"))
    let themes = try await run("themes")
    #expect(themes.output.contains("mine"), "\(themes)")
    let doctor = try await run("doctor", "--json")
    let finding = "\(root)/usr/bin/signin is signin 0.2.0, root's with mode 0711: hidden from the moment it starts."
    #expect(doctor.output.contains(finding), "\(doctor.output)")
  }
}
