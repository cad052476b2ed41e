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
        "Hashing with hash.memory-kib = {memory} and hash.passes = {passes} is too expensive. "
          + "Use at most {mostMemory} KiB and, with that much memory, at most {mostPasses} passes; "
          + "less memory allows more passes.",
        [
          "memory": String(cost.memoryKiB), "passes": String(cost.passes),
          "mostMemory": String(HashCost.limit.memoryKiB), "mostPasses": String(HashCost.limit.passes),
        ])
    }
  }
}
