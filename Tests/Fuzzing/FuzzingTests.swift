import Foundation
import TestSupport
import Testing

@Suite("Parsers of input from outside")
struct FuzzingTests {
  @Test("keep their rules on every stored seed", .tags(.inputBreaksNothing), arguments: FuzzTarget.all)
  func seeds(target: FuzzTarget) throws {
    let seeds = try Self.seeds(of: target)
    #expect(!seeds.isEmpty)
    for seed in seeds {
      let fault = target.fault(in: seed)
      #expect(fault == nil, "\(seed)")
    }
  }

  @Test("keep their rules on randomly changed seeds", .tags(.inputBreaksNothing), arguments: FuzzTarget.all)
  func mutations(target: FuzzTarget) async throws {
    let fault = try await fault(of: target, rounds: LongRun.rounds(1_500, promised: 300_000))
    #expect(fault == nil)
  }

  @Test("would be caught if they broke a rule", .tags(.inputBreaksNothing))
  func control() async throws {
    #expect(try await fault(of: .broken, rounds: 100_000) != nil)
  }

  /// The first fault with the bytes that cause it; nil if there is none.
  private func fault(of target: FuzzTarget, rounds: Int) async throws -> String? {
    var random = SeededGenerator(seed: LongRun.isLong ? .random(in: .min ... .max) : 7)
    let seeds = try Self.seeds(of: target)
    for round in 0..<rounds {
      // Other tests need the few threads, too.
      if round % 100 == 99 { await Task.yield() }
      var bytes = seeds.randomElement(using: &random) ?? []
      for _ in 0..<Int.random(in: 1...4, using: &random) { Self.mutate(&bytes, seeds, &random) }
      if let fault = target.fault(in: bytes) { return "\(fault): \(bytes)" }
    }
    return nil
  }

  private static func mutate(_ bytes: inout [UInt8], _ seeds: [[UInt8]], _ random: inout SeededGenerator) {
    let place = Int.random(in: 0...bytes.count, using: &random)
    switch Int.random(in: 0..<6, using: &random) {
    case 0: bytes.insert(.random(in: 0...255, using: &random), at: place)
    case 1: bytes.removeLast(bytes.count - place)
    case 2 where place < bytes.count: bytes.remove(at: place)
    case 3 where place < bytes.count: bytes[place] = .random(in: 0...255, using: &random)
    case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    case 5:
      guard let other = seeds.randomElement(using: &random), bytes.count < 4_000 else { return }
      bytes.insert(contentsOf: other.suffix(Int.random(in: 0...other.count, using: &random)), at: place)
    default: break
    }
  }

  /// The contents of `Seeds`: a file for each seed, in a directory for each target.
  private static func seeds(of target: FuzzTarget) throws -> [[UInt8]] {
    let folder = URL(filePath: #filePath).appending(path: "../Seeds/\(target.rawValue)").standardized
    return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path() < $1.path() }.map { Array(try Data(contentsOf: $0)) }
  }
}
