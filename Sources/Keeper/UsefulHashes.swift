import Unix

/// How many hashes at once bring something on a machine: hashes wait for its memory, not for its processors.
struct UsefulHashes {
  /// The shortest time of one hash, of two at once, of three at once, and so on.
  private var times: [Duration] = []

  /// Another hash at once must bring that much more, or it is not worth its memory.
  private static let leastGain = 1.15

  /// Adds the time of `number` at once, at most one more than the most measured. Only the shortest time of each number
  /// counts: other programs make a hash slower, and none makes it faster.
  mutating func add(_ time: Duration, atOnce number: Int) {
    if number > times.count { times.append(time) } else { times[number - 1] = min(times[number - 1], time) }
  }

  /// The number: at least 1.
  var count: Int {
    var count = 1
    while count < times.count, rate(count + 1) >= rate(count) * Self.leastGain { count += 1 }
    return count
  }

  /// Hashes in a second, with so many at once.
  private func rate(_ count: Int) -> Double { Double(count) / (times[count - 1] / .seconds(1)) }
}

extension Keeper {
  /// How often a number of hashes at once is measured that seems useless. A service often starts beside other programs.
  /// Too many hashes at once take memory, and too few take half of the speed.
  private static let tries = 3

  /// Measures how many hashes at once bring something, and lets as many begin from then on. Until then it is one. The
  /// hashes of people wait meanwhile, in turns with these.
  /// - Parameters:
  ///   - most: The most that may be. Each takes memory.
  ///   - hash: Makes a hash.
  public func measureHashes(upTo most: Int, _ hash: @escaping @Sendable () -> Void) async {
    mostHashes = 1
    var useful = UsefulHashes()
    for number in 1...most where number <= useful.count + 1 {
      // No user has that uid: it means “none” (chown(2)).
      guard let turn = await reception.queue.begin(.max, onPlace: { _ in }) else { return }
      useful.add(await time(ofAtOnce: number, hash), atOnce: number)
      // In the same turn, because the next one may be a hundred hashes away.
      for _ in 1..<Self.tries where useful.count < number {
        useful.add(await time(ofAtOnce: number, hash), atOnce: number)
      }
      reception.queue.end(turn)
    }
    mostHashes = useful.count
  }

  private func time(ofAtOnce count: Int, _ hash: @escaping @Sendable () -> Void) async -> Duration {
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
    return Timers.now - start
  }
}
