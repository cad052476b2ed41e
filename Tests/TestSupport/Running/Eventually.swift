/// Whether `condition` became true: polls it, for the results of another thread or program.
///
/// It gives up after a number of polls, a minute at best: a disk can stand still for half of that. A time limit would be
/// too short when other tests keep the processors busy, but the polls slow down with everything else.
public func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows -> Bool {
  for _ in 0..<60_000 {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}
