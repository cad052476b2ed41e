import TestSupport
import Testing

@Suite("The heading of the form, on a terminal", .fewAtOnce)
struct HeadingEndToEndTests {
  @Test("Settings add title, greeting, host and clock, and control characters in them have no effect")
  func settings() async throws {
    // given
    let fixture = try await StoreFixture(
      settings: "title = \"Castle\"\ngreeting = \"Welcome\\u001B[31m, stranger\"\nshow = [\"clock\", \"host\"]\n")
    // when
    let tmux = try await Tmux([Sandbox.signin], in: fixture.sandbox)
    let screen = try await tmux.wait(for: "Castle")
    // then
    #expect(screen.text.contains(/◆ Castle +[^ ]+ · \d\d:\d\d\n +Welcome\u{FFFD}\[31m, stranger\n\n/))
    let shown = try await fixture.sandbox.run(["config", "show"])
    #expect(shown.output.contains("show = [\"clock\", \"host\"]"))
    let plain = try await Tmux([Sandbox.signin, "--plain"], in: fixture.sandbox)
    let lines = try await plain.wait(for: "Sign in. Ctrl-D cancels.")
    #expect(lines.text.hasPrefix("Castle\nWelcome\u{FFFD}[31m, stranger\nSign in. Ctrl-D cancels."))
  }
}
