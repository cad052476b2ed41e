import Foundation
import Identity
import TestSupport
import Testing

@Suite("A person who passes a gate can't choose its store", .fewAtOnce)
struct PinnedStoreTests {
  static let mallory = "mallory@example.com"
  /// The gate's store, with an account of Ada's.
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }
  private var isLetIn: Bool { FileManager.default.fileExists(atPath: sandbox.path("let-in")) }

  /// The person has a store with an account of Mallory's, and one of Ada's with a password that Mallory knows.
  init() async throws {
    fixture = try await StoreFixture()
    try FileManager.default.createDirectory(atPath: sandbox.path("own"), withIntermediateDirectories: false)
    chmod(sandbox.path("own"), 0o700)
    for email in [Self.mallory, StoreFixture.email] {
      let added = try await sandbox.run(
        ["account", "add", email, "--password-stdin"], input: .text("battery staple\n"), environment: hostile)
      try #require(added.ending == .exited(0), "\(added.errors)")
    }
  }

  private var own: String { "sqlite:" + sandbox.path("own/signin.db") }
  private var hostile: [String: String?] { ["SIGNIN_STORE": own, "XDG_DATA_HOME": sandbox.path("own")] }
  private var pin: String { "store = \"sqlite:\(sandbox.path("signin.db"))\"\n" }

  /// Writes what the person's files may say.
  private func takeOver(by file: String) throws {
    let folder = sandbox.path("config/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try "store = \"\(own)\"\nsign-up = \"on\"\n".write(toFile: folder + "/" + file, atomically: true, encoding: .utf8)
  }

  /// Expects that only Ada passes a gate, and only with the password in the pinned store.
  private func expectPinned(
    _ gate: [String], _ first: String = Sandbox.signin, against hostile: [String: String?]? = nil
  ) async throws {
    let hostile = hostile ?? self.hostile
    func attempt(_ email: String, _ password: String) async throws -> ChildProcess.Finished {
      try await sandbox.run(
        first, gate + ["--password-stdin", "--email", email, "--", "touch", sandbox.path("let-in")],
        input: .text(password + "\n"), environment: hostile)
    }
    for email in [Self.mallory, StoreFixture.email] {
      let refused = try await attempt(email, "battery staple")
      #expect(refused.ending == .exited(77), "\(refused.errors)")
      #expect(!isLetIn)
    }
    let ours = try await attempt(StoreFixture.email, StoreFixture.password)
    #expect(ours.ending == .exited(0), "\(ours.errors)")
    #expect(isLetIn)
    // And the attempts are on record where the administrator looks
    #expect(try await fixture.outcomes(of: email(Self.mallory)) == [.refused])
  }

  @Test(
    "--config binds, whatever the environment and the person's files say", .tags(.environmentLetsNobodyIn),
    arguments: ["config.toml", "service.toml"])
  func given(file: String) async throws {
    try pin.write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    try takeOver(by: file)
    try await expectPinned(["--config", sandbox.path("gate.toml")])
  }

  @Test(
    "The machine's files bind as well, either of them", .tags(.environmentLetsNobodyIn),
    .enabled("this machine allows no namespaces") { await canReplaceFolders },
    arguments: ["config.toml", "service.toml"])
  func machine(file: String) async throws {
    try pin.write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    try takeOver(by: "service.toml")
    let script = """
      mount -t tmpfs -o mode=755 none /etc && mkdir /etc/signin && cp "$1" "/etc/signin/$2" && shift 2 && exec "$@"
      """
    try await expectPinned(
      ["-rm", "sh", "-c", script, "sh", sandbox.path("gate.toml"), file, Sandbox.signin], "unshare")
  }

  @Test(
    "A service that the person runs passes no gate, though root's service would be trusted",
    .tags(.serviceKeepsAccounts))
  func ownService() async throws {
    try pin.write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    let service = try ServedStore(in: sandbox, store: sandbox.path("own/signin.db"))
    try await expectPinned(["--config", sandbox.path("gate.toml")], against: ["SIGNIN_STORE": service.url])
    #expect(service.connections == 0)
  }

  @Test("A pinned service binds as well", .tags(.serviceKeepsAccounts))
  func pinnedService() async throws {
    let service = try ServedStore(in: sandbox)
    try "store = \"\(service.url)\"\n".write(
      toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    try takeOver(by: "service.toml")
    try await expectPinned(["--config", sandbox.path("gate.toml")])
    #expect(service.connections == 3)
  }

  @Test(
    "A pinned database is that of the machine's service, wherever the environment leads libpq",
    .tags(.environmentLetsNobodyIn),
    .enabled("this machine allows no namespaces") { await canReplaceFolders },
    arguments: ["--config", "/etc/signin/config.toml", "/etc/signin/service.toml"])
  func database(pinnedBy place: String) async throws {
    // Given a program that libpq would lead to the person's accounts
    try Sandbox.copy(program: Sandbox.signin, to: sandbox.path("signin"))
    try Sandbox.write(
      script: "#!/bin/sh\nSIGNIN_STORE='\(own)' exec '\(sandbox.path("signin"))' \"$@\"\n",
      to: sandbox.path("signin-postgresql"))
    try "[signin]\nhost=\(sandbox.path("own"))\n".write(
      toFile: sandbox.path("pg_service.conf"), atomically: true, encoding: .utf8)
    let hostile = self.hostile.merging([
      "SIGNIN_STORE": "service=signin", "PGSERVICEFILE": sandbox.path("pg_service.conf"), "PGHOST": sandbox.path("own"),
      "PGDATABASE": "own", "PGUSER": "mallory", "PGSERVICE": "signin", "PGSYSCONFDIR": sandbox.directory,
    ]) { $1 }
    // When the administrator pins a database
    try "store = \"service=signin\"\n".write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    let service = try ServedStore(in: sandbox)
    let script = """
      mount -t tmpfs -o mode=755 none /run && mkdir /run/signin && mount --bind "$1" /run/signin
      mount -t tmpfs -o mode=755 none /etc && mkdir /etc/signin
      gate=$2 place=$3; shift 3
      if [ "$place" = --config ]; then signin=$1; shift; exec "$signin" --config "$gate" "$@"; fi
      cp "$gate" "$place" && exec "$@"
      """
    // Then only the service of the machine decides
    try await expectPinned(
      [
        "-rm", "sh", "-c", script, "sh", sandbox.path("service"), sandbox.path("gate.toml"), place,
        sandbox.path("signin"),
      ], "unshare", against: hostile)
    #expect(service.connections == 3)
  }

  @Test("On the screen it is the same: the person's account doesn't open the gate", .tags(.environmentLetsNobodyIn))
  func onScreen() async throws {
    try pin.write(toFile: sandbox.path("gate.toml"), atomically: true, encoding: .utf8)
    try takeOver(by: "config.toml")
    let tmux = try await Tmux(
      [
        Sandbox.signin, "--config", sandbox.path("gate.toml"), "--attempts", "1", "--email", Self.mallory, "--",
        "touch", sandbox.path("let-in"),
      ], in: sandbox, environment: hostile)
    try await tmux.wait(for: Self.mallory)
    try await tmux.submit("battery staple")
    #expect(try await tmux.ending() == .exited(77))
    #expect(!isLetIn)
  }

  /// Whether this machine lets a test replace a folder, in a namespace of its own.
  private static var canReplaceFolders: Bool {
    get async {
      guard let sandbox = try? Sandbox() else { return false }
      let mounting = try? await sandbox.run("unshare", ["-rm", "mount", "-t", "tmpfs", "none", "/etc"])
      return mounting?.ending == .exited(0)
    }
  }
}
