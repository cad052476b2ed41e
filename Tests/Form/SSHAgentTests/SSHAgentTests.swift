import Foundation
import SSHKeys
import TestSupport
import Testing
import Unix

@testable import SSHAgent

@Suite("An ssh-agent", .serialized)
struct SSHAgentTests {
  private let loop = RunLoop(signals: -1)
  private let home: Sandbox
  private let keys: [SecurityKey]

  init() throws {
    home = try Sandbox()
    keys = try PublicKey.Kind.allCases.map { try SecurityKey($0) }
  }

  private func played(_ behaviour: PlayedAgent.Behaviour) throws -> PlayedAgent {
    try PlayedAgent(keys, at: home.path("agent"), behaviour)
  }

  private func agent(_ path: String? = nil, within limit: Duration = .seconds(600)) -> SSHAgent {
    var timeouts = SSHAgent.Timeouts()
    (timeouts.keys, timeouts.signature) = (limit, limit)
    return SSHAgent(at: path ?? home.path("agent"), loop, timeouts: timeouts)
  }

  /// What the agent says when it is asked for its keys, and for a signature.
  private func answers(_ path: String? = nil, within limit: Duration = .seconds(600)) async throws -> [AgentFault?] {
    let (agent, key) = (agent(path, within: limit), keys[0].publicKey)
    let listing = Task { () async -> AgentFault? in
      do throws(AgentFault) {
        _ = try await agent.keys()
        return nil
      } catch {
        return error
      }
    }
    let signing = Task { () async -> AgentFault? in
      do throws(AgentFault) {
        _ = try await agent.sign([1, 2, 3], by: key)
        return nil
      } catch {
        return error
      }
    }
    return [try #require(await loop.value(of: listing)), try #require(await loop.value(of: signing))]
  }

  @Test("lists its keys and signs, each kind")
  func story() async throws {
    let played = try played(.signing())
    let agent = agent()
    let listing = Task { (try? await agent.keys()) ?? [] }
    let listed = try #require(await loop.value(of: listing))
    #expect(listed.map(\.key) == keys.map(\.publicKey))
    #expect(listed.map(\.name) == ["ring1", "ring2", "ring3", "ring4"])
    for key in keys {
      let signing = Task { (try? await agent.sign([1, 2, 3], by: key.publicKey)) ?? [] }
      let raw = try #require(await loop.value(of: signing))
      #expect(throws: Never.self) { try KeySignature(key.publicKey, agentReturned: raw, namespace: "x") }
    }
    #expect(played.signatureCount == 4)
  }

  @Test("of OpenSSH lists the keys that count, signs, and is told apart when it is locked or lacks the key")
  func openSSH() async throws {
    // given
    let path = home.path("agent")
    let process = try home.start("ssh-agent", ["-D", "-a", path])
    #expect(await RealAgent.listens(at: path, in: home))
    for type in ["ed25519", "ecdsa", "rsa"] {
      let file = home.path(type)
      #expect(
        try await home.run("ssh-keygen", ["-q", "-t", type, "-N", "", "-C", type, "-f", file]).ending == .exited(0))
      let added = try await home.run("ssh-add", [file], environment: ["SSH_AUTH_SOCK": path])
      #expect(added.ending == .exited(0), "\(added.errors)")
    }
    let agent = agent(path)
    // when
    let listing = Task { (try? await agent.keys()) ?? [] }
    let listed = try #require(await loop.value(of: listing))
    // then
    #expect(Set(listed.map(\.name)) == ["ed25519", "ecdsa"])
    for line in listed {
      let bytes = KeySignature.bytesToSign([1, 2], namespace: "test@signin")
      let signing = Task { (try? await agent.sign(bytes, by: line.key)) ?? [] }
      let raw = try #require(await loop.value(of: signing))
      let signature = try KeySignature(line.key, agentReturned: raw, namespace: "test@signin")
      #expect(signature.isValid(for: [1, 2], namespace: "test@signin"))
    }
    #expect(try await answers(path) == [nil, .refused])
    // Locked, it lists nothing
    let locking = try await home.run(
      "ssh-add", ["-x"], input: .text("secret\nsecret\n"), environment: ["SSH_AUTH_SOCK": path])
    #expect(locking.ending == .exited(0), "\(locking.errors)")
    let listingLocked = Task { (try? await agent.keys())?.count }
    #expect(try #require(await loop.value(of: listingLocked)) == 0)
    process.send(signal: 15)
    _ = try await process.finish()
    #expect(try await answers(path) == [.missing, .missing])
  }

  @Test("of OpenSSH signs with a security key, and says so, whoever touched it", arguments: ["ed25519-sk", "ecdsa-sk"])
  func securityKey(type: String) async throws {
    let real = try await RealAgent(in: home)
    try await real.add(try await real.makeKey(type, named: "ring"))
    let agent = agent(real.path)
    let listing = Task { (try? await agent.keys()) ?? [] }
    let line = try #require(await loop.value(of: listing)?.first)
    #expect(line.key.kind.shortName == type.uppercased())
    var count: UInt32 = 0
    for (owner, isTouched, isVerified) in [
      (RealAgent.Owner.touches, true, false), (.verified, true, true), (.untouched, false, false),
    ] {
      try real.owner(owner)
      let bytes = KeySignature.bytesToSign([1, 2], namespace: "test@signin")
      let signing = Task { (try? await agent.sign(bytes, by: line.key)) ?? [] }
      let raw = try #require(await loop.value(of: signing))
      let signature = try KeySignature(line.key, agentReturned: raw, namespace: "test@signin")
      #expect(signature.isValid(for: [1, 2], namespace: "test@signin"))
      #expect(!signature.isValid(for: [1, 3], namespace: "test@signin"))
      let device = try #require(signature.device)
      count += 1
      #expect(device.isTouched == isTouched && device.isUserVerified == isVerified)
      #expect(device.counter == count)
    }
  }

  @Test(
    "of OpenSSH refuses without a PIN, a device or a confirmation, and for a key that is bound to hosts",
    arguments: [
      (RealAgent.Owner.pin, []), (.unplugged, []), (.fails, []), (.touches, ["-c"]), (.touches, ["-h", "castle"]),
    ] as [(RealAgent.Owner, [String])])
  func refusals(owner: RealAgent.Owner, options: [String]) async throws {
    // given
    let real = try await RealAgent(in: home)
    let file = try await real.makeKey("ed25519-sk", named: "ring")
    // The host that the key may be used at, see ssh-add(1).
    let host = try await home.run("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", home.path("host")])
    #expect(host.ending == .exited(0))
    try "castle \(home.contents(of: "host.pub"))"
      .write(toFile: home.path("known"), atomically: false, encoding: .utf8)
    try await real.add(file, options.contains("-h") ? ["-H", home.path("known")] + options : options)
    try real.owner(owner)
    // when
    let agent = agent(real.path)
    let listing = Task { (try? await agent.keys()) ?? [] }
    let key = try #require(await loop.value(of: listing)?.first).key
    let signing = Task { () async -> AgentFault? in
      do throws(AgentFault) {
        _ = try await agent.sign([1, 2, 3], by: key)
        return nil
      } catch {
        return error
      }
    }
    // then
    #expect(try #require(await loop.value(of: signing)) == .refused)
  }

  @Test(
    "that is of no help is told apart",
    arguments: [
      (PlayedAgent.Behaviour.refusing, [nil, AgentFault.refused]), (.locked, [nil, .refused]),
      // It ended while a person looked for the key. That is no wrong answer.
      (.ending, [.missing, .missing]),
    ])
  func faults(behaviour: PlayedAgent.Behaviour, expected: [AgentFault?]) async throws {
    let played = try played(behaviour)
    #expect(try await answers() == expected)
    _ = played
  }

  @Test("that does not answer in time is given up")
  func silent() async throws {
    let played = try played(.silent)
    #expect(try await answers(within: .milliseconds(50)) == [.silent, .silent])
    played.behave(.waiting)
    #expect(try await answers(within: .milliseconds(50)).last == .silent)
    // One that says a little now and then gets no more time
    played.behave(.dripping)
    #expect(try await answers(within: .milliseconds(50)) == [.silent, .silent])
  }

  @Test(
    "that answers anything else is refused, and nothing is allocated for what it claims",
    arguments: [
      [0, 0, 0, 0], [0x40, 0, 0, 0, 12], [255, 255, 255, 255], [0, 0, 0, 1, 99], [0, 0, 0, 1, 12], [0, 0, 0, 1, 14],
      [0, 0, 0, 5, 12, 255, 255, 255, 255], [0, 0, 0, 6, 12, 0, 0, 0, 0, 7], [0, 0, 0, 5, 14, 127, 255, 255, 255],
      [0, 0, 0, 9, 12, 0, 0, 0, 1, 0, 0, 1, 0],
    ] as [[UInt8]])
  func nonsense(bytes: [UInt8]) async throws {
    let played = try played(.answering(bytes))
    #expect(try await answers() == [.nonsense, .nonsense])
    _ = played
  }

  @Test("that stops in the middle of an answer is silent")
  func torn() async throws {
    let played = try played(.answering([0, 0, 0, 9, 12]))
    #expect(try await answers(within: .milliseconds(50)) == [.silent, .silent])
    _ = played
  }

  @Test("whose socket is missing, or something else, is none")
  func missing() async throws {
    #expect(try await answers(home.path("nothing")) == [.missing, .missing])
    try "text".write(toFile: home.path("file"), atomically: false, encoding: .utf8)
    #expect(try await answers(home.path("file")) == [.missing, .missing])
    #expect(try await answers("/" + String(repeating: "x", count: 300)) == [.missing, .missing])
  }

  @Test("is given up at once when the task is cancelled")
  func cancelled() async throws {
    let played = try played(.waiting)
    let (agent, key) = (agent(), keys[0].publicKey)
    var fault: AgentFault?
    let signing = Task {
      do throws(AgentFault) {
        _ = try await agent.sign([1], by: key)
      } catch {
        fault = error
      }
    }
    await loop.turn(until: { played.signatureCount == 1 })
    signing.cancel()
    await loop.turn(until: { fault != nil })
    #expect(fault == .silent)
  }
}
