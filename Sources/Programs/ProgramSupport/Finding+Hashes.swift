package import Secrets
import Sentences

extension Finding {
  /// The memory of a hash, in KiB, above which accounts are worth a warning, where new hashes have that cost.
  package static func mostMemory(beside cost: HashCost) -> Int {
    max(PasswordHash.mostImportedMemoryKiB, cost.memoryKiB)
  }

  /// Says how many hashes take more memory than that, in KiB; nil if none does. An import refuses them.
  package static func accounts(_ count: Int, hashedInMoreThan memoryKiB: Int) -> Finding? {
    guard count > 0 else { return nil }
    return .warning(
      .hash,
      translated(
        "Accounts whose hash takes more than {memory} MiB of memory: {count}. Every sign-in takes as much. "
          + "Set new passwords: signin account password EMAIL --reset.",
        ["count": "\(count)", "memory": "\(memoryKiB / 1024)"]))
  }
}
