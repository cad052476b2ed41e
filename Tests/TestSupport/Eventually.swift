/// Whether `condition` came true: looks again and again, for what comes by another thread or program.
///
/// It gives up after so many looks, which is half a minute at best. A limit of time would count against what is waited for when
/// other tests keep the processors busy; so many looks take as much longer as everything else does.
public func eventually(
  isolation: isolated (any Actor)? = #isolation, _ condition: () async throws -> Bool
) async rethrows -> Bool {
  for _ in 0..<25_000 {
    if try await condition() { return true }
    try? await Task.sleep(for: .milliseconds(1))
  }
  return false
}
