public import Testing
import Unix

/// Lets only a few tests of this kind run at once. A test that drives programs waits for visible results. With a
/// hundred of them on two cores, a result that lasts a second would be over before the test has looked.
///
/// Each has a thread of its own, because it may block: the other tests have no more threads than there are processors.
public struct FewAtOnce: SuiteTrait, TestTrait, TestScoping {
  /// True: applies to each test of a suite.
  public let isRecursive = true

  /// Runs the test when its turn has come.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    await Turnstile.shared.enter()
    do {
      try await withTaskExecutorPreference(Turnstile.threads) { try await function() }
    } catch {
      await Turnstile.shared.leave()
      throw error
    }
    await Turnstile.shared.leave()
  }
}

extension Trait where Self == FewAtOnce {
  /// Runs only a few of these tests at once.
  public static var fewAtOnce: FewAtOnce { FewAtOnce() }
}

private actor Turnstile {
  static let shared = Turnstile()

  private static let count = 6
  static let threads = try? WorkThreads(count: count)

  private var free = count
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func enter() async {
    if free > 0 {
      free -= 1
    } else {
      await withCheckedContinuation { waiting.append($0) }
    }
  }

  func leave() {
    if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
  }
}
