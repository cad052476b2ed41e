internal import Glibc

/// Waits until an attempt may be charged, because others that are pending could block it. It asks again every tenth of a
/// second, outside of the store's transactions, and stops soon after its task is cancelled.
public struct ThrottleWait: Sendable {
  /// The timeout of an attempt that waits. The user then has to try again.
  static let longestWait = Duration.seconds(60)

  private let pause: @Sendable (Duration) async -> Void

  /// Waits that block their thread: for programs without a run loop.
  public init() {
    self.init { pause in usleep(UInt32(pause.wholeMilliseconds * 1000)) }
  }

  /// Waits by `pause`, for tests.
  public init(pause: @escaping @Sendable (Duration) async -> Void) {
    self.pause = pause
  }

  /// Asks until the answer is not ``Charge/mustWait``, ``longestWait`` is over, or the task is cancelled.
  func wait(
    for charge: () async throws(StoreError) -> Charge
  ) async throws(StoreError) -> Charge {
    var waited = Duration.zero
    while true {
      let answer = try await charge()
      guard answer == .mustWait, waited < Self.longestWait, !Task.isCancelled else { return answer }
      let next = Duration.milliseconds(.random(in: 50...150))  // random, so that many programs do not ask at once
      await pause(next)
      waited += next
    }
  }
}
