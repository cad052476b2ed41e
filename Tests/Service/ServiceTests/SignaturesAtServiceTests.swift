import Foundation
import Identity
import SSHKeys
import TestSupport
import Testing
import AccountService
import Messages

@testable import Unix

/// Forms that sign, at `signin serve`.
@Suite("Signatures at a service", .fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
struct SignaturesAtServiceTests {
  private static let password = "correct horse"
  private let service: PlayedService
  private let key: SecurityKey

  /// A service with an account that has a key.
  init() async throws {
    service = try PlayedService(
      settings: ServiceWithClient.quick + "sign-up = \"on\"\nthrottle = { first-blocking-failure = 100 }\n")
    key = try SecurityKey()
    let form = try await Self.form(of: 1001, at: service)
    guard case .signedIn? = await form.converse(.signUp, Self.password),
      let question = await form.question(.addKey, Self.password),
      case .tell(.recoveryCodes)? = await form.answer(question, try key.answer(to: question)),
      await form.proceed() == .ended(.changed)
    else { throw PlayedService.Unwelcome() }
  }

  private static func form(
    of uid: UInt32, at service: PlayedService, as person: EmailAddress = ServiceWithClient.ada
  ) async throws -> ServiceWithClient {
    let form = try await service.form(of: uid, as: person)
    guard case .welcome? = await form.hello(signs: true) else { throw PlayedService.Unwelcome() }
    return form
  }

  @Test("count once, and only in the conversation of the form that was asked")
  func replay() async throws {
    // given two forms, of each of which a signature is wanted
    let form = try await Self.form(of: 1001, at: service)
    let other = try await Self.form(of: 1002, at: service)
    let asked = try #require(await form.question(.signIn, Self.password))
    let otherAsked = try #require(await other.question(.signIn, Self.password))
    let answer = try key.answer(to: asked)
    // when the other one has got hold of the first one's signature, then it is wrong there
    guard case .ask(let again)? = await other.answer(otherAsked, answer) else { throw PlayedService.Unwelcome() }
    #expect(again.fault == .wrong)
    // And so is the name of the first one's question
    switch await other.answer(asked, answer) {
    case .ended(.signedIn)?: Issue.record("A form answered the question of another one.")
    default: break
    }
    // And the first one signs in with it, once
    guard case .ended(.signedIn)? = await form.answer(asked, answer) else { throw PlayedService.Unwelcome() }
    let next = try #require(await form.question(.signIn, Self.password))
    guard case .ask(let third)? = await form.answer(next, answer) else { throw PlayedService.Unwelcome() }
    #expect(third.fault == .wrong)
    guard case .ended(.signedIn)? = await form.answer(third, try key.answer(to: third)) else {
      throw PlayedService.Unwelcome()
    }
  }

  @Test(
    "are asked for behind the right password only: before it, every email gets the same bytes", .tags(.guessingIsSlow))
  func alike() async throws {
    // given an account with a key, one without, and an email without an account
    let bob = email("bob@lovelace.example")
    let signedUp = try await Self.form(of: 1003, at: service, as: bob).converse(.signUp, Self.password)
    guard case .signedIn? = signedUp else { throw PlayedService.Unwelcome() }
    // when each is tried with a wrong password, typed before or when it is asked for
    var replies: [[[UInt8]]] = []
    for (number, person) in [ServiceWithClient.ada, bob, email("eve@lovelace.example")].enumerated() {
      let form = try await Self.form(of: 2000 + UInt32(number), at: service, as: person)
      replies.append(try await form.repliesToWrongPasswords())
    }
    // then nothing tells them apart
    #expect(replies[0].count == 3)
    #expect(Set(replies).count == 1, "\(replies.map { $0.map { String(decoding: $0, as: UTF8.self) } })")
  }
}

extension SecurityKey {
  /// The answer to a question for a signature, as a form sends it.
  fileprivate func answer(to question: Question) throws -> String {
    switch question.challenges.first?.kind {
    case .signature(let request), .newKey(let request):
      let signature = try KeySignature(
        publicKey, agentReturned: sign(request.bytesToSign), namespace: SignatureRequest.namespace)
      return Data(signature.blob).base64EncodedString()
    default: throw PlayedService.Unwelcome()
    }
  }
}
