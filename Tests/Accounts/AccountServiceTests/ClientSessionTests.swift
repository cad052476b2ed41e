import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Testing

@testable import AccountService

/// The session that a client has opened, and the conversations that it leads.
@MainActor @Suite struct ClientSessionTests {
  private let begin = Request.begin(Begin(.signIn, ServiceFixture.ada, wantsSession: true))

  @Test(arguments: [(true, false, ServiceFault.ended), (false, true, .notAllowed)])
  func `A member whom the service does not know any more is told once that the session has ended`(
    hasSession: Bool, isSignedIn: Bool, notNow: ServiceFault
  ) async throws {
    // given
    let service = ScriptedService()
    service.notNow = notNow
    service.client.start()
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    let token = SecureToken()
    service.client.session = hasSession ? token : nil
    service.client.isSignedIn = isSignedIn
    let asking = await service.ask(.overview)
    // when
    service.answer(.unavailable(.notNow), to: 1)
    // then
    await #expect(throws: StoreError.service(.sessionEnded)) { try await service.result(of: asking) }
    #expect(service.endedSessions.map(\.?.digest) == [hasSession ? token.digest : nil])
    #expect(service.client.session == nil && !service.client.isSignedIn)
    let again = await service.ask(.overview)
    service.answer(.unavailable(.notNow), to: 2)
    await #expect(throws: StoreError.service(notNow)) { try await service.result(of: again) }
    #expect(service.endedSessions.count == 1)
  }

  @Test(arguments: [(false, ServiceFault.notAllowed), (true, .ended)])
  func `Who has no session hears what the channel says`(isSignedIn: Bool, notNow: ServiceFault) async throws {
    let service = ScriptedService()
    service.notNow = notNow
    service.client.start()
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    service.client.isSignedIn = isSignedIn
    let asking = await service.ask(.overview)
    service.answer(.unavailable(.notNow), to: 1)
    await #expect(throws: StoreError.service(notNow)) { try await service.result(of: asking) }
    #expect(service.endedSessions.isEmpty)
  }

  @Test func `A service that takes the place of another one is shown the session before any request`() async throws {
    // given
    let service = ScriptedService.welcoming()
    service.client.remember(SecureToken())
    service.arrive(.end)
    // when
    let asking = await service.ask(.overview)
    service.answer(.welcome(ScriptedService.welcome), to: 0)
    // then
    #expect(service.requests.isEmpty && service.channel.secrets == [2])
    #expect(service.welcomes == 2)
    service.answer(.verified(nil), to: 2)
    #expect(service.requests == [.overview] && service.numbers == [1])
    // and it has as long for that as for an answer, but no longer
    service.answer(.done, to: 1)
    #expect(try await service.result(of: asking).reply == .done)
    await service.skip(.seconds(600))
    #expect(service.channel.closes == 0)
  }

  @Test func `A service that is shown the session has 150 seconds, and may say that it can't look`() async throws {
    for isSilent in [true, false] {
      // given
      let service = ScriptedService()
      service.client.remember(SecureToken())
      let asking = await service.ask(.overview)
      service.answer(.welcome(ScriptedService.welcome), to: 0)
      // when
      if isSilent {
        await service.skip(.seconds(75))
        #expect(service.channel.closes == 0)
        await service.skip(.seconds(75))
      } else {
        service.answer(.unavailable(.busy), to: 2)
      }
      // then
      await #expect(throws: StoreError.service(isSilent ? .silent : .busy)) { try await service.result(of: asking) }
      #expect(service.channel.closes == 1 && service.faults.isEmpty)
      #expect(service.client.session != nil)
    }
  }

  @Test func `Another sign-in without a session leaves the one that there is`() {
    let client = ScriptedService().client
    let token = SecureToken()
    client.remember(nil)
    #expect(client.isSignedIn && client.session == nil)
    client.remember(token)
    client.remember(nil)
    #expect(client.session?.digest == token.digest)
  }

  // MARK: Conversations

  @Test func `A conversation that is let go of before its end is cancelled, and one behind its end is not`()
    async throws
  {
    for isOver in [false, true] {
      // given
      let service = ScriptedService.welcoming()
      var conversation: (any SignInConversation)? = service.client.signIn(session: { false })
        .begin(.email(ServiceFixture.ada), nil)
      let next = Task { [conversation] in await conversation?.next(.begin) }
      await service.turn { !service.requests.isEmpty }
      let question = Question([Challenge(.password)], methods: [], fault: nil, timeLimit: nil)
      service.answer(isOver ? .ended(.refused(blockedFor: nil, isNew: false)) : .ask(question), to: 1)
      _ = await service.value(of: next)
      // when
      conversation = nil
      await service.turn(atMost: 20) { service.requests.count == 2 }
      // then
      #expect(service.requests.dropFirst() == (isOver ? [] : [.cancel]))
    }
  }

  @Test(arguments: [(5, true), (6, false), (20, false), (21, true)])
  func `A password of a length that none has is not sent`(count: Int, isRefused: Bool) async throws {
    let service = ScriptedService.welcoming()
    let password = try GuardedText(String(repeating: "a", count: count)).sealed()
    let conversation = service.client.signIn(session: { false }).begin(.email(ServiceFixture.ada), password)
    let next = Task { await conversation.next(.begin) }
    if isRefused {
      guard case .passwordLength? = await service.outcome(of: next) else { throw ServiceFixture.Unexpected(nil) }
      #expect(service.requests.isEmpty)
    } else {
      await service.turn { !service.requests.isEmpty }
      #expect(service.channel.secrets == [1])
      service.answer(.ended(.disabled(isNew: false)), to: 1)
      guard case .disabled? = await service.outcome(of: next) else { throw ServiceFixture.Unexpected(nil) }
    }
  }

  @Test(
    arguments: [
      .refused(blockedFor: nil, isNew: true), .changed, .confirmed, .taken, .exists, .notFirst,
      .violation(.common),
    ] as [Ending])
  func `An end that a sign-in can't have is nonsense`(_ ending: Ending) async throws {
    let service = ScriptedService.welcoming()
    let conversation = service.client.signIn(session: { false }).begin(.email(ServiceFixture.ada), nil)
    let next = Task { await conversation.next(.begin) }
    await service.turn { !service.requests.isEmpty }
    service.answer(.ended(ending), to: 1)
    guard case .unavailable(.service(.nonsense))? = await service.outcome(of: next) else {
      throw ServiceFixture.Unexpected(.ended(ending))
    }
  }

  /// A conversation that a client leads.
  enum Kind { case signIn, change, link }

  @Test(
    arguments: [
      (.signIn, .refused(blockedFor: 2, isNew: false), "refused(blockedFor: Optional(2))"),
      (.signIn, .throttled(seconds: 3, isNew: false), "throttled(seconds: 3)"),
      (.signIn, .cancelled(isNew: false), "cancelled"), (.signIn, .secondStepMissing, "secondStepMissing"),
      (.signIn, .passwordExpired, "passwordExpired"), (.change, .changed, "changed"),
      (.change, .passwordExpired, "passwordExpired"), (.link, .changed, "changed"), (.link, .taken, "taken"),
    ] as [(Kind, Ending, String)])
  func `A conversation ends as the service says`(_ kind: Kind, _ ending: Ending, _ outcome: String) async throws {
    let service = ScriptedService.welcoming()
    let leading =
      switch kind {
      case .signIn: service.client.signIn(session: { false })
      case .change: service.client.changing(.removeSecondStep)
      case .link: service.client.linking
      }
    let conversation = leading.begin(.email(ServiceFixture.ada), nil)
    let next = Task { await conversation.next(.begin) }
    await service.turn { !service.requests.isEmpty }
    service.answer(.ended(ending), to: 1)
    #expect(await service.outcome(of: next)?.text == outcome)
  }
}

extension ScriptedService {
  /// The outcome with which a conversation ends; nil if it asks for more.
  fileprivate func outcome(of next: Task<SignInStep, Never>) async -> SignInOutcome? {
    guard case .ended(let outcome)? = await value(of: next) else { return nil }
    return outcome
  }
}
