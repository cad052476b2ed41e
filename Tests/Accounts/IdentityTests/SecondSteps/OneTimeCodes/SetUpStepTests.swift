import Identity
import TestSupport
import Testing

@Suite("Setting up a second step")
struct SetUpStepTests {
  @Test(
    "offers a secret, wants a code of it, shows ten recovery codes, and is done when they are kept",
    .tags(.secondStepAddsToPassword))
  func story() async throws {
    let played = try await PlayedAccount()
    let (conversation, step) = try await played.begin(played.settingUp())
    let (device, question) = try played.offer(step)
    let told = try await conversation.answer(question, device.code(at: played.clock.now()))
    guard case .tell(.recoveryCodes(let codes)) = told else { throw Unexpected(told) }
    #expect(Set(codes).count == 10)
    // Then nothing is set up before they are kept
    #expect(try await played.store.account(of: PlayedAccount.ann)?.secondStep == nil)
    guard case .ended(.changed) = await conversation.next(.proceed) else { throw Unexpected(told) }
    #expect(try await played.store.account(of: PlayedAccount.ann)?.secondStep != nil)
    #expect(try await played.outcomes() == [.change(.secondStepAdded), .passed, .passed])
    #expect(try await played.store.sessions(of: nil).isEmpty)
  }

  @Test("asks for a wrong password again, and ends when the email is blocked")
  func wrongPassword() async throws {
    let played = try await PlayedAccount()
    let conversation = played.settingUp().begin(.email(PlayedAccount.ann), nil)
    var step = await conversation.next(.begin)
    for _ in 1...2 {
      step = try await conversation.answer(question(step), "wrong horse")
      #expect(try question(step).challenges.map(\.kind) == [.password])
      #expect(try question(step).fault == .wrong)
    }
    step = try await conversation.answer(question(step), "wrong horse")
    guard case .ended(.refused(blockedFor: 1)) = step else { throw Unexpected(step) }
    #expect(try await played.outcomes() == [.refused, .refused, .refused])
  }

  @Test("offers a secret once a password that was wrong first is right")
  func rightPasswordAtLast() async throws {
    let played = try await PlayedAccount()
    let conversation = played.settingUp().begin(.email(PlayedAccount.ann), nil)
    let again = try await conversation.answer(question(await conversation.next(.begin)), "wrong horse")
    _ = try played.offer(try await conversation.answer(question(again), "correct horse"))
  }

  @Test("asks again after a code of another secret, which is no failure")
  func unconfirmed() async throws {
    let played = try await PlayedAccount()
    var (conversation, step) = try await played.begin(played.settingUp())
    for _ in 1...5 {
      let (device, asked) = try played.offer(step)
      let wrong = device.code(at: played.clock.now()) == "000000" ? "000001" : "000000"
      step = try await conversation.answer(asked, wrong)
      #expect(try question(step).fault == .unconfirmed)
    }
    let (device, asked) = try played.offer(step)
    guard case .tell = try await conversation.answer(asked, device.code(at: played.clock.now())) else {
      throw Unexpected(step)
    }
    let passed: [AttemptOutcome] = [.passed, .passed]
    #expect(try await played.outcomes() == passed[..<1] + Array(repeating: .notAccepted, count: 5) + passed[1...])
  }

  @Test("ends after ten codes of another secret, so that nobody fills the log with them")
  func neverConfirmed() async throws {
    let played = try await PlayedAccount()
    var (conversation, step) = try await played.begin(played.settingUp())
    for _ in 1...9 { step = try await conversation.answer(played.offer(step).1, "12345") }
    guard case .ended(.refused(blockedFor: nil)) = try await conversation.answer(played.offer(step).1, "12345") else {
      throw Unexpected(step)
    }
    #expect(try await played.outcomes().count { $0 == .notAccepted } == 10)
  }

  @Test("uses the code that confirmed it")
  func confirmedOnce() async throws {
    let played = try await PlayedAccount()
    let moment = played.clock.now()
    let (device, _) = try await played.secondStep()
    let (conversation, step) = try await played.begin(played.signIn())
    #expect(try question(await conversation.answer(question(step), device.code(at: moment))).fault == .used)
  }

  @Test("asks for the current second step before it is replaced; its codes and recovery codes are void then")
  func replaced() async throws {
    let played = try await PlayedAccount()
    let (device, codes) = try await played.secondStep()
    var (conversation, step) = try await played.begin(played.settingUp())
    step = try await conversation.answer(question(step), device.code(at: played.clock.now()))
    let (new, asked) = try played.offer(step)
    step = try await conversation.answer(asked, new.code(at: played.clock.now()))
    guard case .ended(.changed) = await conversation.next(.proceed) else { throw Unexpected(step) }
    played.clock.advance(by: .seconds(30))
    (conversation, step) = try await played.begin(played.signIn())
    for old in [device.code(at: played.clock.now()), codes[0]] {
      step = try await conversation.answer(question(step), old)
      #expect(try question(step).fault == .wrong)
    }
    step = try await conversation.answer(question(step), new.code(at: played.clock.now()))
    guard case .ended(.signedIn) = step else { throw Unexpected(step) }
  }

  @Test("has a wrong code of a member on record as no guess of a stranger")
  func wrongCodeOfMember() async throws {
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    let (conversation, first) = try await played.begin(played.signIn())
    guard
      case .ended(.signedIn(let own)) = try await conversation.answer(
        question(first), device.code(at: played.clock.now()))
    else { throw Unexpected(first) }
    let (change, asked) = try await played.begin(played.settingUp(in: own.session?.id))
    let again = try await change.answer(question(asked), "000000")
    #expect(try question(again).fault == .wrong)
    #expect(try await played.outcomes().first == .unconfirmed)
  }

  @Test("ends all sessions but the one in which it was done")
  func sessions() async throws {
    let played = try await PlayedAccount()
    let (_, one) = try await played.begin(played.signIn())
    let (_, other) = try await played.begin(played.signIn())
    guard case .ended(.signedIn(let own)) = one, case .ended(.signedIn) = other else { throw Unexpected(one) }
    let (conversation, step) = try await played.begin(played.settingUp(in: own.session?.id))
    let (device, asked) = try played.offer(step)
    _ = try await conversation.answer(asked, device.code(at: played.clock.now()))
    _ = await conversation.next(.proceed)
    #expect(try await played.store.sessions(of: nil).map(\.id) == [own.session?.id])
  }

  @Test("can be followed by new recovery codes, which replace the others once they are kept, and not without one")
  func newRecoveryCodes() async throws {
    let played = try await PlayedAccount()
    let (step, place) = (NewRecoveryCodesStep(store: played.store), ConversationPlace(source: .at("here")))
    let bare = try #require(try await played.store.account(of: PlayedAccount.ann))
    #expect(try await step.begin(for: bare, place).proceed() == .refused)
    // Given a second step, when its owner reads new codes
    let (_, old) = try await played.secondStep()
    let account = try #require(try await played.store.account(of: PlayedAccount.ann))
    let proof = step.begin(for: account, place)
    guard case .tell(.recoveryCodes(let codes)) = try await proof.proceed() else {
      Issue.record("there are no codes")
      return
    }
    #expect(Set(codes).count == 10)
    // Then nothing is changed before they are kept
    #expect(try await played.store.account(of: PlayedAccount.ann) == account)
    guard case .changed(let changed, notice: nil) = try await proof.proceed() else {
      Issue.record("the codes are not kept")
      return
    }
    #expect(changed.revision == account.revision + 1)
    // And afterwards they count, and the old ones do not
    let (conversation, asked) = try await played.begin(played.signIn())
    let again = try await conversation.answer(question(asked), old[0])
    #expect(try question(again).fault == .wrong)
    guard case .ended(.signedIn) = try await conversation.answer(question(again), codes[0]) else {
      throw Unexpected(again)
    }
  }

  @Test("happens inside the sign-in where every account must have one")
  func required() async throws {
    let played = try await PlayedAccount()
    let (conversation, step) = try await played.begin(played.signIn(requiring: true))
    let (device, asked) = try played.offer(step)
    _ = try await conversation.answer(asked, device.code(at: played.clock.now()))
    let end = await conversation.next(.proceed)
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
    #expect(
      try await played.outcomes() == [.signedIn, .change(.secondStepAdded), .passed, .passed])
    // And the next time a code is asked for, and no other set-up
    played.clock.advance(by: .seconds(30))
    let (again, code) = try await played.begin(played.signIn(requiring: true))
    let done = try await again.answer(question(code), device.code(at: played.clock.now()))
    guard case .ended(.signedIn) = done else { throw Unexpected(done) }
  }

  @Test("is refused if the account changes meanwhile, and nothing is set up", .tags(.secondStepAddsToPassword))
  func changed() async throws {
    let played = try await PlayedAccount()
    let (conversation, step) = try await played.begin(played.settingUp())
    let (device, asked) = try played.offer(step)
    _ = try await conversation.answer(asked, device.code(at: played.clock.now()))
    _ = try await played.store.change(PlayedAccount.ann, .unlock)
    let end = await conversation.next(.proceed)
    guard case .ended(.refused) = end else { throw Unexpected(end) }
    #expect(try await played.store.account(of: PlayedAccount.ann)?.secondStep == nil)
  }

  @Test("that is cancelled at any step changes nothing", arguments: 0...2)
  func cancelled(at step: Int) async throws {
    let played = try await PlayedAccount()
    let conversation = played.settingUp().begin(.email(PlayedAccount.ann), try password("correct horse"))
    var answer = Answer.begin
    for number in 0...step {
      let next = await Task { [answer] in
        if number == step { withUnsafeCurrentTask { $0?.cancel() } }
        return await conversation.next(answer)
      }.value
      switch next {
      case .ask(let question):
        let (device, _) = try played.offer(next)
        let id = try #require(question.challenges.first).id
        answer = .secret(try password(device.code(at: played.clock.now())), to: id)
      case .tell: answer = .proceed
      case .ended(.cancelled): #expect(number == step)
      case .wait, .ended: throw Unexpected(next)
      }
    }
    guard case .ended(.cancelled) = await conversation.next(.proceed) else {
      Issue.record("the conversation goes on")
      return
    }
    #expect(try await played.store.account(of: PlayedAccount.ann)?.secondStep == nil)
    #expect(try await !played.outcomes().contains(.change(.secondStepAdded)))
  }

  @Test("makes no other key while secrets are sealed by one that is lost")
  func lostKey() async throws {
    let played = try await PlayedAccount()
    let (_, codes) = try await played.secondStep()
    played.keys.lose()
    let (conversation, step) = try await played.begin(played.settingUp())
    let end = try await conversation.answer(question(step), codes[0])
    guard case .ended(.unavailable(.damaged(.corrupt, path: "store.key"))) = end else { throw Unexpected(end) }
  }

  @Test("seals nothing by another key than the one that sealed the secrets in the store")
  func otherKey() async throws {
    // given two hosts with one store, and a key each
    let played = try await PlayedAccount()
    let (_, codes) = try await played.secondStep()
    played.keys.lose()
    _ = try played.keys.makeKey()
    let (conversation, step) = try await played.begin(played.settingUp())
    #expect(try question(step).fault == .codesUnavailable)
    // when somebody sets a second step up at the second host
    let end = try await conversation.answer(question(step), codes[0])
    // then nobody gets secrets that the first host can't open
    guard case .ended(.unavailable(.damaged(.foreignValue, path: "store.key"))) = end else { throw Unexpected(end) }
  }
}
