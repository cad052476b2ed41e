import Foundation
import TestSupport
import Testing

@Suite(
  "A service that asks for a code after the password", .fewAtOnce,
  .enabled("only root can own the folders of a service") { geteuid() == 0 })
struct FurtherStepEndToEndTests {
  let sandbox: Sandbox
  /// It asks for 123456.
  private let service: ServedStore
  private var environment: [String: String?] { ["SIGNIN_STORE": service.url] }

  init() async throws {
    sandbox = try await StoreFixture().sandbox
    service = try ServedStore(
      in: sandbox, program: Pty.product("ServerProbe"), environment: ["KEEPER_FAULT": "begin asks"])
  }

  @Test("is answered on the screen: six digits submit themselves, and Esc leads back to the form")
  func screen() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: sandbox, environment: environment)
    try await tmux.type(StoreFixture.email)
    try await tmux.press("Tab")
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "╭───╮ ╭───╮")
    try await tmux.press("Escape")
    try await tmux.wait(for: "Remember my email")
    try await tmux.wait(for: StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    try await tmux.wait(for: "Second step")
    try await tmux.type("654 321")
    try await tmux.wait(for: "Wrong code. Enter the one your app shows now.")
    try await tmux.type("123-456")
    try await tmux.wait(for: "Activity")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("is answered line by line, and the code is echoed")
  func plain() async throws {
    let tmux = try await Tmux([Sandbox.signin, "--plain"], in: sandbox, environment: environment)
    for (question, answer) in [("Email: ", StoreFixture.email), ("Password: ", StoreFixture.password)] {
      try await tmux.wait(for: question)
      try await tmux.type(answer + "\n")
    }
    try await tmux.wait(for: "Code from your device: ")
    try await tmux.type("123 456\n")
    let screen = try await tmux.wait(for: "Signed in as")
    #expect(screen.place(of: "Code from your device: 123 456") != nil)
    try await tmux.wait(for: "What to do?")
    try await tmux.type("\n")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test(
    "is answered from the second line of standard input, or the status is 76",
    arguments: [
      (["--code-stdin"], "123456\n", Int32(0), ""), (["--code-stdin"], "654321\n", 77, "The code is wrong."),
      (["--code-stdin"], "\n", 65, "Enter the code."),
      (["--code-stdin"], "", 66, "The input ended where a line was expected."),
      ([], "123456\n", 76, "takes a code. Give it with --code-stdin."),
    ])
  func script(options: [String], code: String, status: Int32, sentence: String) async throws {
    let finished = try await sandbox.run(
      ["--password-stdin", "--email", StoreFixture.email] + options,
      input: .text(StoreFixture.password + "\n" + code), environment: environment)
    #expect(finished.ending == .exited(status))
    #expect(sentence.isEmpty ? finished.errors.isEmpty : finished.errors.contains(sentence), "\(finished.errors)")
  }

  @Test("--require second-step keeps an account without one from the command, and says how to get it")
  func required() async throws {
    let arguments = [
      "--password-stdin", "--email", StoreFixture.email, "--require", "second-step", "--", "echo", "ran",
    ]
    let finished = try await sandbox.run(arguments, input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(77))
    #expect(finished.output.isEmpty)
    #expect(
      finished.errors
        == "signin: This needs two-step sign-in, which your account doesn't have. Run signin and press F6.\n")
  }
}
