import Foundation
import Glibc
import TestSupport
import Testing

/// A real sshd, with the Guide's forced command, and a real agent that `ssh -A` forwards to it.
@Suite("A forwarded agent", .fewAtOnce, .enabled(if: getuid() == 0, "sshd lets root in without PAM"))
struct ForwardedAgentTests {
  @Test(
    "signs at a form behind a forced command, where the line of the key allows it",
    arguments: [("ed25519-sk", true), ("ecdsa-sk", true), ("ecdsa-sk", false)])
  func forcedCommand(type: String, isForwarded: Bool) async throws {
    // given an account with a security key
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let home = fixture.sandbox
    let agent = try await RealAgent(in: home)
    let key = try await agent.makeKey(type, named: "ring")
    try await agent.add(key)
    #expect(
      try await home.run(["account", "keys", StoreFixture.email, "--add", key + ".pub"]).ending == .exited(0))
    try agent.owner(.waits)
    // And an sshd with the line of the Guide
    let line = try Self.forcedCommand
    #expect(line.hasPrefix("restrict,pty,agent-forwarding,command="))
    for name in ["host", "login"] {
      let made = try await home.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", home.path(name)])
      #expect(made.ending == .exited(0))
    }
    let words = ["SIGNIN_STORE", "XDG_CONFIG_HOME", "LC_ALL"].map { "\($0)=\(home.environment[$0] ?? "")" }
    let command = "env \(words.joined(separator: " ")) \(Sandbox.signin) --email \(StoreFixture.email) -- echo it ran"
    let options = isForwarded ? "restrict,pty,agent-forwarding" : "restrict,pty"
    try "\(options),command=\"\(command)\" \(home.contents(of: "login.pub"))"
      .write(toFile: home.path("authorized"), atomically: false, encoding: .utf8)
    let port = try Self.freePort()
    let settings = """
      Port \(port)
      ListenAddress 127.0.0.1
      HostKey \(home.path("host"))
      AuthorizedKeysFile \(home.path("authorized"))
      PidFile none
      PermitRootLogin yes
      StrictModes no
      UsePAM no

      """
    try settings.write(toFile: home.path("sshd_config"), atomically: false, encoding: .utf8)
    try FileManager.default.createDirectory(atPath: "/run/sshd", withIntermediateDirectories: true)
    let server = try home.start("/usr/sbin/sshd", ["-D", "-e", "-f", home.path("sshd_config")])
    defer { server.send(signal: SIGTERM) }
    #expect(await eventually { Self.listens(port) })
    // when
    let tmux = try await Tmux(
      [
        "ssh", "-A", "-tt", "-F", "none", "-i", home.path("login"), "-o", "IdentitiesOnly=yes", "-o",
        "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-p", String(port), "root@127.0.0.1",
      ], in: home, environment: ["SSH_AUTH_SOCK": agent.path])
    try await tmux.wait(for: StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    // then
    if isForwarded {
      try await tmux.wait(for: "Touch your key")
      try agent.owner(.touches)
      try await tmux.wait(for: "it ran")
    } else {
      try await tmux.wait(for: "Enter one of your recovery codes.")
    }
  }

  /// The line of the Guide that lets an agent through.
  private static var forcedCommand: String {
    get throws {
      let guide = try Page(documentation: "Guide").text
      let start = try #require(guide.range(of: "`restrict,pty,agent-forwarding")).lowerBound
      return String(guide[guide.index(after: start)...].prefix { $0 != "`" })
    }
  }

  private static func freePort() throws -> UInt16 {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = localAddress(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let result = withUnsafeMutablePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
        bind(socket, address, size) == 0 && getsockname(socket, address, &size) == 0
      }
    }
    try #require(result)
    return UInt16(bigEndian: address.sin_port)
  }

  private static func listens(_ port: UInt16) -> Bool {
    let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = localAddress(port)
    return withUnsafePointer(to: &address) { address in
      address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
  }

  private static func localAddress(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = port.bigEndian
    return address
  }
}
