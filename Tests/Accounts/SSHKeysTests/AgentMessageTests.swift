import TestSupport
import Testing

@testable import SSHKeys

@Suite("The answers of an agent")
struct AgentMessageTests {
  @Test("with a name of 250,000 bytes give a key with a short one: it is shown, and measured for each row")
  func longName() throws {
    var answer: [UInt8] = [12]
    answer.append(uint32: 1)
    answer.append(string: PublicKey.sample.blob)
    answer.append(string: [UInt8](repeating: 0x78, count: 250_000))
    let keys = try AgentMessage.keys(in: answer)
    #expect(keys.map(\.key) == [.sample])
    #expect(keys.first?.name == String(repeating: "x", count: AgentMessage.nameByteLimit))
  }
}
