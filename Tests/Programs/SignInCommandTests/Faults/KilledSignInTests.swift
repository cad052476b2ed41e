import Foundation
import Identity
import SQLiteStore
import Secrets
import Store
import TestSupport
import Testing

@Suite("A killed sign-in", .fewAtOnce, .asAdministrator)
struct KilledSignInTests {
  let fixture: StoreFixture
  var sandbox: Sandbox { fixture.sandbox }

  init() async throws {
    fixture = try await StoreFixture(settings: StoreFixture.quick)
  }

  @Test(
    "at any of its writes leaves a whole store, with its output and the attempt that it charged",
    .tags(.answersAreKept),
    arguments: [
      ("signin.db", ["openat", "pwrite64", "fdatasync"]), ("signin.db-wal", ["openat", "pwrite64", "fdatasync"]),
      ("signin.db-shm", ["openat", "pwrite64"]),
    ] as [(String, Set)])
  func atEachWrite(file: String, expected: Set<String>) async throws {
    // Given a store with one sign-in, and the number of a sign-in's calls on one of its files
    let before = try await fixture.token()
    _ = try StoreInspection(path: sandbox.path("signin.db"))
    // A program does not always close the store before it exits, so there are several runs.
    var (count, names) = (0, Set<String>())
    for number in 0..<3 {
      let calls = try await signIn(in: "whole\(number)", killedAt: nil, of: file).calls.filter {
        !$0.contains("resumed>") && !$0.contains("+++")
      }
      // strace(1) counts the calls of each thread separately.
      let ofThreads = Dictionary(grouping: calls) { $0.prefix { $0 != " " } }
      count = max(count, ofThreads.values.map(\.count).max() ?? 0)
      names.formUnion(calls.compactMap { $0.firstMatch(of: /([a-z0-9]+)\(/).map { String($0.1) } })
    }
    try #require(names.isSuperset(of: expected))
    // When it is killed at the start of one of these calls, on a copy of the store for each
    var killed = 0
    let wanted = min(LongRun.rounds(3, promised: 1_000), count)
    for number in (1...wanted).map({ $0 * count / wanted }) {
      var (finished, done) = try await signIn(in: "\(number)", killedAt: number, of: file)
      for _ in 0..<20 where !done.contains(where: Self.isKill) {
        (finished, done) = try await signIn(in: "\(number)", killedAt: number, of: file)
      }
      if done.contains(where: Self.isKill) { killed += 1 }
      // Then the store is whole, with its former content and all acknowledged changes
      let path = sandbox.path("\(number)/signin.db")
      let inspection = try StoreInspection(path: path)
      #expect(inspection.faults.isEmpty, "\(file) \(number): \(inspection.faults)")
      let tokens = [before] + finished.output.split(separator: "\n").map(String.init)
      #expect(try await inspection.lost(of: tokens).isEmpty, "\(file) \(number)")
      // And with the attempt, if it was charged: the first sync is of the journal's head, the second of the charge
      let outcome = inspection.outcomes[3]  // after the account and the first sign-in
      #expect([nil, "pending", "signed-in"].contains(outcome))
      let syncs = done.count { $0.contains("fdatasync") && $0.hasSuffix("= 0") }
      if syncs >= 2 { #expect(outcome != nil, "\(file) \(number)") }
      if tokens.count > 1 { #expect(outcome == "signed-in") }
      // And the attempt counts at once where it was made, because its process is gone
      if outcome == "pending" {
        let store = SQLiteStore(file: StoreFile(path: path))
        let strict = Throttle(firstBlockingFailure: 1)
        let here = AttemptSource(tty: "", uid: geteuid(), host: "localhost", program: "signin")
        let charge = try await store.charge(email(StoreFixture.email), from: here, under: strict)
        #expect(charge == .blocked(seconds: 1))
      }
      // And no lock is left for the next sign-in
      #expect(try await signIn(in: nil, killedAt: nil, of: "\(number)/" + file).finished.ending == .exited(0))
    }
    #expect(killed > wanted / 2)
  }

  @Test("at any moment leaves a whole store, with every attempt and every printed result", .tags(.answersAreKept))
  func atRandomMoments() async throws {
    // Given the duration of a sign-in
    var start = ContinuousClock.now
    var tokens = [try await fixture.token()]
    var seconds = (ContinuousClock.now - start) / .seconds(1)
    // When sign-ins are killed at different times, one after another
    let rounds = LongRun.rounds(10, promised: 1_000)
    var killed = 0
    for _ in 0..<rounds {
      let moment = String(format: "%.4f", Double.random(in: 0...1.3 * seconds))
      let timeout = ["/usr/bin/timeout", "--foreground", "--signal=KILL", moment]
      let command = timeout + [Sandbox.signin] + Self.options
      start = .now
      let finished = try await sandbox.run(
        command[0], Array(command.dropFirst()), input: .text(StoreFixture.password + "\n"))
      if finished.ending == .exited(0) {
        #expect(finished.output.count == 44)
        // Other tests may have kept the machine busy before
        seconds = min(seconds, (ContinuousClock.now - start) / .seconds(1))
      } else {
        killed += 1
      }
      tokens += finished.output.split(separator: "\n").map(String.init)
      // Then the store is whole each time, and no attempt is missing
      let inspection = try StoreInspection(path: sandbox.path("signin.db"))
      #expect(inspection.faults.isEmpty, "\(moment): \(inspection.faults)")
      #expect(inspection.outcomes.keys.max() == Int64(inspection.outcomes.count + 1))
    }
    // And every reported sign-in is in the store
    let inspection = try StoreInspection(path: sandbox.path("signin.db"))
    #expect(try await inspection.lost(of: tokens).isEmpty)
    #expect(inspection.outcomes.values.count { $0 == "signed-in" } >= tokens.count)
    #expect(killed > rounds / 5)
  }

  private static func isKill(_ line: String) -> Bool { line.contains("+++ killed by SIGKILL") }

  @Test("at any of its calls leaves a whole store, and an attempt that counts at once", .tags(.answersAreKept))
  func atEachCall() async throws {
    // Given the calls of a sign-in from its threads on
    let trace = sandbox.path("trace")
    func signIn(_ options: [String]) async throws -> ChildProcess.Finished {
      let arguments = ["-f", "-qq", "-o", trace] + options + [Sandbox.signin] + Self.options
      return try await sandbox.run("strace", arguments, input: .text(StoreFixture.password + "\n"))
    }
    #expect(try await signIn([]).ending == .exited(0))
    let calls = InjectedError.all(of: try sandbox.contents(of: "trace"), "SIGKILL")
    try #require(calls.missing(.signingIn) == [])
    var tokens: [String] = []
    for kill in calls.sample(LongRun.rounds(4, promised: 1_000)) {
      // When it is killed at one of them
      let before = try StoreInspection(path: sandbox.path("signin.db")).outcomes.count
      let finished = try await signIn(["-e", "inject=\(kill)"])
      tokens += finished.output.split(separator: "\n").map(String.init)
      // Then the store is whole
      let inspection = try StoreInspection(path: sandbox.path("signin.db"))
      #expect(inspection.faults.isEmpty, "\(kill): \(inspection.faults)")
      #expect(inspection.outcomes.count <= before + 2, "\(kill)")
      #expect(try await inspection.lost(of: tokens).isEmpty, "\(kill)")
    }
    // And the next one gets in, at once
    let start = ContinuousClock.now
    #expect(try await signIn([]).ending == .exited(0))
    #expect(ContinuousClock.now - start < .seconds(15))
  }

  private static let options = ["--password-stdin", "--email", StoreFixture.email, "--print", "token"]

  /// Signs in on a new copy of the store, or on an existing one. The program is killed at the start of the n-th call on
  /// one file.
  /// - Returns: The result, and the calls on that file, as strace(1) writes them.
  private func signIn(
    in copy: String?, killedAt number: Int?, of file: String
  ) async throws -> (finished: ChildProcess.Finished, calls: [String]) {
    let path = sandbox.path(copy.map { $0 + "/" + file } ?? file)
    let folder = String(path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex))
    if copy != nil {
      try? FileManager.default.removeItem(atPath: folder)
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try FileManager.default.copyItem(atPath: sandbox.path("signin.db"), toPath: folder + "/signin.db")
    }
    let calls = "openat,pwrite64,fdatasync,fsync,ftruncate,unlink,close"
    let action = number.map { ["-e", "inject=\(calls):signal=KILL:when=\($0)"] } ?? []
    let tracer = ["/usr/bin/strace", "-f", "-q", "-e", "trace=\(calls)", "-P", path, "-o", folder + "/calls"]
    let command = Administrator.launcher + tracer + action + [Sandbox.signin] + Self.options
    let finished = try await sandbox.run(
      command[0], Array(command.dropFirst()), input: .text(StoreFixture.password + "\n"),
      environment: ["SIGNIN_STORE": "sqlite:\(folder)/signin.db"])
    let log = try String(contentsOfFile: folder + "/calls", encoding: .utf8)
    return (finished, log.split(separator: "\n").map(String.init))
  }
}
