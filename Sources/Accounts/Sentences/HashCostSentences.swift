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
          + "The maximum is {mostMemory} KiB with {mostPasses} passes. With less memory, more passes are allowed.",
        [
          "memory": String(cost.memoryKiB), "passes": String(cost.passes),
          "mostMemory": String(HashCost.limit.memoryKiB), "mostPasses": String(HashCost.limit.passes),
        ])
    }
  }
}
