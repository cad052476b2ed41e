import Foundation
import TestSupport
import Testing

@Suite("Variables of Swift's runtime reach the command, and do nothing in the programs", .fewAtOnce)
struct SwiftVariablesTests {
  let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// Whether the program contains the runtime, as a release does. That of a debug build is a library, which reads its
  /// variables before any code of the program runs.
  private static var containsRuntime: Bool {
    get async throws {
      let headers = try await Sandbox().run("readelf", ["--program-headers", "--wide", Sandbox.signin])
      return !headers.output.contains(" INTERP ")
    }
  }

  @Test(
    "A program that SWIFT_BACKTRACE names never runs, whatever signal comes at whichever system call",
    .tags(.environmentLetsNobodyIn),
    .enabled("only a release contains the runtime") { try await containsRuntime },
    arguments: [["--password-stdin", "--email", StoreFixture.email], ["account", "add", "b@castle.example"]])
  func reporter(arguments: [String]) async throws {
    // Given a program that shows that it ran
    let (reporter, hasRun) = (sandbox.path("reporter"), sandbox.path("ran"))
    try Sandbox.write(script: "#!/bin/sh\n>'\(hasRun)'\n", to: reporter)
    let environment = ["SWIFT_BACKTRACE": "enable=yes,swift-backtrace=\(reporter)"]
    func run(_ options: String...) async throws -> ChildProcess.Finished {
      try await sandbox.run(
        "strace", ["-qq", "-o", sandbox.path("calls")] + options + [Sandbox.signin] + arguments,
        environment: environment)
    }
    _ = try await run()
    var counts: [Substring: Int] = [:]
    let calls = try sandbox.contents(of: "calls").split(separator: "\n").compactMap { line -> String? in
      guard let call = line.firstMatch(of: /^\w+(?=\()/)?.0, call != "exit_group" else { return nil }
      counts[call, default: 0] += 1
      return "\(call):%:when=\(counts[call, default: 0])"
    }
    try #require(calls.count > 20)
    // When a signal comes at a system call
    for call in calls.sample(LongRun.rounds(40, promised: .max)) {
      for signal in ["SEGV", "QUIT"] {
        let inject = "inject=" + call.replacingOccurrences(of: "%", with: "signal=" + signal)
        let finished = try await run("-e", inject)
        // Then the program ends, and starts nothing
        #expect(finished.ending != .exited(0), "\(inject)")
        #expect(!FileManager.default.fileExists(atPath: hasRun), "\(inject)")
      }
    }
  }

  @Test(
    "The runtime neither prints a variable nor opens the file that it names",
    .tags(.textCannotAct, .environmentLetsNobodyIn),
    .enabled("only a release contains the runtime") { try await containsRuntime })
  func silent() async throws {
    let file = sandbox.path("named")
    try "text".write(toFile: file, atomically: false, encoding: .utf8)
    let hostile = "x\u{1B}]0;owned\u{7}"
    let environment = [
      "SWIFT_BACKTRACE": hostile, "SWIFT_DETERMINISTIC_HASHING": hostile, "SWIFT_DEBUG_CONCURRENCY_ENABLE": hostile,
      "SWIFT_DEBUG_LIB_PRESPECIALIZED_PATH": file, "SWIFT_DEBUG_HELP": "1",
    ]
    for arguments in [["--version"], ["account", "list"]] {
      let finished = try await sandbox.run(
        "strace", ["-f", "-qq", "-o", sandbox.path("calls"), Sandbox.signin] + arguments, environment: environment)
      #expect(finished.ending == .exited(0))
      #expect(finished.errors.isEmpty, "\(finished.errors)")
      let calls = try sandbox.contents(of: "calls")
      // The line of execve has no values of variables.
      #expect(!calls.contains(file))
    }
  }

  @Test(
    "The command gets all variables as they came: in their order, byte by byte", .tags(.environmentLetsNobodyIn))
  func asTheyCame() async throws {
    // Given variables that the runtime would read, languages that are none, and bytes that aren't text
    let variables =
      [
        "SWIFT_BACKTRACE=enable=yes,swift-backtrace=/nowhere", "LANGUAGE=../x", "SWIFT_=", "LC_ALL=C.UTF-8",
        "SWIFT_DETERMINISTIC_HASHING=1", "LC_MESSAGES=/tmp", "PATH=/usr/bin:/bin", "HOME=/nowhere",
        "SIGNIN_STORE=sqlite:" + sandbox.path("signin.db"), "Z=",
      ].map { Array($0.utf8) } + [Array("SWIFT_A=".utf8) + [0xFF, 1], Array("A=".utf8) + [0xFF, 1]]
    let start = """
      import os, sys
      variables = dict(bytes.fromhex(text).split(b"=", 1) for text in sys.argv[2:])
      gate = ["signin", "--password-stdin", "--email", "\(StoreFixture.email)", "--"]
      os.execve(sys.argv[1], gate + ["cp", "/proc/self/environ", "\(sandbox.path("found"))"], variables)
      """
    let texts = variables.map { $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined() }
    // When the command runs behind the form
    let finished = try await sandbox.run(
      "python3", ["-c", start, Sandbox.signin] + texts, input: .text(StoreFixture.password + "\n"))
    #expect(finished.ending == .exited(0), "\(finished.errors)")
    // Then it has them, and two more
    let found = try Data(contentsOf: URL(filePath: sandbox.path("found"))).split(separator: 0).map { Array($0) }
    #expect(found.prefix(variables.count) == variables[...])
    let names = found.dropFirst(variables.count).map { String(decoding: $0.prefix { $0 != 61 }, as: UTF8.self) }
    #expect(names == ["SIGNIN_EMAIL", "SIGNIN_SESSION"])
  }
}
