public import Identity

extension InMemoryStore: CheckableStore {
  /// Writes as well as it reads.
  public func checkWriting() async throws(StoreError) { _ = try await isEmpty() }

  /// The memory that is left for it.
  public var freeBytes: Int? { 7 }

  /// The reason of every failure.
  public var lastReason: String? { "why" }
}
