import Identity
import SSHKeys
import SignIn
import Signals
import TestSupport
import Testing

@Suite("A step that a key answers")
struct KeySigningTests {
  private static let one = ChallengeID(1)

  private static func request(
    _ keys: [SecurityKey], for purpose: SignatureRequest.Purpose = .signIn, at service: String = "castle"
  ) throws -> SignatureRequest {
    try #require(SignatureRequest(service: service, account: 7, purpose, keys: keys.map(\.publicKey)))
  }

  private static func asking(
    _ request: SignatureRequest, methods: [ProofMethod] = [.code, .recoveryCode], fault: AnswerFault? = nil
  ) -> ConversationStep {
    .ask(.asking([.signature(request)], methods: methods, fault: fault))
  }

  @Test("signs as soon as it is shown, with a key that the account and the agent have, a touched one first")
  func signs() async throws {
    let (soft, hard, other) = (try SecurityKey(.ed25519), try SecurityKey(), try SecurityKey())
    let agent = ScriptedAgent([soft, hard])
    let scene = ChallengeScene(Self.asking(try Self.request([other, soft, hard])), agent: agent)
    #expect(scene.outputs.isSigning && !scene.outputs.isPassedOver)
    guard case .answer(let answer, to: Self.one) = await scene.script.go(on: .ended(.cancelled)) else {
      Issue.record("There is no answer.")
      return
    }
    #expect(!answer.isEmpty)
    #expect(agent.asked == [hard.publicKey])
  }

  @Test("is told from every other step, which neither signs nor is passed over")
  func otherSteps() {
    for step in [
      .ask(.asking([.code(digits: 6)], methods: [.recoveryCode])), .tell(.recoveryCodes(["abcd-efgh"])),
    ] as [ConversationStep] {
      let scene = ChallengeScene(step)
      #expect(!scene.outputs.isSigning && !scene.outputs.isPassedOver)
    }
  }

  @Test("asks the next key if one is refused: of several devices, one is at hand")
  func severalDevices() async throws {
    let (first, second) = (try SecurityKey(), try SecurityKey(.securityKeyP256))
    let agent = ScriptedAgent([first, second])
    agent.signing[first.publicKey] = .refused
    let scene = ChallengeScene(Self.asking(try Self.request([first, second])), agent: agent)
    await scene.script.go(on: .ended(.cancelled))
    #expect(agent.asked == [first.publicKey, second.publicKey])
  }

  @Test("goes on with the code, and says why, if the agent is of no help", arguments: AgentFault.allCases)
  func noHelp(fault: AgentFault) async throws {
    let key = try SecurityKey()
    let agent = fault == .missing ? nil : ScriptedAgent(fault == .noKey ? [] : [key])
    if fault != .noKey, fault != .otherService { agent?.signing[key.publicKey] = fault }
    let service = fault == .otherService ? "elsewhere" : "castle"
    let scene = ChallengeScene(Self.asking(try Self.request([key], at: service)), agent: agent)
    #expect(scene.outputs.step.otherMethod == .code)
    #expect(await scene.script.go(on: .ask(.asking([.code(digits: 6)]))) == .method(.code))
    await scene.routes.wait { $0 == [.met("ask", [.agent(fault)])] }
    if fault == .otherService { #expect(agent?.asked.isEmpty == true) }
  }

  @Test("says nothing of the agent any more behind a right code")
  func rightCode() async throws {
    let scene = ChallengeScene(Self.asking(try Self.request([SecurityKey()])))
    #expect(await scene.script.go(on: .ask(.asking([.code(digits: 6)]))) == .method(.code))
    await scene.routes.wait { $0 == [.met("ask", [.agent(.missing)])] }
    let next = ChallengeScene(goingOn: try #require(scene.conversation), scene.script)
    let ends = Recorder(next.outputs.ended.map { _, conversation in conversation.notices })
    next.type("123456")
    await next.script.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    await ends.wait { $0 == [[]] }
  }

  @Test("ends with the reason if there is no other way")
  func noOtherWay() async throws {
    let scene = ChallengeScene(Self.asking(try Self.request([SecurityKey()]), methods: []))
    await scene.routes.wait { $0 == [.ended(.agent(.missing))] }
  }

  @Test("does not sign again after a signature that did not count, but goes on with the code")
  func untouched() async throws {
    let key = try SecurityKey()
    let agent = ScriptedAgent([key])
    let scene = ChallengeScene(Self.asking(try Self.request([key]), fault: .untouched), agent: agent)
    #expect(scene.outputs.notices == [.untouchedKey])
    #expect(scene.outputs.isPassedOver)
    #expect(await scene.script.go(on: .ask(.asking([.code(digits: 6)]))) == .method(.code))
    #expect(agent.asked.isEmpty)
    // The step of the code says why, and nothing of it is left behind a right code
    await scene.routes.wait { $0 == [.met("ask", [.untouchedKey])] }
    let next = ChallengeScene(goingOn: try #require(scene.conversation), scene.script)
    #expect(next.outputs.notices == [.untouchedKey])
    let ends = Recorder(next.outputs.ended.map { _, conversation in conversation.notices })
    next.type("123456")
    await next.script.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    await ends.wait { $0 == [[]] }
  }

  @Test("is asked once more by Enter where nothing else counts")
  func onceMore() async throws {
    let key = try SecurityKey()
    let agent = ScriptedAgent([key])
    let scene = ChallengeScene(Self.asking(try Self.request([key]), methods: [], fault: .untouched), agent: agent)
    #expect(scene.outputs.notices == [.untouchedKey])
    #expect(agent.asked.isEmpty)
    scene.inputs.didTapSubmit()
    guard case .answer(_, to: Self.one) = await scene.script.go(on: .ended(.cancelled)) else {
      Issue.record("There is no answer.")
      return
    }
    #expect(agent.asked == [key.publicKey])
  }

  @Test("signs although a code that was wanted can't be used")
  func codesLocked() async throws {
    let key = try SecurityKey()
    let scene = ChallengeScene(
      Self.asking(try Self.request([key]), methods: [], fault: .codesLocked), agent: ScriptedAgent([key]))
    #expect(scene.outputs.notices == [.codesLocked])
    guard case .answer = await scene.script.go(on: .ended(.cancelled)) else {
      Issue.record("There is no answer.")
      return
    }
  }

  @Test("goes on with another way by F7 while the key waits for a touch")
  func otherWayMeanwhile() async throws {
    let key = try SecurityKey()
    let agent = ScriptedAgent([key])
    agent.isWaiting = true
    let scene = ChallengeScene(Self.asking(try Self.request([key])), agent: agent)
    #expect(await eventually { !agent.asked.isEmpty })
    scene.inputs.didTapMethod(.recoveryCode)
    #expect(await scene.script.go(on: .ask(.asking([.recoveryCode]))) == .method(.recoveryCode))
    await scene.routes.wait { $0 == [.met("ask", [])] }
  }

  @Test("is left by Esc while the key waits for a touch")
  func escape() async throws {
    let key = try SecurityKey()
    let agent = ScriptedAgent([key])
    agent.isWaiting = true
    let scene = ChallengeScene(Self.asking(try Self.request([key])), agent: agent)
    #expect(await eventually { !agent.asked.isEmpty })
    scene.inputs.didTapCancel()
    await scene.routes.wait { $0 == [.left(nil)] }
  }

  @Test("adds the only key after Enter, or the one whose number is typed")
  func addsKey() async throws {
    let keys = try (0..<3).map { _ in try SecurityKey() }
    for known in [2, 1] {
      let script = ScriptedConversation()
      let agent = ScriptedAgent(keys)
      let before = ChallengeScene(.tell(.passwordEnds(days: 1)), script, agent: agent)
      let request = try Self.request(Array(keys.prefix(known)), for: .newKey)
      await script.go(on: .ask(.asking([.newKey(request)])))
      await before.routes.wait { !$0.isEmpty }
      let scene = ChallengeScene(goingOn: try #require(before.conversation), script, agent: agent)
      #expect(!scene.outputs.isSigning && !scene.outputs.isPassedOver)
      #expect(scene.outputs.keys.map(\.key) == keys.dropFirst(known).map(\.publicKey))
      if known == 2 {
        #expect(scene.outputs.kinds.isEmpty)
        scene.inputs.didTapSubmit()
      } else {
        #expect(scene.outputs.kinds == [.keyNumber(of: 2)] && !scene.outputs.fields[0].isMasked)
        for wrong in ["0", "3", "x", "1 "] {
          scene.type(wrong)
          scene.pressEnter()
          #expect(scene.first.message.last == .keyNumber(2))
        }
        scene.type("1")
        #expect(scene.first.isValid.last == true)
        scene.type("2")
        scene.pressEnter()
      }
      guard case .answer(let answer, to: Self.one) = await script.go(on: .ended(.changed)) else {
        Issue.record("There is no answer.")
        return
      }
      #expect(answer.hasSuffix(" ring"))
      #expect(agent.asked == [keys[2].publicKey])
    }
  }

  @Test("offers twenty keys to add, security keys first, with short names, and counts the others")
  func offers() async throws {
    let (soft, hard) = (try (0..<30).map { _ in try SecurityKey(.ed25519) }, try SecurityKey())
    let script = ScriptedConversation()
    let agent = ScriptedAgent(soft + [hard])
    agent.name = String(repeating: "\u{202E}x", count: 1000)
    let before = ChallengeScene(.tell(.passwordEnds(days: 1)), script, agent: agent)
    await script.go(on: .ask(.asking([.newKey(try Self.request([], for: .newKey))])))
    await before.routes.wait { !$0.isEmpty }
    let scene = ChallengeScene(goingOn: try #require(before.conversation), script, agent: agent)
    #expect(scene.outputs.keys.map(\.key) == [hard.publicKey] + soft.prefix(19).map(\.publicKey))
    #expect(scene.outputs.keys.allSatisfy { $0.name == String(repeating: "x", count: 64) })
    #expect(scene.outputs.otherKeyCount == 11)
    #expect(scene.outputs.kinds == [.keyNumber(of: 20)])
  }

  @Test("ends with the reason if the agent has no key to add")
  func nothingToAdd() async throws {
    let key = try SecurityKey()
    for (agent, fault) in [(ScriptedAgent([key]), AgentFault.noKey), (nil, .missing)] {
      let scene = ChallengeScene(.tell(.passwordEnds(days: 1)), agent: agent)
      await scene.script.go(on: .ask(.asking([.newKey(try Self.request([key], for: .newKey))])))
      await scene.routes.wait { $0 == [.ended(.agent(fault))] }
    }
  }
}
