import Foundation
import Identity
import TestSupport
import Testing

@Suite("A form that receives random bytes", .fewAtOnce)
struct RandomKeysTests {
  @Test(
    "keeps running, or exits as after a key, and restores the terminal", .tags(.inputBreaksNothing),
    arguments: [1, 2] as [UInt64])
  func anything(seed: UInt64) async throws {
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let program = [Sandbox.signin, "--email", StoreFixture.email, "--attempts", "1000"]
    var random = SeededGenerator(seed: LongRun.isLong ? .random(in: .min ... .max) : seed)
    var left = LongRun.rounds(50_000, promised: 5_000_000)
    var counts: [String: Int] = [:]
    while left > 0 {
      let pty = try Pty(program, environment: fixture.sandbox.environment(with: ["TERM": "xterm-256color"]))
      try pty.waitForOutput("Password")
      left -= try send(min(left, 40_000), to: pty, &random)
      let (ending, leftovers) = try end(pty)
      // Then Esc, the last attempt or the test ended it
      let endings: [ChildProcess.Ending] =
        [.exited(1), .exited(77), .signalled(SIGTERM)]
      #expect(endings.contains(ending))
      #expect(leftovers.isEmpty, "\(ending): \(leftovers)")
      counts["\(ending)", default: 0] += 1
    }
    if LongRun.isLong { print("ends: \(counts)") }
    // And no random input signed in
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)).allSatisfy { $0 != .signedIn })
  }

  @Test("would be noticed if it crashed, or left the terminal raw", .tags(.inputBreaksNothing))
  func control() throws {
    let script = "stty raw -echo; echo Password; dd bs=1 count=3000 of=/dev/null 2>/dev/null; kill -SEGV $$"
    let pty = try Pty(["/bin/sh", "-c", script])
    try pty.waitForOutput("Password")
    var random = SeededGenerator(seed: 1)
    _ = try send(40_000, to: pty, &random)
    let (ending, leftovers) = try end(pty)
    #expect(ending == .signalled(SIGSEGV))
    #expect(leftovers == ["settings"])
  }

  /// Sends `count` bytes, or fewer if the program ends earlier. Returns the number sent.
  private func send(_ count: Int, to pty: Pty, _ random: inout SeededGenerator) throws -> Int {
    var sent = 0
    while sent < count, !pty.hasEnded {
      // Few enough to fit the terminal's queue if the program stops reading; more would block this test for ever
      try pty.wait(for: "somebody who reads") { pty.hasEnded || pty.unread < 256 }
      let bytes = (0..<256).map { _ in random.key(sparing: Self.heldBack.union(Self.ending)) }
      pty.type(bytes: bytes)
      sent += bytes.count
    }
    return sent
  }

  private func end(_ pty: Pty) throws -> (ChildProcess.Ending, [String]) {
    if !pty.hasEnded { pty.signal(SIGTERM) }
    let ending = try pty.wait()
    return (ending, pty.leftovers.filter { !$0.hasSuffix("typed bytes") })
  }

  /// Keys that the kernel obeys after the form has ended and the terminal is the shell's again: Ctrl-S holds back the
  /// output, and Ctrl-Z stops the process that reports the ending.
  static let heldBack: Set<UInt8> = [0x11, 0x13, 0x1A]
  /// Ctrl-C and Ctrl-\\ end a form at once: `TypedOnTests` sends them.
  static let ending: Set<UInt8> = [0x03, 0x1C]
}

extension SeededGenerator {
  /// Any byte except the spared ones; bytes of escape sequences are more frequent.
  mutating func key(sparing spared: Set<UInt8>) -> UInt8 {
    if Int.random(in: 0..<8, using: &self) == 0 {
      return Array("\u{1B}[O;<~M2015\r\t".utf8).randomElement(using: &self) ?? 0
    }
    let byte = UInt8.random(in: 0...255, using: &self)
    return spared.contains(byte) ? byte + 0x60 : byte
  }
}
