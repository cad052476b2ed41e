import SSHAgent
import SSHKeys
import ProgramSupport
import SignIn
import Unix

/// The user's ssh-agent, for signatures that name this machine.
@MainActor final class AgentHere: KeyAgent {
  let service = Environment.serviceName
  private let agent: SSHAgent

  init(at path: String, _ loop: RunLoop) { agent = SSHAgent(at: path, loop) }

  func keys() async throws(AgentFault) -> [PublicKeyLine] { try await agent.keys() }

  func sign(_ bytes: [UInt8], by key: PublicKey) async throws(AgentFault) -> [UInt8] {
    try await agent.sign(bytes, by: key)
  }
}
