import Unix

/// Operations by several clients at once.
enum Load {
  static let seconds = 5
  static let clients = 4

  /// Operations a second, by as many threads as pgbench has clients.
  static func perSecond(
    _ operation: @escaping @Sendable (_ client: Int, _ number: Int) async throws -> Void
  ) async throws -> Double {
    let threads = try WorkThreads(count: clients)
    let end = ContinuousClock.now + .seconds(seconds)
    let done = try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<clients {
        group.addTask(executorPreference: threads) {
          var number = 0
          while ContinuousClock.now < end {
            try await operation(client, number)
            number += 1
          }
          return number
        }
      }
      return try await group.reduce(0, +)
    }
    return Double(done) / Double(seconds)
  }
}
