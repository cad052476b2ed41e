/// How much a server does at once.
public struct Capacity: Sendable {
  let hashes: Int
  let hashMemory: Int
  let storeJobs: Int

  /// - Parameters:
  ///   - hashes: How many hashes may be under way at once.
  ///   - hashMemory: How much memory they may take, in KiB. A hash that takes more is computed alone.
  ///   - storeJobs: How many jobs of the store that take turns may be under way at once.
  public init(hashes: Int = 2, hashMemory: Int = .max, storeJobs: Int = 2) {
    (self.hashes, self.hashMemory, self.storeJobs) = (hashes, hashMemory, storeJobs)
  }
}
