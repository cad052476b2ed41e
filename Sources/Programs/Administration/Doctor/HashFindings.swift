import Glibc
import ProgramSupport
import Settings
import Secrets
import Sentences

/// The cost of a hash on this machine, and whether its memory can be kept out of the swap space.
struct HashFindings {
  let settings: Settings

  var all: [Finding] {
    do {
      let argon2id = try settings.argon2id
      let text = GuardedText()
      for scalar in "correct horse".unicodeScalars { _ = text.insert(scalar, at: text.count) }
      var fastest = Duration.seconds(3600)
      do {
        // The fastest of some, so that the same machine gets the same answer.
        for _ in 0..<3 {
          let start = Self.processorTime
          _ = try argon2id.hash(try text.sealed())
          fastest = min(fastest, Self.processorTime - start)
        }
      } catch {
        return [memory, .bad(.hash, translated("Passwords can't be hashed: there isn't enough memory."))]
      }
      return [memory, Self.cost(of: argon2id.cost, took: fastest)]
    } catch {
      return [memory, .bad(.hash, error.sentence)]
    }
  }

  private var memory: Finding {
    if let failure = SecretMemory.lockFailure { return .bad(.memory, failure.sentence) }
    return .good(.memory, translated("Memory can be locked, so passwords can't reach the swap space."))
  }

  /// The processor time of this thread, so that other programs do not count.
  private static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// - Parameter duration: The time that one hash took on this machine.
  static func cost(of cost: HashCost, took duration: Duration) -> Finding {
    let milliseconds = duration / .milliseconds(1)
    let values: KeyValuePairs = [
      "memory": String(cost.memoryKiB / 1024), "passes": String(cost.passes), "time": String(Int(milliseconds)),
    ]
    if duration > .seconds(1) {
      return .warning(
        .hash,
        translated(
          "argon2id, {memory} MiB, passes {passes}: {time} ms. Each sign-in takes that long; "
            + "OWASP asks for less than a second. Lower hash.passes.", values))
    }
    if duration < .milliseconds(50) {
      return .warning(
        .hash,
        translated(
          "argon2id, {memory} MiB, passes {passes}: {time} ms. "
            + "That is too fast: an attacker guesses at the same speed. Raise hash.passes or hash.memory-kib.", values))
    }
    return .good(.hash, translated("argon2id, {memory} MiB, passes {passes}: {time} ms.", values))
  }
}
