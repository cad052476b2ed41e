import Foundation
import TestSupport
import Testing

@Suite("signin, copied alone, needs nothing else", .fewAtOnce)
struct OneFileTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  private static let attempt = ["--password-stdin", "--email", StoreFixture.email]
  private static let password = ChildProcess.Input.text(StoreFixture.password + "\n")

  /// Copies the program, and the libraries of a debug build.
  /// - Returns: The folder, which can be the root of programs, with the program in its folder `any`.
  private func copy() async throws -> String {
    let root = sandbox.path("root")
    // By another process: a program forked meanwhile by another test would keep the copies open for writing.
    let copied = try await sandbox.run(
      "sh",
      [
        "-ec",
        """
        mkdir -p "$0/any" "$0/store" "$0/dev" && chmod 700 "$0/store" && cp "$1" "$0/any"
        ldd "$1" | sed -n 's,^[^/]*\\(/[^ ]*\\) (.*,\\1,p' | sort -u | while read -r library; do
          mkdir -p "$0${library%/*}" && cp "$library" "$0$library"
        done
        """, root, Sandbox.signin,
      ])
    try #require(copied.ending == .exited(0), "\(copied.errors)")
    return root
  }

  @Test(
    "It signs in from any folder, and through a link elsewhere, with and without /proc", .tags(.passwordsStayInside))
  func anywhere() async throws {
    let signin = try await copy() + "/any/signin"
    let link = sandbox.path("bin/signin")
    try FileManager.default.createDirectory(atPath: sandbox.path("bin"), withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: signin)
    for path in [signin, link, "signin"] {
      let finished = try await sandbox.run(
        "env", [path] + Self.attempt, input: Self.password,
        environment: ["PATH": sandbox.path("bin") + ":/usr/bin:/bin"])
      #expect(finished.output == "Signed in as \(StoreFixture.email)\n", "\(path): \(finished.errors)")
    }
    let withoutProc = ["-f", "-qq", "-o", "/dev/null", "-P", "/proc/self/exe", "-e", "inject=readlink:error=ENOENT"]
    let finished = try await sandbox.run("strace", withoutProc + [link] + Self.attempt, input: Self.password)
    #expect(finished.output == "Signed in as \(StoreFixture.email)\n", "\(finished.errors)")
  }

  @Test(
    "A signin-postgresql beside signin isn't started if it is another user's, or open to all",
    .tags(.passwordsStayInside),
    .enabled(if: geteuid() == 0, "only root can give files away"))
  func planted() async throws {
    let signin = try await copy() + "/any/signin"
    let planted = signin + "-postgresql"
    try Sandbox.write(script: "#!/bin/sh\necho started\n", to: planted)
    func attempt() async throws -> ChildProcess.Finished {
      try await sandbox.run(signin, Self.attempt + ["--store", "service=signin"], input: Self.password)
    }
    #expect(try await attempt().output == "started\n")
    for (owner, mode) in [(uid_t(0), mode_t(0o757)), (4_242, 0o755)] {
      #expect(chown(planted, owner, owner) == 0 && chmod(planted, mode) == 0)
      let refused = try await attempt()
      #expect(refused.ending == .exited(69))
      #expect(refused.output.isEmpty && refused.errors.contains("signin-postgresql can't be run"), "\(refused.errors)")
    }
  }

  /// Runs a script in a namespace of its own. `inside` runs a program in the copied root.
  private func alone(_ root: String, _ script: String) -> [String] {
    let words = """
      inside() { /usr/sbin/chroot "$root" /any/signin --store sqlite:/store/signin.db "$@"; }
      cp "$2" "$1/store/signin.db" && root=$1
      """
    return ["unshare", "-rm", "sh", "-c", words + "\n" + script, "sh", root, sandbox.path("signin.db")]
  }

  /// Whether this machine lets a test have a namespace of its own.
  private static var canBeAlone: Bool {
    get async {
      guard let sandbox = try? Sandbox() else { return false }
      let finished = try? await sandbox.run(
        "unshare", ["-rm", "mount", "--bind", sandbox.directory, sandbox.directory])
      return finished?.ending == .exited(0)
    }
  }

  @Test(
    "In a root without other files, /proc and devices, it signs in, and refuses a wrong password",
    .tags(.environmentLetsNobodyIn),
    .enabled("this machine allows no namespaces") { await canBeAlone })
  func emptyRoot() async throws {
    let script = """
      form() { inside --password-stdin --email \(StoreFixture.email) "$@"; echo "$?"; }
      echo '\(StoreFixture.password)' | form
      echo '\(StoreFixture.password)' | form --print token | sed 's/^[A-Za-z0-9_-]\\{43\\}$/TOKEN/'
      echo '\(StoreFixture.password)' | form -- /any/signin --version
      echo 'wrong horse' | form
      # It takes no file for a standard stream that is closed.
      echo '\(StoreFixture.password)' | form 2>&-
      echo '\(StoreFixture.password)' | (inside --password-stdin --email \(StoreFixture.email) >&-; echo "$?")
      """
    let command = alone(try await copy(), script)
    let finished = try await sandbox.run("env", command)
    #expect(
      finished.output == """
        Signed in as \(StoreFixture.email)
        0
        TOKEN
        0
        signin 0.2.0
        0
        77
        Signed in as \(StoreFixture.email)
        0
        74

        """, "\(finished.errors)")
  }

  @Test(
    "In a root with only a terminal and its description, the form signs in",
    .enabled("this machine allows no namespaces") { await canBeAlone })
  func formInEmptyRoot() async throws {
    let script = """
      touch "$root/dev/tty" && mount --bind /dev/tty "$root/dev/tty"
      described=lib/terminfo/t && mkdir -p "$root/$described"
      cp "/$described/tmux-256color" "/usr/share/terminfo/t/tmux-256color" "$root/$described" 2>/dev/null
      inside --print email >"$root/store/result"
      """
    let root = try await copy()
    let tmux = try await Tmux(alone(root, script), in: sandbox)
    try await tmux.wait(for: "e.g. ada@example.com")
    try await tmux.type(StoreFixture.email + "\t")
    try await tmux.type(StoreFixture.password)
    try await tmux.press("Enter")
    #expect(try await tmux.ending() == .exited(0))
    #expect(try String(contentsOfFile: root + "/store/result", encoding: .utf8) == StoreFixture.email + "\n")
  }
}
