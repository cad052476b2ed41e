import Foundation
import Identity
import TestSupport
import Testing

/// The memory of the program, read as root: no other user can read it.
@Suite("Copies of a password in the program's memory", .fewAtOnce, .asAdministrator)
struct SecretsInMemoryTests {
  private static let rounds = LongRun.rounds(1, promised: 100)

  /// Starts a program that waits in its last system call until its memory was read.
  private static let heldAtItsEnd =
    Administrator.launcher + ["/usr/bin/strace", "-f", "-qq", "--seccomp-bpf", "-o", "/dev/null"]
    + ["-e", "trace=exit_group", "-e", "inject=exit_group:delay_enter=60s"]

  /// An account, its password, and a wrong password.
  private struct Scene {
    let sandbox: Sandbox
    let right: String
    let wrong: String

    init(round: Int) async throws {
      sandbox = try Sandbox()
      right = SecretSearch.unlikelyPassword(seed: UInt64(2 * round))
      wrong = SecretSearch.unlikelyPassword(seed: UInt64(2 * round + 1))
      let added = try await sandbox.run(
        ["account", "add", StoreFixture.email, "--password-stdin"], input: .text(right + "\n"))
      try #require(added.ending == .exited(0), "\(added.errors)")
    }

    func form(_ options: String...) throws -> Pty {
      let pty = try Pty(
        Administrator.launcher + [Sandbox.signin, "--email", StoreFixture.email] + options,
        environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
      try pty.waitForOutput("Password")
      return pty
    }

    /// Nearly always empty before typing: among millions of bytes any five characters may occur by chance.
    func finds(_ password: String, in process: pid_t) throws -> ProcessMemory.Finds {
      try ProcessMemory(of: process).finds(of: SecretSearch(password))
    }
  }

  @Test(
    "Typed, shown with F2, refused, cleared, or right: it is in locked memory until submitted, then nowhere",
    .tags(.passwordsStayInside))
  func onScreen() async throws {
    for round in 0..<Self.rounds {
      let scene = try await Scene(round: round)
      let pty = try scene.form()
      let wrongBefore = try scene.finds(scene.wrong, in: pty.process)
      let rightBefore = try scene.finds(scene.right, in: pty.process)
      // when it is typed
      try pty.typeMasked(scene.wrong)
      // then it is where passwords belong, which also shows that the search works
      let typed = try scene.finds(scene.wrong, in: pty.process)
      #expect(typed.locked >= 16)
      #expect(typed.elsewhere == wrongBefore.elsewhere)
      #expect(try scene.finds("lovelace", in: pty.process).elsewhere > 0)

      // when it is shown, and hidden again after five seconds
      pty.type("\u{1B}OQ")
      try pty.waitForOutput(String(scene.wrong.prefix(4)))
      #expect(try scene.finds(scene.wrong, in: pty.process).elsewhere > wrongBefore.elsewhere)
      try pty.waitForOutput("•••")
      #expect(
        try await eventually { try scene.finds(scene.wrong, in: pty.process).elsewhere == wrongBefore.elsewhere })

      // when it is refused
      pty.type("\r")
      try pty.waitForOutput("Wrong email or password.")
      #expect(try await eventually { try scene.finds(scene.wrong, in: pty.process) == wrongBefore })

      // when another one is typed, killed, restored by undo, and submitted
      pty.type(scene.right + "\u{15}")
      try pty.waitForOutput("✗")
      #expect(try scene.finds(scene.right, in: pty.process).elsewhere == rightBefore.elsewhere)
      try pty.typeMasked("\u{1F}", showing: scene.right.count)
      pty.type("\r")
      try pty.waitForOutput("Activity")
      #expect(try await eventually { try scene.finds(scene.right, in: pty.process) == rightBefore })
      pty.type("\u{1B}")
      #expect(try pty.wait() == .exited(0))
    }
  }

  @Test(
    "Passwords of a new account, and of a change on the screen, are gone after submission", .tags(.passwordsStayInside))
  func newPasswords() async throws {
    let sandbox = try Sandbox()
    let (first, second) = (SecretSearch.unlikelyPassword(seed: 21), SecretSearch.unlikelyPassword(seed: 22))
    let pty = try Pty(
      Administrator.launcher + [Sandbox.signin], environment: sandbox.environment(with: ["TERM": "xterm-256color"]))
    func finds(_ password: String) throws -> ProcessMemory.Finds {
      try ProcessMemory(of: pty.process).finds(of: SecretSearch(password))
    }
    // given a new account
    try pty.waitForOutput("Password again")
    pty.type("\(StoreFixture.email)\t\(first)\t\(first)")
    try pty.wait(for: "both passwords") { pty.everything.matches(of: /✓/).count >= 3 }
    #expect(try finds(first).locked >= 32)
    #expect(try finds(first).elsewhere == 0)
    pty.type("\r")
    try pty.waitForOutput("Activity")
    // The thread that hashed it lets go of it behind the answer.
    #expect(try await eventually { try finds(first) == .none })
    // when its password is changed
    pty.type("\u{1B}OS")
    try pty.waitForOutput("New password again")
    pty.type("\(first)\t\(second)\t\(second)\r")
    try pty.waitForOutput("Password changed.")
    // then both passwords are gone
    for password in [first, second] { #expect(try await eventually { try finds(password) == .none }) }
    pty.type("\u{1B}")
    #expect(try pty.wait() == .exited(0))
  }

  @Test(
    "While it is verified it is in locked memory only; cancelled then, it is gone after the hash",
    .tags(.passwordsStayInside))
  func givenUp() async throws {
    let fixture = try await StoreFixture()
    let slow = email("slow@lovelace.example")
    try await fixture.addSlowAccount(slow)
    let password = SecretSearch.unlikelyPassword(seed: 99)
    let pty = try Pty(
      Administrator.launcher + [Sandbox.signin, "--email", slow.text],
      environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
    try pty.waitForOutput("Password")
    pty.type(password + "\r")
    try fixture.waitForCharge(of: slow)
    func finds() throws -> ProcessMemory.Finds { try ProcessMemory(of: pty.process).finds(of: SecretSearch(password)) }
    // BLAKE2b reads it first, and has parts of it on its stack for microseconds. Nothing before the hash takes 0.1 s of the
    // processor: that is 10 ticks, the 12th number behind the name.
    #expect(
      await eventually {
        let state = try? String(contentsOfFile: "/proc/\(pty.process)/stat", encoding: .utf8)
        let numbers = state?.split(separator: ")").last?.split(separator: " ") ?? []
        return numbers.count > 11 && Int(numbers[11]) ?? 0 >= 10
      })
    kill(pty.process, SIGSTOP)
    let verified = try finds()
    #expect(verified.locked >= 16)
    #expect(verified.elsewhere == 0)
    kill(pty.process, SIGCONT)
    pty.type("\u{1B}")
    #expect(try await eventually { try await fixture.outcomes(of: slow) == [.cancelled] })
    #expect(try await eventually { try finds() == .none })
  }

  /// A way in which the program exits by itself: the keys after the password, and the options.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let keys: String
    var options: [String] = []
    var isRight = true
    /// The keys after a refusal, when the form asks for the password again.
    var keysWhenRefused: String?
  }

  @Test(
    "When the program exits by itself, the password is no longer in memory", .tags(.passwordsStayInside),
    arguments: [
      Way(testDescription: "Esc", keys: "\u{1B}"),
      Way(testDescription: "Esc while it can be read", keys: "\u{1B}OQ\u{1B}"),
      Way(testDescription: "the time is over", keys: "", options: ["--timeout", "15"]),
      Way(testDescription: "signed in", keys: "\r", options: ["--print", "email"]),
      Way(testDescription: "no more tries", keys: "\r", options: ["--attempts", "1"], isRight: false),
      Way(
        testDescription: "the command isn't a program", keys: "\r", options: ["--", "./not-a-program"]),
      Way(
        testDescription: "Ctrl-D, without a screen", keys: "\n", options: ["--plain"], isRight: false,
        keysWhenRefused: "\u{4}"),
    ])
  func ends(way: Way) async throws {
    for round in 0..<Self.rounds {
      let scene = try await Scene(round: round)
      let password = way.isRight ? scene.right : scene.wrong
      let file = scene.sandbox.path("not-a-program")
      try "text".write(toFile: file, atomically: true, encoding: .utf8)
      try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: file)
      let options = way.options.map { $0 == "./not-a-program" ? file : $0 }
      let pty = try Pty(
        Self.heldAtItsEnd + [Sandbox.signin, "--email", StoreFixture.email] + options,
        environment: scene.sandbox.environment(with: ["TERM": "xterm-256color"]))
      try pty.waitForOutput("Password")
      let program = try #require(try ProcessMemory.children(of: pty.process).first)
      let before = try scene.finds(password, in: program)
      if way.options.contains("--plain") || way.keys.isEmpty {
        pty.type(password)
      } else {
        try pty.typeMasked(password)
        #expect(try scene.finds(password, in: program).locked > 0)
      }
      pty.type(way.keys)
      if let keys = way.keysWhenRefused {
        try pty.waitForOutput("Wrong email or password.")
        try pty.waitForOutput("Password: ")
        pty.type(keys)
      }
      try pty.wait(for: "end") { ProcessMemory.isEnding(program) }
      #expect(try scene.finds(password, in: program) == before)
      kill(program, SIGKILL)
    }
  }

  @Test(
    "Typed at a command's prompt, or read from an imported file, it is no longer in memory at the end",
    .tags(.passwordsStayInside))
  func commands() async throws {
    let sandbox = try Sandbox()
    let password = SecretSearch.unlikelyPassword(seed: 31)
    let quoted = password.replacingOccurrences(of: "\"", with: "\"\"")
    try Data("email,password\nada@lovelace.example,\"\(quoted)\"\n".utf8).write(
      to: URL(filePath: sandbox.path("a.csv")))
    for (arguments, questions) in [
      (["account", "add", "bob@lovelace.example"], ["Password: ", "Password again: "]),
      (["account", "import", sandbox.path("a.csv")], []),
    ] {
      let pty = try Pty(Self.heldAtItsEnd + [Sandbox.signin] + arguments, environment: sandbox.environment)
      for question in questions {
        try pty.waitForOutput(question)
        pty.type(password + "\r")
      }
      try pty.waitForOutput("Added")
      let program = try #require(try ProcessMemory.children(of: pty.process).first)
      try pty.wait(for: "end") { ProcessMemory.isEnding(program) }
      #expect(try ProcessMemory(of: program).finds(of: SecretSearch(password)) == .none, "\(arguments)")
      kill(program, SIGKILL)
    }
  }

  @Test(
    "The command behind the form has no copy in its own memory, arguments and environment", .tags(.passwordsStayInside))
  func executed() async throws {
    for round in 0..<Self.rounds {
      let scene = try await Scene(round: round)
      let pty = try scene.form("--", "sleep", "60")
      pty.type(scene.right + "\r")
      try pty.wait(for: "command") { (try? ProcessMemory.name(of: pty.process)) == "sleep" }
      #expect(try scene.finds(scene.right, in: pty.process) == .none)
      #expect(try scene.finds("lovelace", in: pty.process).elsewhere > 0)
      #expect(try ProcessMemory.children(of: pty.process).isEmpty)
    }
  }
}
