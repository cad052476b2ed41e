import SSHKeys
import SignIn
import TestSupport

/// An agent that signs, or does not, as a test says.
final class ScriptedAgent: KeyAgent {
  let service = "castle"
  private let keys: [SecurityKey]
  /// The name of each key.
  var name = "ring"
  /// Why it lists nothing.
  var listing: AgentFault?
  /// Why it signs nothing, for each key.
  var signing: [PublicKey: AgentFault] = [:]
  /// Whether it waits for a touch.
  var isWaiting = false
  /// The keys that were asked to sign.
  private(set) var asked: [PublicKey] = []

  init(_ keys: [SecurityKey]) { self.keys = keys }

  func keys() async throws(AgentFault) -> [PublicKeyLine] {
    if let listing { throw listing }
    return keys.map { PublicKeyLine($0.publicKey, name: name) }
  }

  func sign(_ bytes: [UInt8], by key: PublicKey) async throws(AgentFault) -> [UInt8] {
    asked.append(key)
    while isWaiting {
      if Task.isCancelled { throw .silent }
      await Task.yield()
    }
    if let fault = signing[key] { throw fault }
    guard let known = keys.first(where: { $0.publicKey == key }) else { throw .refused }
    return known.sign(bytes)
  }
}
