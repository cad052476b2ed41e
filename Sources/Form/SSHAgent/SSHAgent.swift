public import SSHKeys
public import Unix

/// The agent of SSH_AUTH_SOCK, which has the keys of the person at the terminal. Each request has a connection of its own, in
/// turns of the program's loop: nothing blocks, and cancelling the task ends it at once.
public final class SSHAgent {
  /// How long an agent may take.
  public struct Timeouts: Sendable {
    /// Until it lists its keys. No person is asked for that.
    public var keys = Duration.seconds(5)
    /// Until it signs. A person touches a key, or confirms.
    public var signature = Duration.seconds(60)

    /// 5 s and 60 s.
    public init() {}
  }

  private let path: String
  private let loop: RunLoop
  private let timeouts: Timeouts

  /// The agent whose socket is at `path`. Nothing is looked at yet.
  public init(at path: String, _ loop: RunLoop, timeouts: Timeouts = Timeouts()) {
    (self.path, self.loop, self.timeouts) = (path, loop, timeouts)
  }

  /// Returns the keys that it offers, of the kinds that count.
  public func keys() async throws(AgentFault) -> [PublicKeyLine] {
    try AgentMessage.keys(in: try await ask(AgentMessage.listKeys, within: timeouts.keys))
  }

  /// Returns the key's signature of these bytes, as ``SSHKeys/KeySignature`` takes it.
  public func sign(_ bytes: [UInt8], by key: PublicKey) async throws(AgentFault) -> [UInt8] {
    try AgentMessage.signature(in: try await ask(AgentMessage.sign(bytes, by: key), within: timeouts.signature))
  }

  private func ask(_ message: [UInt8], within limit: Duration) async throws(AgentFault) -> [UInt8] {
    let exchange = AgentExchange(message, loop)
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { exchange.begin(at: path, within: limit, $0) }
    } onCancel: {
      Task { @MainActor in exchange.end(.failure(.silent)) }
    }
    return try result.get()
  }
}
