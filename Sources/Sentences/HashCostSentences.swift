public import Secrets

extension HashCostError {
  /// States the fault and the fix.
  public var sentence: String {
    switch self {
    case .tooWeak(let cost):
      translated(
        "Hashing with hash.memory-kib = {memory} and hash.passes = {passes} is too weak. "
          + "Use at least {leastMemory} KiB and {leastPasses} passes.",
        [
          "memory": String(cost.memoryKiB), "passes": String(cost.passes),
          "leastMemory": String(HashCost.minimum.memoryKiB), "leastPasses": String(HashCost.minimum.passes),
        ])
    case .tooExpensive(let cost):
      translated(
        "Hashing with hash.memory-kib = {memory} and hash.passes = {passes} takes too much. "
          + "Use at most {mostMemory} KiB; with that, at most {mostPasses} passes, with less memory more.",
        [
          "memory": String(cost.memoryKiB), "passes": String(cost.passes),
          "mostMemory": String(HashCost.limit.memoryKiB), "mostPasses": String(HashCost.limit.passes),
        ])
    }
  }
}
