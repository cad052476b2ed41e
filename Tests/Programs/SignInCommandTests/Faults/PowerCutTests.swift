import Foundation
import Identity
import TestSupport
import Testing

@Suite("A power cut", .fewAtOnce, .asAdministrator)
struct PowerCutTests {
  @Test("at any moment loses no reported result, and no attempt whose password was hashed", .tags(.answersAreKept))
  func losesNothing() async throws {
    let (sandbox, events) = try await recording()
    var random = SeededGenerator(seed: .random(in: .min ... .max))
    // Given the moments right before and right after each sync, and random ones
    let syncs = events.indices.filter { if case .synced = events[$0] { true } else { false } }
    let synced = events.compactMap { if case .synced(let path) = $0 { path.split(separator: "/").last } else { nil } }
    try #require(Set(synced).isSuperset(of: ["signin.db", "signin.db-wal"]))
    let rounds = LongRun.rounds(60, promised: 5_000)
    for round in 0..<rounds {
      let moment =
        switch round % 3 {
        case 0: syncs[round / 3 % syncs.count]
        case 1: syncs[round / 3 % syncs.count] + 1
        default: Int.random(in: 0...events.count, using: &random)
        }
      // When the power is cut, then every reported result is there
      let losses = try await losses(of: events, cutAt: moment, round, in: sandbox, &random)
      #expect(losses.isEmpty, "cut at \(moment): \(losses)")
    }
  }

  @Test("on a disk that ignores syncs is noticed by this test", .tags(.answersAreKept))
  func control() async throws {
    let (sandbox, events) = try await recording()
    // Given the same events without any effective sync
    let lies = events.filter { if case .synced(let name) = $0 { !name.hasSuffix("-wal") } else { true } }
    var random = SeededGenerator(seed: 1)
    var losses: [String] = []
    for round in 0..<10 {
      do {
        losses += try await self.losses(of: lies, cutAt: lies.count * (10 + round) / 20, round, in: sandbox, &random)
      } catch let damage as StoreError {
        losses.append("\(damage)")
      }
    }
    #expect(!losses.isEmpty)
  }

  /// The events of three programs: an added account and two sign-ins.
  private func recording() async throws -> (Sandbox, [DiskRecording.Event]) {
    let fixture = try await StoreFixture(settings: StoreFixture.quick)
    let sandbox = fixture.sandbox
    let folder = sandbox.path("recorded")
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    let store = ["--store", "sqlite:\(folder)/signin.db"]
    var recording = DiskRecording(of: folder)
    let password = StoreFixture.password + "\n"
    _ = try await recording.record(
      ["account", "add", StoreFixture.email, "--password-stdin"] + store, in: sandbox, input: password)
    for _ in 0..<2 {
      let options = ["--password-stdin", "--email", StoreFixture.email, "--print", "token"]
      let finished = try await recording.record(store + options, in: sandbox, input: password)
      try #require(finished.ending == .exited(0))
    }
    try #require(recording.events.count { if case .hashes = $0 { true } else { false } } == 3)
    return (sandbox, recording.events)
  }

  /// The losses and faults after a power cut before the event of that number.
  private func losses(
    of events: [DiskRecording.Event], cutAt moment: Int, _ round: Int, in sandbox: Sandbox,
    _ random: inout SeededGenerator
  ) async throws -> [String] {
    let past = events.prefix(moment)
    let chance = [0, 0.5, 0.9, 1][round % 4]
    // A new folder each time: an earlier inspection may still be closing its store, and would remove this journal.
    let folder = sandbox.path("cut\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    for (name, bytes) in DiskAfterPowerCut(past).files(keeping: chance, &random) {
      let path = folder + name.dropFirst(sandbox.path("recorded").count)
      try Data(bytes).write(to: URL(filePath: path))
    }
    var told: [String] = []
    var hashes = 0
    for event in past {
      if case .told(let text) = event { told.append(text.trimmingCharacters(in: .newlines)) }
      if case .hashes = event { hashes += 1 }
    }
    guard FileManager.default.fileExists(atPath: folder + "/signin.db") else { return told }
    let inspection: StoreInspection
    do {
      inspection = try StoreInspection(path: folder + "/signin.db")
    } catch {
      return ["\(error)"]
    }
    var losses = inspection.faults
    if !told.isEmpty && inspection.accounts != [StoreFixture.email] { losses.append("the account") }
    losses += try await inspection.lost(of: Array(told.dropFirst()))
    // The first hash is that of the new account.
    if inspection.outcomes.count < hashes - 1 { losses.append("a try that was charged") }
    return losses
  }
}
