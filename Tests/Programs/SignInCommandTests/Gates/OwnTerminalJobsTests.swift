import Foundation
import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

/// `signin --pty -- COMMAND` as the job of an interactive shell.
@Suite("A command on a terminal of its own, under an interactive shell", .fewAtOnce)
struct OwnTerminalJobsTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  /// A shell at which the user has signed in to a script of perl.
  private func shell(_ options: String, perl script: String, around: String = "") async throws -> Tmux {
    try script.write(toFile: fixture.sandbox.path("script"), atomically: true, encoding: .utf8)
    let tmux = try await Tmux(
      ["bash", "--norc", "--noprofile", "-i"], in: fixture.sandbox,
      environment: ["PS1": "shell> ", "signin": Sandbox.signin])
    try await tmux.wait(for: "shell>")
    try await tmux.type(
      "clear; \"$signin\" --email \(StoreFixture.email) \(options) -- perl \(fixture.sandbox.path("script"))\(around)")
    try await tmux.press("Enter")
    try await tmux.wait(for: "Esc cancel")
    try await tmux.submit(StoreFixture.password)
    return tmux
  }

  private static let canType =
    geteuid() == 0 || (try? String(contentsOfFile: "/proc/sys/dev/tty/legacy_tiocsti", encoding: .utf8)) == "1\n"

  @Test(
    "Keys that it fakes with TIOCSTI do not reach the shell; without --pty they do", .tags(.terminalIsGivenBack),
    .enabled(if: canType, "The kernel refuses TIOCSTI."), arguments: [("--pty", false), ("", true)])
  func typing(options: String, reaches: Bool) async throws {
    let tmux = try await shell(
      options,
      perl: #"""
        system {"perl"} "perl", "-e", 'ioctl(STDIN, 0x5412, $_) or die $! for split //, "echo typed \$((40+2))\n"';
        print "has typed\n";
        """#)
    try await tmux.wait(for: "has typed")
    try await tmux.wait(for: "shell>")
    try await tmux.type("echo done $((40+3))")
    try await tmux.press("Enter")
    let end = try await tmux.wait(for: "done 43")
    #expect((end.place(of: "typed 42") != nil) == reaches)
  }

  @Test(
    "Ctrl-Z stops it and signin, the shell gets its terminal, and fg continues both, repeatedly",
    .tags(.terminalIsGivenBack))
  func stopAndGo() async throws {
    let tmux = try await shell(
      "--pty",
      perl: #"""
        $| = 1; $SIG{CONT} = sub { print "continued\n" };
        system "stty -echo"; print "ready\n";
        while (1) { $line = <STDIN>; if (defined $line) { print "got $line" } elsif (!$!{EINTR}) { last } }
        """#)
    try await tmux.wait(for: "ready")
    for round in 1...3 {
      try await tmux.press("C-z")
      try await tmux.wait(for: "Stopped")
      try await tmux.type("clear; echo $((\(round) + 40))")
      try await tmux.press("Enter")
      try await tmux.wait(until: "the shell answers") { $0.line(0) == "\(round + 40)" }
      try await tmux.type("clear; fg")
      try await tmux.press("Enter")
      try await tmux.wait(for: "continued")
      try await tmux.type("line \(round)")
      try await tmux.press("Enter")
      let shown = try await tmux.wait(for: "got line \(round)")
      #expect(shown.text.ranges(of: "line \(round)").count == 1, "The command's terminal does not echo.")
    }
    try await tmux.press("C-d")
    try await tmux.wait(for: "shell>")
    try await tmux.type("echo over $?")
    try await tmux.press("Enter")
    try await tmux.wait(for: "over 0")
    #expect(try await fixture.store.sessions(of: nil).isEmpty)
  }

  @Test("In the background it keeps running, stops when it reads, and gets the keys by fg", .tags(.terminalIsGivenBack))
  func background() async throws {
    let tmux = try await shell(
      "--pty",
      perl: #"$| = 1; print "ready\n"; $line = <STDIN>; print "first $line"; $line = <STDIN>; print "then $line";"#)
    try await tmux.wait(for: "ready")
    try await tmux.press("C-z")
    try await tmux.wait(for: "Stopped")
    try await tmux.type("clear; bg; until jobs -s | grep -q Stopped; do :; done; echo it $((40+2)) waits")
    try await tmux.press("Enter")
    try await tmux.wait(for: "it 42 waits")
    try await tmux.type("clear; fg")
    try await tmux.press("Enter")
    try await tmux.wait(until: "the screen is clear") { $0.place(of: "it 42") == nil }
    try await tmux.type("one")
    try await tmux.press("Enter")
    try await tmux.wait(for: "first one")
    try await tmux.type("two")
    try await tmux.press("Enter")
    try await tmux.wait(for: "then two")
    try await tmux.wait(for: "shell>")
  }

  @Test("In a pipeline the keys stay with the other program until the command asks for them")
  func pipeline() async throws {
    let tmux = try await shell(
      "--pty",
      perl: #"$| = 1; open T, "+<", "/dev/tty"; print T "ready\n"; $line = <T>; print "got $line"; print T "over\n";"#,
      around: " | sed 's/got/passed on/'")
    try await tmux.wait(for: "ready")
    try await tmux.type("line")
    try await tmux.press("Enter")
    try await tmux.wait(for: "passed on line")
    try await tmux.wait(for: "over")
    // What is typed before that is the command's.
    try await tmux.wait(for: "shell>")
    try await tmux.type("stty -a | grep -o ' icanon'")
    try await tmux.press("Enter")
    try await tmux.wait(until: "the shell answers") { $0.text.contains("\n icanon") }
  }
}
