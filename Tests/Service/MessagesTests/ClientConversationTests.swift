import Identity
import Secrets
import TestSupport
import Testing
import AccountService
import Messages

@MainActor @Suite struct ClientConversationTests {
  private let password: SealedPassword
  private let next: SealedPassword

  init() throws {
    password = try GuardedText("correct horse").sealed()
    next = try GuardedText("battery staple").sealed()
  }

  @Test func `A sign-in asks with email and password at once, and gets its session`() async throws {
    let client = await ConnectedClient.welcomed()
    let outcome = Task { await client.client.signIn(session: { true }).signIn(Samples.email, password) }
    let token = SecureToken()
    await client.turn(until: { !client.server.secrets.isEmpty })
    #expect(client.server.requests.last == .begin(Begin(.signIn, Samples.email, wantsSession: true)))
    #expect(client.server.secrets == ["correct horse"])
    client.server.answer(.ended(.signedIn(Samples.email, Samples.session, isNew: false)), to: 1)
    client.server.send(token, to: 1)
    let signedIn = await client.value(of: outcome)?.signedIn
    #expect(signedIn?.session == Samples.session)
    #expect(signedIn?.token?.digest == token.digest)
  }

  @Test func `A sign-in in several steps is one conversation`() async throws {
    let client = await ConnectedClient.welcomed()
    let conversation = client.client.signIn(session: { false }).begin(.email(Samples.email), nil)
    let code = Challenge(.code(digits: 6))

    let first = Task { await conversation.next(.begin) }
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.ask([Challenge(.password, id: ChallengeID(3))]), to: 1)
    #expect(await client.value(of: first)?.challenges == [Challenge(.password, id: ChallengeID(3))])

    let second = Task { await conversation.next(.secret(password, to: ChallengeID(3))) }
    await client.turn(until: { !client.server.secrets.isEmpty })
    client.server.answer(.ask([code]), to: 1)
    #expect(await client.value(of: second)?.challenges == [code])
    #expect(client.server.secrets == ["correct horse"])

    let third = Task { await conversation.next(.method(.recoveryCode)) }
    await client.turn(until: { client.server.requests.count == 3 })
    #expect(client.server.requests.last == .method(.recoveryCode))
    client.server.answer(.ended(.refused(blockedFor: 4, isNew: false)), to: 1)
    guard case .ended(.refused(blockedFor: 4))? = await client.value(of: third) else {
      Issue.record("The conversation did not end as refused.")
      return
    }
  }

  @Test func `A conversation that is let go while it waits is cancelled, and the connection goes on`() async throws {
    let client = await ConnectedClient.welcomed()
    var conversation: (any SignInConversation)? =
      client.client.signIn(session: { false }).begin(.email(Samples.email), nil)
    let first = Task { [conversation] in await conversation?.next(.begin) }
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.ask([Challenge(.code(digits: 6))]), to: 1)
    _ = await client.value(of: first)
    // When the form leaves
    conversation = nil
    await client.turn(until: { client.server.requests.last == .cancel })
    client.server.answer(.ended(.cancelled(isNew: false)), to: 1)
    // Then the next request is answered
    let page = Task { try? await client.client.page(of: AttemptSearch(""), before: nil) }
    await client.turn(until: { client.server.requests.count == 4 })
    client.server.answer(.endOfRows(next: nil), to: 2)
    #expect(await client.value(of: page) == AttemptPage(attempts: [], next: nil))
  }

  @Test(arguments: Samples.endings)
  func `Each end of a conversation is an outcome of it, or nonsense`(_ ending: Ending) async throws {
    let client = await ConnectedClient.welcomed()
    let signIn = Task { await client.client.signIn(session: { false }).signIn(Samples.email, password) }
    let signUp = Task { await client.client.signUp(session: { false }).signUp(Samples.email, password) }
    let change = Task {
      await client.client.changePassword(
        of: Samples.email, from: password, to: next)
    }
    await client.turn(until: { client.server.secrets.count == 4 })
    for sequence in 1...3 {
      client.server.answer(.ended(ending), to: UInt16(sequence))
      if case .signedIn(_, .some, _) = ending { client.server.send(SecureToken(), to: UInt16(sequence)) }
    }
    let outcomes = (await client.value(of: signIn), await client.value(of: signUp), await client.value(of: change))
    #expect(outcomes.0 != nil && outcomes.1 != nil && outcomes.2 != nil)
    if case .changed = ending {
      #expect(outcomes.2 == .changed)
      guard case .unavailable(.service(.nonsense))? = outcomes.0 else {
        Issue.record("A changed password is no end of a sign-in.")
        return
      }
    }
  }

  @Test(arguments: [0, 1] as [UInt8])
  func `A current password is confirmed by a service that knows how, and by an older one with the change`(
    _ minor: UInt8
  ) async throws {
    let client = await ConnectedClient.welcomed(by: ProtocolVersion(major: 2, minor: minor))
    let confirmed = Task { await client.client.confirm(password, of: Samples.email) }
    if minor > 0 {
      await client.turn(until: { !client.server.secrets.isEmpty })
      client.server.answer(.ended(.refused(blockedFor: nil, isNew: false)), to: 1)
    }
    #expect(await client.value(of: confirmed) == (minor > 0 ? .refused(blockedFor: nil) : .confirmed))
    #expect(client.server.secrets.count == Int(minor))
  }

  @Test func `An activity is read page by page`() async throws {
    let client = await ConnectedClient.welcomed()
    let page = Task { try? await client.client.page(of: AttemptSearch("ssh"), before: nil) }
    await client.turn(until: { client.server.requests.count == 2 })
    client.server.answer(.rows([Samples.attempt]), to: 1)
    client.server.answer(.endOfRows(next: Samples.attempt.id), to: 1)
    let expected = AttemptPage(attempts: [Samples.attempt], next: Samples.attempt.id)
    #expect(await client.value(of: page) == expected)
  }

  @Test func `A token is verified, and its session ended`() async throws {
    let client = await ConnectedClient.welcomed()
    let session = Task { try? await client.client.verify(SecureToken()) }
    await client.turn(until: { !client.server.secrets.isEmpty })
    #expect(client.server.requests.count == 1 && client.server.secrets.count == 1)
    client.server.answer(.verified(Samples.session), to: 1)
    #expect(await client.value(of: session) == Samples.session)

    let ended: Task<Bool, Never> = Task { (try? await client.client.endSession()) != nil }
    await client.turn(until: { client.server.requests.last == .endSession })
    #expect(client.server.requests.last == .endSession)
    client.server.answer(.done, to: 2)
    #expect(await client.value(of: ended) == true)
  }
}

extension SignInStep {
  fileprivate var challenges: [Challenge]? {
    if case .ask(let question) = self { question.challenges } else { nil }
  }
}
