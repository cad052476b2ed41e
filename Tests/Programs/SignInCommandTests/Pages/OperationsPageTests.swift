import Foundation
import TestSupport
import Testing

/// The administrator's page. Its commands are played on a machine that is a private mount namespace: `make install-server`
/// and what the package's script does are `apt`, and the service started as root is `systemctl`.
@Suite("The page about operations", .fewAtOnce)
struct OperationsPageTests {
  private let page: Page

  init() throws { page = try Page(documentation: "Operations") }

  private static let password = "correct horse battery"

  /// Makes the folder `etc` that of the machine, and everything else that is written a memory of its own.
  private static let machine = """
    cp -a /etc etc; chmod 755 . etc
    mount --bind etc /etc
    for place in /run /var/lib /home; do mount -t tmpfs -o mode=755 none $place; done
    useradd --create-home ada
    """

  @Test(
    "Its five commands set a host up, and anybody signs in",
    .enabled(if: geteuid() == 0, "only root makes a machine"))
  func fiveCommands() async throws {
    // given the page's commands and settings
    let commands = try page.block("console", under: "Five commands").split(separator: "\n").map(String.init)
    try #require(commands.count == 5 && commands[2].hasPrefix("# adduser ada"))
    try #require(commands[3].hasPrefix("$ signin account add ") && commands[4] == "$ signin")
    let sandbox = try Sandbox()
    chmod(sandbox.directory, 0o755)
    try page.block("toml", under: "Five commands").write(
      toFile: sandbox.path("service.toml"), atomically: true, encoding: .utf8)
    let programs = URL(filePath: Sandbox.signin).deletingLastPathComponent().path()
    /// A command of the page, in a login of that user.
    func typed(by user: String, _ command: String) -> String {
      "setpriv --reuid=\(user) --regid=\(user == "nobody" ? "nogroup" : user) --init-groups --reset-env "
        + "env PATH=\(programs):$PATH LC_ALL=C.UTF-8 \(command.dropFirst(2))"
    }
    let script = """
      set -e
      cd \(sandbox.directory)
      \(Self.machine)
      echo '1: apt'
      make --silent -C \(Packaged.root.path()) install-server DESTDIR=$PWD/root PREFIX=/usr
      systemd-sysusers $PWD/root/usr/lib/sysusers.d/signin.conf
      systemd-tmpfiles --create $PWD/root/usr/lib/tmpfiles.d/signin.conf
      mkdir -p /etc/signin; cp service.toml /etc/signin
      echo '2: systemctl'
      env -u SIGNIN_STORE \(Sandbox.signin) serve 2>log &
      until [ -S /run/signin/signin.sock ] && [ -S /run/signin/admin.sock ]; do sleep 0.05; kill -0 $!; done
      chgrp signin-admin /run/signin/admin.sock
      echo '3: adduser'
      \(commands[2].dropFirst(2))
      echo '4: account add'
      echo '\(Self.password)' | \(typed(by: "ada", commands[3])) --password-stdin
      stat -c '%a %U' /var/lib/signin /var/lib/signin/signin.db >modes
      chown nobody "$(tty)"
      \(typed(by: "nobody", commands[4]))
      kill -TERM $!; wait $!
      """
    // when
    let tmux = try await Tmux(
      ["unshare", "-m", "--propagation", "private", "sh", "-c", script], in: sandbox,
      environment: ["SIGNIN_STORE": nil])
    // then
    try await tmux.wait(for: "e.g. ada@example.com")
    try await tmux.type("ada@lovelace.example\t")
    try await tmux.submit(Self.password)
    try await tmux.leaveActivity()
    try await tmux.wait(for: "Signed in as ada@lovelace.example")
    #expect(try await tmux.ending() == .exited(0), "\((try? sandbox.contents(of: "log")) ?? "")")
    #expect(try sandbox.contents(of: "modes") == "700 signin\n600 signin\n")
    let log = try sandbox.contents(of: "log")
    #expect(log.contains("started") && log.contains("stopped"), "\(log)")
  }

  @Test("Every unit and every package that it names is there")
  func names() throws {
    let control = try Packaged.contents(of: "debian/control")
    for package in page.text.matches(of: /\.\/([a-z-]+)_\*\.deb/).map({ String($0.1) }) {
      #expect(control.contains("\nPackage: \(package)\n"), "\(package)")
    }
    let units = Set(page.text.matches(of: /signin[a-z-]*@?\.(?:socket|service)/).map { String($0.0) })
    #expect(units.count >= 3)
    for unit in units { _ = try Packaged.contents(of: "systemd/" + unit) }
  }
}
