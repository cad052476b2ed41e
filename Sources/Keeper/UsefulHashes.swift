import Unix

/// How many hashes at once bring something on a machine: hashes wait for its memory, not for its processors.
struct UsefulHashes {
  /// The time of one hash, of two at once, of three at once, and so on.
  private(set) var times: [Duration] = []

  /// Another hash at once must bring that much more, or it is not worth its memory.
  private static let leastGain = 1.15

  mutating func add(_ time: Duration) { times.append(time) }

  /// The number: at least 1.
  var count: Int {
    var count = 1
    while count < times.count, rate(count + 1) >= rate(count) * Self.leastGain { count += 1 }
    return count
  }

  /// Whether more at once than measured could bring something.
  var isOpen: Bool { times.isEmpty || count == times.count }

  /// Hashes in a second, with so many at once.
  private func rate(_ count: Int) -> Double { Double(count) / (times[count - 1] / .seconds(1)) }
}

extension Keeper {
  /// Measures how many hashes at once bring something, and lets as many begin from then on. Until then it is one. The
  /// hashes of people wait meanwhile, in turns with these.
  /// - Parameters:
  ///   - most: The most that may be. Each takes memory.
  ///   - hash: Makes a hash.
  public func measureHashes(upTo most: Int, _ hash: @escaping @Sendable () -> Void) async {
    mostHashes = 1
    var useful = UsefulHashes()
    while useful.isOpen, useful.times.count < most {
      guard let time = await time(ofAtOnce: useful.times.count + 1, hash) else { return }
      useful.add(time)
    }
    mostHashes = useful.count
  }

  /// Returns nil if the keeper is stopped.
  private func time(ofAtOnce count: Int, _ hash: @escaping @Sendable () -> Void) async -> Duration? {
    // No user has that uid: it means “none” (chown(2)).
    guard let turn = await reception.queue.begin(.max, onPlace: { _ in }) else { return nil }
    let start = Timers.now
    // No group of tasks: it would use libdispatch's threads, which wake the program every second.
    var left = count
    await withCheckedContinuation { done in
      let end = { @MainActor in
        left -= 1
        if left == 0 { done.resume() }
      }
      for _ in 0..<count {
        Task(executorPreference: workers) {
          hash()
          await end()
        }
      }
    }
    defer { reception.queue.end(turn) }
    return Timers.now - start
  }
}
