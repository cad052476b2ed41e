import Identity
import Secrets
import TestSupport
import Testing

@Suite("A sign-in with a second step")
struct CodeStepTests {
  @Test("asks for a code behind the right password, and ends in a session")
  func story() async throws {
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    let (conversation, first) = try await played.begin(played.signIn())
    let asked = try question(first)
    #expect(asked.challenges.map(\.kind) == [.code(digits: 6)])
    #expect(asked.methods == [.recoveryCode])
    #expect(asked.fault == nil)
    let end = try await conversation.answer(asked, device.code(at: played.clock.now()))
    guard case .ended(.signedIn(let signedIn)) = end else { throw Unexpected(end) }
    #expect(signedIn.session != nil)
    #expect(try await played.outcomes().prefix(2) == [.signedIn, .passed])
  }

  @Test("asks nothing of an account that has none")
  func none() async throws {
    let played = try await PlayedAccount()
    let (_, end) = try await played.begin(played.signIn())
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
  }

  @Test("asks for no code before the password was right", .tags(.secondStepAddsToPassword))
  func wrongPassword() async throws {
    let played = try await PlayedAccount()
    _ = try await played.secondStep()
    let end = await played.signIn().begin(.email(PlayedAccount.ann), try password("wrong horse")).next(.begin)
    guard case .ended(.refused(blockedFor: nil)) = end else { throw Unexpected(end) }
  }

  @Test(
    "asks again after a wrong code, which counts as a failure and may begin a block", .tags(.secondStepAddsToPassword))
  func wrongCode() async throws {
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    var (conversation, step) = try await played.begin(played.signIn())
    let wrong = device.code(at: played.clock.now()) == "000000" ? "000001" : "000000"
    for _ in 1...2 {
      step = try await conversation.answer(question(step), wrong)
      #expect(try question(step).fault == .wrong)
    }
    step = try await conversation.answer(question(step), wrong)
    guard case .ended(.refused(blockedFor: 1)) = step else { throw Unexpected(step) }
    #expect(try await played.outcomes().prefix(4) == [.refused, .refused, .refused, .passed])
    // And a right password then does not clear those failures
    played.clock.advance(by: .seconds(1))
    (conversation, step) = try await played.begin(played.signIn())
    step = try await conversation.answer(question(step), wrong)
    guard case .ended(.refused(blockedFor: .some)) = step else { throw Unexpected(step) }
  }

  @Test("takes a code once, also from another program", .tags(.secondStepAddsToPassword))
  func once() async throws {
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    let code = device.code(at: played.clock.now())
    let (first, one) = try await played.begin(played.signIn())
    let (second, other) = try await played.begin(played.signIn())
    guard case .ended(.signedIn) = try await first.answer(question(one), code) else { throw Unexpected(one) }
    let step = try await second.answer(question(other), code)
    #expect(try question(step).fault == .used)
    played.clock.advance(by: .seconds(30))
    let end = try await second.answer(question(step), device.code(at: played.clock.now()))
    guard case .ended(.signedIn) = end else { throw Unexpected(end) }
  }

  @Test("takes a recovery code in the field of the code, and each one once", .tags(.secondStepAddsToPassword))
  func recovery() async throws {
    let played = try await PlayedAccount()
    let (_, codes) = try await played.secondStep()
    #expect(codes.count == 10)
    for typed in [codes[0].lowercased(), codes[0], codes[1].replacing("-", with: " ")] {
      let (conversation, step) = try await played.begin(played.signIn())
      let end = try await conversation.answer(question(step), typed)
      if typed == codes[0] {
        #expect(try question(end).fault == .wrong)
      } else if case .ended(.signedIn) = end {
        #expect(try await played.outcomes().contains(.change(.recoveryCodeUsed)))
      } else {
        throw Unexpected(end)
      }
    }
  }

  @Test("says how many recovery codes are left, when they are few, and goes on")
  func fewRecoveryCodes() async throws {
    let played = try await PlayedAccount()
    let (_, codes) = try await played.secondStep()
    for (index, code) in codes.enumerated() {
      let (conversation, step) = try await played.begin(played.signIn())
      var end = try await conversation.answer(question(step), code)
      if index >= 7 {
        guard case .tell(.recoveryCodesLeft(9 - index)) = end else { throw Unexpected(end) }
        #expect(try await played.outcomes().first == .change(.recoveryCodeUsed))
        end = await conversation.next(.proceed)
      }
      guard case .ended(.signedIn) = end else { throw Unexpected(end) }
      #expect(try await played.outcomes().first == .signedIn)
    }
  }

  @Test("switches to a recovery code and back on request; neither is an attempt")
  func methods() async throws {
    let played = try await PlayedAccount()
    let (_, codes) = try await played.secondStep()
    let (conversation, _) = try await played.begin(played.signIn())
    for (method, kind) in [(ProofMethod.recoveryCode, Challenge.Kind.recoveryCode), (.code, .code(digits: 6))] {
      #expect(try question(await conversation.next(.method(method))).challenges.map(\.kind) == [kind])
    }
    let step = await conversation.next(.method(.recoveryCode))
    #expect(try await played.outcomes().first == .passed)
    guard case .ended(.signedIn) = try await conversation.answer(question(step), codes[9]) else {
      throw Unexpected(step)
    }
  }

  @Test("takes no code after 100 wrong ones in a row, until a recovery code was used", .tags(.secondStepAddsToPassword))
  func locked() async throws {
    let played = try await PlayedAccount()
    let (device, codes) = try await played.secondStep()
    let account = try #require(try await played.store.account(of: PlayedAccount.ann))
    for _ in 1...SecondStep.mostWrongCodes { try await played.store.countWrongCode(account) }
    let (conversation, step) = try await played.begin(played.signIn())
    #expect(try question(step).fault == .codesLocked)
    #expect(try question(step).challenges.map(\.kind) == [.recoveryCode])
    #expect(try question(step).methods == [])
    let again = try await conversation.answer(question(step), device.code(at: played.clock.now()))
    #expect(try question(again).fault == .wrong)
    guard case .ended(.signedIn) = try await conversation.answer(question(again), codes[0]) else {
      throw Unexpected(again)
    }
    let (_, free) = try await played.begin(played.signIn())
    #expect(try question(free).fault == nil)
  }

  @Test("counts each wrong code that is typed: the hundredth in a row is the last", .tags(.secondStepAddsToPassword))
  func lastWrongCode() async throws {
    // Given an account with all wrong codes but one
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    let account = try #require(try await played.store.account(of: PlayedAccount.ann))
    for _ in 2...SecondStep.mostWrongCodes { try await played.store.countWrongCode(account) }
    let (conversation, first) = try await played.begin(played.signIn())
    // When another wrong one is typed
    var step = try await conversation.answer(question(first), "12345")
    #expect(try question(step).fault == .wrong)
    // Then not even the right one is taken
    step = try await conversation.answer(question(step), device.code(at: played.clock.now()))
    #expect(try question(step).fault == .codesLocked)
    #expect(try question(step).challenges.map(\.kind) == [.recoveryCode])
  }

  @Test("takes recovery codes where the key of the secrets is lost, and says so")
  func lostKey() async throws {
    let played = try await PlayedAccount()
    let (_, codes) = try await played.secondStep()
    played.keys.lose()
    let (conversation, step) = try await played.begin(played.signIn())
    #expect(try question(step).fault == .codesUnavailable)
    guard case .ended(.signedIn) = try await conversation.answer(question(step), codes[0]) else {
      throw Unexpected(step)
    }
  }

  @Test("is refused if the second step is removed or replaced meanwhile", arguments: [true, false])
  func changed(isRemoved: Bool) async throws {
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    let (conversation, step) = try await played.begin(played.signIn())
    if isRemoved {
      _ = try await played.store.change(PlayedAccount.ann, .removeSecondStep)
    } else {
      let account = try #require(try await played.store.account(of: PlayedAccount.ann))
      let other = NewSecondStep(sealedSecret: account.secondStep?.sealedSecret ?? [], confirmed: 0, recoveryCodes: [])
      _ = try await played.store.add(other, to: account, sparing: nil, from: .test)
    }
    let end = try await conversation.answer(question(step), device.code(at: played.clock.now()))
    guard case .ended(.refused) = end else { throw Unexpected(end) }
  }

  @Test("stays charged if it is cancelled while a code is checked, and opens no session", arguments: [true, false])
  func cancelled(isRight: Bool) async throws {
    let played = try await PlayedAccount()
    let (device, _) = try await played.secondStep()
    let (conversation, step) = try await played.begin(played.signIn())
    let code = isRight ? device.code(at: played.clock.now()) : "12345"
    let end = try await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await conversation.answer(question(step), code)
    }.value
    guard case .ended(.cancelled) = end else { throw Unexpected(end) }
    #expect(try await played.store.sessions(of: nil).isEmpty)
  }

  @Test(
    "is refused at a gate that requires one, if the account has none, and nothing failed",
    .tags(.secondStepAddsToPassword))
  func required() async throws {
    let played = try await PlayedAccount()
    let (_, end) = try await played.begin(played.signIn(.signInBySecondStep))
    guard case .ended(.secondStepMissing) = end else { throw Unexpected(end) }
    #expect(try await played.outcomes() == [.passed])
    #expect(try await played.store.sessions(of: nil).isEmpty)
  }
}
