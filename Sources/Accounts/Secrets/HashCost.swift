/// The cost of computing one argon2id hash: memory, and passes over it (RFC 9106, section 3.1), on one lane.
public struct HashCost: Sendable, Hashable, Codable {
  /// Memory in KiB.
  public let memoryKiB: Int

  /// Passes over the memory.
  public let passes: Int

  /// A cost as found in a setting or a hash, unchecked.
  public init(memoryKiB: Int, passes: Int) {
    self.memoryKiB = memoryKiB
    self.passes = passes
  }

  /// The default: 64 MiB, 3 passes (RFC 9106's second recommendation, on one lane). It takes 0.1 s to 0.3 s on a
  /// machine of 2020.
  public static let standard = HashCost(memoryKiB: 65_536, passes: 3)

  /// The least cost of a new hash: 19 MiB, 2 passes (OWASP Password Storage Cheat Sheet).
  public static let minimum = HashCost(memoryKiB: 19_456, passes: 2)

  /// The greatest cost of any hash: 1 GiB, 4 passes (libsodium's "sensitive"), or the same work with less memory. It
  /// takes about five seconds.
  public static let limit = HashCost(memoryKiB: 1_048_576, passes: 4)

  /// Whether a hash of this cost may be computed: from argon2's own minimum of 8 KiB and 1 pass up to `limit`.
  var isComputable: Bool {
    // Divides instead of multiplying, because a planted number may be anything.
    (Self.leastMemoryKiB...Self.limit.memoryKiB).contains(memoryKiB)
      && (1...Self.limit.memoryKiB * Self.limit.passes / memoryKiB).contains(passes)
  }

  /// The work of a hash, to which its time is proportional: memory times passes, in KiB.
  public var work: Int { memoryKiB * passes }

  /// This cost, or `other` if that is more work.
  public func or(costlier other: HashCost?) -> HashCost {
    other.map { $0.work > work ? $0 : self } ?? self
  }

  /// The cost of a second hash that takes the time by which a hash of `other` is quicker than one of this cost. Nil if
  /// it is not quicker.
  ///
  /// Fresh memory takes time as well. So the second hash gets the memory that `other` has less, and in any case a
  /// quarter, because little memory stays in the processor's cache. See Decisions/0085-equal-cost.md.
  func rest(after other: HashCost) -> HashCost? {
    let rest = work - other.work
    guard rest >= Self.leastMemoryKiB else { return nil }
    let memory = max(memoryKiB - other.memoryKiB, memoryKiB / 4, Self.leastMemoryKiB)
    let passes = (rest + memory - 1) / memory
    return HashCost(memoryKiB: max(rest / passes, Self.leastMemoryKiB), passes: passes)
  }

  /// The cost of a hash that argon2 has no part in.
  public static let none = HashCost(memoryKiB: 0, passes: 0)

  /// argon2's own minimum.
  private static let leastMemoryKiB = 8

  /// Whether it has less memory or fewer passes than `other`.
  func isWeaker(than other: HashCost) -> Bool {
    memoryKiB < other.memoryKiB || passes < other.passes
  }
}

/// The reason why a cost cannot be configured.
public enum HashCostError: Error, Equatable {
  /// It is below `HashCost.minimum` in memory or passes.
  case tooWeak(HashCost)

  /// It is above `HashCost.limit`.
  case tooExpensive(HashCost)
}
