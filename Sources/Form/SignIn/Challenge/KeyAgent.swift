public import SSHKeys

/// The keys of the person at the terminal. Tests use a scripted one.
public protocol KeyAgent {
  /// The service that a signature may name: without this check, a service could ask for one that serves at another.
  var service: String { get }
  /// Returns the keys that it offers.
  func keys() async throws(AgentFault) -> [PublicKeyLine]
  /// Returns the key's signature of these bytes. That takes as long as a person needs to touch it.
  func sign(_ bytes: [UInt8], by key: PublicKey) async throws(AgentFault) -> [UInt8]
}
