import Foundation
import Identity
import AccountService
import Workers
import TestSupport
import Testing
import Messages

@Suite("The units of the service") struct UnitFileTests {
  private static let folder = Packaged.root.appending(path: "Resources/systemd").path()

  private static func text(of name: String) throws -> String {
    try String(contentsOfFile: folder + "/" + name, encoding: .utf8)
  }

  private static func setting(_ key: String, in text: String) -> [String] {
    text.split(separator: "\n").filter { $0.hasPrefix(key + "=") }.map { String($0.dropFirst(key.count + 1)) }
  }

  /// Whether each user keeps their uid for the service.
  private static func tellsUsersApart(_ unit: String) -> Bool {
    setting("PrivateUsers", in: unit).allSatisfy { ["no", "false", "0", "off", ""].contains($0) }
      && setting("DynamicUser", in: unit).isEmpty
  }

  @Test(
    .tags(.serviceKeepsAccounts),
    arguments: [
      ("signin.service", 15), ("signin-postgresql.service", 20), ("signin-pam@.service", 5),
      ("signin-oidc@.service", 15),
    ])
  func `The sandbox of a unit is as tight as ever`(_ unit: String, exposure: Int) async throws {
    let finished = try await Sandbox().run(
      "systemd-analyze", ["security", "--offline=true", "--threshold=\(exposure)", Self.folder + "/" + unit])
    #expect(finished.ending == .exited(0), "\(finished.output)")
  }

  @Test func `systemd understands every line`() async throws {
    let names = [
      "signin.service", "signin.socket", "signin-admin.socket", "signin-pam.socket", "signin-pam@.service",
      "signin-postgresql.service", "signin-oidc.socket", "signin-oidc@.service",
    ]
    let sandbox = try Sandbox()
    // The program and its manual are not installed where tests run.
    for name in names {
      let text = try Self.text(of: name).split(separator: "\n", omittingEmptySubsequences: false)
        .filter { !$0.hasPrefix("Documentation=") }.joined(separator: "\n")
        .replacing(/\/usr\/(?:bin|libexec\/signin)\/signin\S*/, with: "/bin/true")
      try text.write(toFile: sandbox.path(name), atomically: true, encoding: .utf8)
    }
    let finished = try await sandbox.run(
      "systemd-analyze", ["verify", "--man=no"] + names.map { sandbox.path($0) },
      environment: ["SYSTEMD_LOG_LEVEL": "warning"])
    let complaints = finished.errors.split(separator: "\n").filter { line in names.contains { line.contains($0) } }
    #expect(complaints == [])
  }

  @Test(.tags(.serviceKeepsAccounts), arguments: ["PrivateUsers=yes", "PrivateUsers=true", "DynamicUser=yes"])
  func `The service sees who its users are, so no line may take that from it`(_ line: String) throws {
    let unit = try Self.text(of: "signin.service")
    #expect(Self.tellsUsersApart(unit))
    #expect(!Self.tellsUsersApart(unit + "\n" + line + "\n"))
  }

  @Test(.enabled(if: geteuid() == 0, "other users need root"))
  func `In a user namespace, all users are one for a service`() async throws {
    // given a service as PrivateUsers=yes would start it
    let service = try PlayedService { _, socket in
      [
        "systemd-socket-activate", "--seqpacket", "-l", socket, "--fdname=sign-in", "setpriv",
        "--reuid=\(PlayedService.user)", "--regid=\(PlayedService.user)", "--clear-groups",
        "unshare", "-U", "--map-current-user",
      ]
    }
    guard await eventually({ chmod(service.socket, 0o666) == 0 }), let form = try? await service.welcomed(1001) else {
      return  // this machine allows no namespaces
    }
    _ = await form.converse(.signUp, "correct horse")
    guard case .rows(let rows)? = await form.answer(to: .page(AttemptSearch(""), before: nil)) else {
      Issue.record("There are no rows.")
      return
    }
    #expect(Set(rows.map(\.source.uid)) == [65534])
  }

  /// The lines of a unit that systemd reads, apart from its description.
  private static func settings(of unit: String) throws -> Set<String> {
    Set(
      try text(of: unit).split(separator: "\n").map(String.init).filter {
        !$0.hasPrefix("#") && !$0.hasPrefix("Description=")
      })
  }

  @Test func `The unit for PostgreSQL is that of the file, but for the program and the network`() throws {
    let (file, database) = try (Self.settings(of: "signin.service"), Self.settings(of: "signin-postgresql.service"))
    #expect(
      file.subtracting(database) == [
        "ExecStart=/usr/bin/signin serve", "ExecReload=/usr/bin/signin serve --check", "PrivateNetwork=yes",
        "RestrictAddressFamilies=AF_UNIX",
        "IPAddressDeny=any",
        // Of two that take the same sockets, the one that is started wins.
        "Conflicts=signin-postgresql.service", "After=signin-postgresql.service",
      ])
    #expect(
      database.subtracting(file) == [
        "After=network-online.target postgresql.service",
        "ExecStart=/usr/libexec/signin/signin-postgresql serve",
        "ExecReload=/usr/libexec/signin/signin-postgresql serve --check",
        "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6", "Alias=signin.service",
      ])
  }

  @Test func `Enabled, the unit for PostgreSQL takes the place of the other`() async throws {
    let root = try Sandbox()
    let units = root.path("usr/lib/systemd/system")
    try FileManager.default.createDirectory(atPath: units, withIntermediateDirectories: true)
    for name in try FileManager.default.contentsOfDirectory(atPath: Self.folder) where name.hasPrefix("signin") {
      try Self.text(of: name).write(toFile: units + "/" + name, atomically: true, encoding: .utf8)
    }
    let enabled = try await root.run("systemctl", ["--root=" + root.directory, "enable", "signin-postgresql.service"])
    #expect(enabled.ending == .exited(0), "\(enabled.errors)")
    let link = try FileManager.default.destinationOfSymbolicLink(
      atPath: root.path("etc/systemd/system/signin.service"))
    #expect(link.hasSuffix("/signin-postgresql.service"))
    for socket in ["signin.socket", "signin-admin.socket"] {
      #expect(
        FileManager.default.fileExists(atPath: units + "/" + socket)
          && (try? FileManager.default.destinationOfSymbolicLink(
            atPath: root.path("etc/systemd/system/sockets.target.wants/" + socket))) != nil
      )
    }
  }

  @Test func `No failure removes a socket or keeps the service down, and a mistake starts no loop`() throws {
    for socket in ["signin.socket", "signin-admin.socket"] {
      let text = try Self.text(of: socket)
      #expect(Self.setting("RemoveOnStop", in: text) == ["no"])
      #expect(Self.setting("TriggerLimitIntervalSec", in: text) == ["0"])
    }
    for service in ["signin.service", "signin-postgresql.service"] {
      let text = try Self.text(of: service)
      #expect(Self.setting("StartLimitIntervalSec", in: text) == ["0"])
      #expect(Self.setting("RestartPreventExitStatus", in: text) == ["78"])
      #expect(Self.setting("RestartSec", in: text) == ["2"])
    }
  }

  @Test func `A reload checks the settings before the service reads them`() throws {
    for service in ["signin.service", "signin-postgresql.service"] {
      let text = try Self.text(of: service)
      let reload = Self.setting("ExecReload", in: text)
      #expect(
        reload == Self.setting("ExecStart", in: text).map { $0 + " --check" } + ["/bin/sh -c \"kill -HUP $MAINPID\""])
    }
  }

  @Test func `The sockets have the names that the service knows`() throws {
    let (people, admin) = (try Self.text(of: "signin.socket"), try Self.text(of: "signin-admin.socket"))
    #expect(Self.setting("FileDescriptorName", in: people) == ["sign-in"])
    #expect(Self.setting("ListenSequentialPacket", in: people) == ["/run/signin/signin.sock"])
    #expect(Self.setting("SocketMode", in: people) == ["0666"])
    #expect(Self.setting("FileDescriptorName", in: admin) == ["administration"])
    #expect(Self.setting("Service", in: admin) == ["signin.service"])
    #expect(Self.setting("SocketMode", in: admin) == ["0660"])
    #expect(Self.setting("SocketGroup", in: admin) == ["signin-admin"])
    let unit = try Self.text(of: "signin.service")
    #expect(Self.setting("Sockets", in: unit) == ["signin.socket signin-admin.socket"])
  }

  @Test func `The worker for PAM is where the service looks for it, and for the service alone`() throws {
    let (socket, unit) = (try Self.text(of: "signin-pam.socket"), try Self.text(of: "signin-pam@.service"))
    #expect(Self.setting("ListenSequentialPacket", in: socket) == [WorkerPlace(of: "pam").socket])
    #expect(Self.setting("SocketUser", in: socket) == Self.setting("User", in: try Self.text(of: "signin.service")))
    #expect(Self.setting("SocketMode", in: socket) == ["0600"])
    #expect(Self.setting("Accept", in: socket) == ["yes"])
    #expect(Self.setting("SupplementaryGroups", in: unit) == ["shadow"])
    #expect(Self.setting("RuntimeMaxSec", in: unit) == ["300"])
  }

  @Test func `The worker for company accounts has a user of its own, the network, and nothing of the store`() throws {
    let (socket, unit) = (try Self.text(of: "signin-oidc.socket"), try Self.text(of: "signin-oidc@.service"))
    #expect(Self.setting("ListenSequentialPacket", in: socket) == [WorkerPlace(of: "oidc-corp").socket])
    #expect(Self.setting("SocketUser", in: socket) == Self.setting("User", in: try Self.text(of: "signin.service")))
    #expect(Self.setting("SocketMode", in: socket) == ["0600"])
    #expect(Self.setting("Accept", in: socket) == ["yes"])
    #expect(Self.setting("User", in: unit) == ["signin-oidc"])
    #expect(try Self.text(of: "sysusers-oidc.conf").contains("u signin-oidc "))
    #expect(Self.setting("RestrictAddressFamilies", in: unit) == ["AF_UNIX AF_INET AF_INET6"])
    #expect(Self.setting("InaccessiblePaths", in: unit) == ["-/var/lib/signin"])
  }

  @Test func `The user and the folders are those of the units`() async throws {
    let root = try Sandbox()
    let users = try await root.run(
      "systemd-sysusers", ["--dry-run", "--root=" + root.directory, Self.folder + "/sysusers.conf"])
    #expect(users.ending == .exited(0), "\(users.errors)")
    #expect(try Self.text(of: "sysusers.conf").contains("u signin "))
    #expect(try Self.text(of: "sysusers.conf").contains("g signin-admin "))
    #expect(try Self.text(of: "tmpfiles.conf").contains("d /var/lib/signin 0700 signin signin -"))
    #expect(try Self.text(of: "tmpfiles.conf").contains("d /run/signin 0755 root root -"))
  }
}
