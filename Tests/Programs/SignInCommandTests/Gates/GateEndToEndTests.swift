import Foundation
import Identity
import TestSupport
import Testing

@Suite("A command behind the form", .fewAtOnce)
struct GateEndToEndTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }
  private let probe = Pty.product("GatedProbe")

  init() async throws {
    fixture = try await StoreFixture()
  }

  private func script(_ command: String...) -> [String] {
    ["--password-stdin", "--email", StoreFixture.email, "--"] + command
  }

  /// The lines of the probe's report, without those that must differ.
  private func report(_ name: String) throws -> [Substring] {
    try sandbox.contents(of: name).split(separator: "\n").filter { !$0.hasPrefix("SIGNIN_") }
  }

  @Test(
    "It gets the environment of the form unchanged, except an empty signal mask and two more variables",
    .tags(.environmentLetsNobodyIn))
  func asFound() async throws {
    // A parent with unusual settings: signals ignored and blocked, a umask, limits, and an open descriptor.
    let setting = #"""
      use POSIX; my $probe = shift; my $signin = shift; my $email = shift; my $block = shift;
      umask 027; $SIG{HUP} = 'IGNORE'; $SIG{USR1} = 'IGNORE';
      if ($block) { sigprocmask(SIG_BLOCK, POSIX::SigSet->new(SIGUSR2, SIGTERM)); POSIX::dup2(0, 9); }
      if (!$signin) { exec $probe, "a b", "*", "" }
      exec $signin, "--email", $email, "--", $probe, "a b", "*", "";
      """#
    let shell = """
      ulimit -n 300
      perl -e "$1" "$2" "" "" "" >expected
      perl -e "$1" "$2" "$3" "$4" 1 >found
      """
    let tmux = try await Tmux(
      ["sh", "-c", "cd '\(sandbox.directory)'\n" + shell, "sh", setting, probe, Sandbox.signin, StoreFixture.email],
      in: sandbox)
    try await tmux.wait(for: StoreFixture.email)
    try await tmux.submit(StoreFixture.password)
    #expect(try await tmux.ending() == .exited(0))
    let difference = try report("found").difference(from: report("expected"))
    #expect(difference.isEmpty, "\(difference)")
    let found = try sandbox.contents(of: "found")
    #expect(found.contains(#"arguments ["a b", "*", ""]"#))
    #expect(found.contains("SIGNIN_EMAIL \(StoreFixture.email)\n"))
    #expect(!found.contains("SIGNIN_SESSION none"))
    #expect(found.contains("descriptors [0, 1, 2]\n"))
    #expect(found.contains("SigBlk:\t0000000000000000\n"))
    #expect(found.contains("foreground true"))
    #expect(try await tmux.screen().text.isEmpty)
  }

  @Test(
    "It has no other process beside it, and SIGCHLD is as the form found it", .tags(.environmentLetsNobodyIn),
    arguments: ["IGNORE", "DEFAULT"])
  func children(action: String) async throws {
    // Given a parent that ignores the end of children, or doesn't
    let finished = try await sandbox.run(
      "perl",
      ["-e", "$SIG{CHLD} = shift; exec @ARGV", action, Sandbox.signin]
        + script("cat", "/proc/self/status", "/proc/thread-self/children"),
      input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    let mask = try #require(finished.output.firstMatch(of: /SigIgn:\t(\w+)/)).1
    let ignored = try #require(UInt64(mask, radix: 16)) & 1 << UInt64(SIGCHLD - 1)
    #expect((ignored != 0) == (action == "IGNORE"))
    // Then the server has ended, and nothing remains of it: no child is listed after the last line of the status
    #expect(finished.output.hasSuffix("\n"))
  }

  @Test("Arguments are passed on byte by byte, even if they aren't text", .tags(.environmentLetsNobodyIn))
  func bytes() async throws {
    let finished = try await sandbox.run(
      "sh",
      [
        "-c", #"exec "$0" --password-stdin --email "$1" -- printf %s "$(printf 'x\377y')""#, Sandbox.signin,
        StoreFixture.email,
      ],
      input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(0))
    #expect(finished.output == String(decoding: [UInt8(ascii: "x"), 0xff, UInt8(ascii: "y")], as: UTF8.self))
  }

  @Test(
    "Its name is taken byte by byte, too: no file with a similar name runs in its place",
    .tags(.environmentLetsNobodyIn))
  func nameInBytes() async throws {
    // Given a command whose name isn't text, and another with the replacement character in its place
    let made = try await sandbox.run(
      "sh",
      [
        "-c",
        """
        cd '\(sandbox.directory)' && mkdir "$(printf 'bin\\377')" &&
        printf '#!/bin/sh\necho wrong\n' >"$(printf 'cmd\\357\\277\\275')" &&
        printf '#!/bin/sh\necho right\n' >"$(printf 'cmd\\377')" &&
        chmod 700 cmd* && cp "$(printf 'cmd\\377')" "$(printf 'bin\\377/found')"
        """,
      ])
    try #require(made.ending == .exited(0), "\(made.errors)")
    // When it runs behind the form: by its path, and from a folder of PATH that isn't text
    for command in [#""$(printf './cmd\377')""#, #"found"#] {
      let finished = try await sandbox.run(
        "sh",
        [
          "-c",
          #"cd "$2"; PATH="$2/$(printf 'bin\377'):$PATH" exec "$0" --password-stdin --email "$1" -- "# + command,
          Sandbox.signin, StoreFixture.email, sandbox.directory,
        ],
        input: .text(StoreFixture.password + "\n"))
      // Then exactly that file ran
      #expect(finished.output == "right\n", "\(finished)")
    }
  }

  @Test(
    "It finds SIGNIN_EMAIL and SIGNIN_SESSION once, even if a caller has set them twice",
    .tags(.environmentLetsNobodyIn),
    arguments: [["bash", "-c", "echo $SIGNIN_EMAIL $SIGNIN_SESSION"], ["perl", "-e", "print %ENV{SIGNIN_EMAIL}, ''"]])
  func doubled(command: [String]) async throws {
    // Given an environment with two of each, which only execve can make
    let probe = sandbox.path("probe.c")
    try """
    #include <unistd.h>
    int main(int count, char **arguments) {
      char *environment[] = {
        "SIGNIN_EMAIL=a@forged.example", "SIGNIN_SESSION=forged", "SIGNIN_EMAIL=b@forged.example",
        "SIGNIN_SESSION=forged", arguments[1], "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "HOME=/nonexistent", 0};
      return execve(arguments[2], arguments + 2, environment);
    }
    """.write(toFile: probe, atomically: true, encoding: .utf8)
    let compiled = try await sandbox.run("cc", ["-o", sandbox.path("double"), probe])
    try #require(compiled.ending == .exited(0), "\(compiled.errors)")
    // When the command behind the form reads them
    let finished = try await sandbox.run(
      sandbox.path("double"),
      ["SIGNIN_STORE=sqlite:" + sandbox.path("signin.db"), Sandbox.signin] + script("env"),
      input: .text(StoreFixture.password + "\n"))
    let read = try await sandbox.run(
      sandbox.path("double"),
      ["SIGNIN_STORE=sqlite:" + sandbox.path("signin.db"), Sandbox.signin] + script() + command,
      input: .text(StoreFixture.password + "\n"))
    // Then nothing forged is left
    for name in ["SIGNIN_EMAIL", "SIGNIN_SESSION"] {
      #expect(finished.output.split(separator: "\n").count { $0.hasPrefix(name + "=") } == 1, "\(finished)")
    }
    #expect(read.output.contains(StoreFixture.email))
    #expect(!(finished.output + read.output).contains("forged"))
  }

  @Test("Its exit status is the program's, and it gets the rest of standard input")
  func ending() async throws {
    let finished = try await sandbox.run(
      script("sh", "-c", "cat; exit 7"), input: .text(StoreFixture.password + "\nfor the command\n"))
    #expect(finished.ending == .exited(7))
    #expect(finished.output == "for the command\n")
  }

  @Test(
    "A missing command exits with 127, one that can't run with 126, and nothing else runs instead",
    .tags(.failuresLetNobodyIn))
  func notRunnable() async throws {
    let missing = try await sandbox.run(script("no-such-command"), input: .text(StoreFixture.password + "\n"))
    #expect(missing.ending == .exited(127))
    #expect(missing.errors == "signin: “no-such-command” can't be run: it wasn't found.\n")
    let directory = try await sandbox.run(script(sandbox.directory), input: .text(StoreFixture.password + "\n"))
    #expect(directory.ending == .exited(126))
    let path = sandbox.path("script")
    try Data("echo a shell ran this\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: path)
    let noProgram = try await sandbox.run(script(path), input: .text(StoreFixture.password + "\n"))
    #expect(noProgram.ending == .exited(126))
    #expect(noProgram.output.isEmpty)
  }

  @Test("A missing command, or one that isn't a program, is refused before the password prompt")
  func foundFirst() async throws {
    for (command, ending) in [("no-such-command", 127), (sandbox.directory, 126), ("/etc/passwd", 126)]
      as [(String, Int32)]
    {
      let missing = try await sandbox.run(script(command), input: .text(""))
      #expect(missing.ending == .exited(ending))
      let form = try await sandbox.run(["--", command])
      #expect(form.ending == .exited(ending))
      #expect(form.errors.hasPrefix("signin: “\(command)” "))
    }
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)).isEmpty)
  }

  @Test("It does not run after a wrong password, a cancelled form, or with an empty store", .tags(.failuresLetNobodyIn))
  func refused() async throws {
    let wrong = try await sandbox.run(script("touch", sandbox.path("ran")), input: .text("wrong horse\n"))
    #expect(wrong.ending == .exited(77))
    let tmux = try await fixture.formAskingForPassword("--", "touch", sandbox.path("ran"))
    let form = try await tmux.wait(for: "Remember my email")
    #expect(form.place(of: "create account") == nil)
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    let empty = try await Tmux(
      [Sandbox.signin, "--store", "sqlite:" + sandbox.path("empty.db"), "--", "touch", sandbox.path("ran")], in: sandbox
    )
    #expect(try await empty.ending() == .exited(78))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("ran")))
    #expect(!FileManager.default.fileExists(atPath: sandbox.path("empty.db")))
  }

  @Test("Wrong usage of a gate exits with 64", arguments: [["--"], ["--print", "token", "--", "true"]])
  func usage(arguments: [String]) async throws {
    #expect(try await sandbox.run(arguments).ending == .exited(64))
  }

  @Test("The idle limit exits with 124, after a countdown that any key stops")
  func timeout() async throws {
    let tmux = try await fixture.formAskingForPassword("--timeout", "14", "--", "true")
    try await tmux.wait(for: "Press any key to stay.", within: .seconds(40))
    try await tmux.press("Tab")
    try await tmux.wait(until: "the countdown goes") { $0.place(of: "Press any key to stay.") == nil }
    #expect(try await tmux.ending(within: .seconds(60)) == .exited(124))
    try await tmux.wait(for: "signin: Timed out: no key was pressed for 14 s.")
  }
}
