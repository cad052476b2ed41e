import Foundation
import TestSupport
import Testing

@Suite("The tour", .fewAtOnce)
struct TourPageTests {
  @Test("creates an account, stays signed in, and puts the form in front of a command")
  func tour() async throws {
    // given the page's commands, without the lock, which waits for the password of the session
    let page = try Page(documentation: "Tour")
    let commands = try ["Create an account", "Stay signed in", "Put it in front"].flatMap(page.commands)
      .filter { !$0.hasPrefix("signin lock") }
    let typist = Typist()
    // when
    let tmux = try await Tmux(["sh", "-ec", commands.joined(separator: "\n")], in: Sandbox(), environment: typist.path)
    try await tmux.wait(for: "Password again")
    for text in [StoreFixture.email, StoreFixture.password, StoreFixture.password] {
      try await tmux.type(text + "\t")
    }
    try await tmux.waitForEnabledButton("Create account")
    try await tmux.press("Enter")
    try await tmux.leaveActivity()
    // then the session of the terminal is used once, and ended; the gate asks again
    try await typist.signIn(in: tmux)
    try await tmux.wait(for: "Hello, \(StoreFixture.email)")
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("shows looks and settings with commands that exist")
  func looks() async throws {
    let typist = Typist()
    for command in try Page(documentation: "Tour").commands(under: "Make it yours")
    where command.hasPrefix("signin") && !command.contains("--plain") {
      let finished = try await Sandbox().run("sh", ["-c", command], environment: typist.path)
      #expect(finished.ending == .exited(0), "\(command): \(finished.errors)")
    }
  }
}
