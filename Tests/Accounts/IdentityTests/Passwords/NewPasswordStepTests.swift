import Identity
@testable import Secrets
import TestSupport
import Testing

@Suite("A password that ends")
struct NewPasswordStepTests {
  private let clock = ManualClock()
  private let store: InMemoryStore
  private let ann = email("ann@example.com")
  private let argon2id: Argon2id

  init() {
    store = InMemoryStore(clock: clock)
    argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
  }

  @Test("that is good once must be changed inside the sign-in", .tags(.secondStepAddsToPassword))
  func oneTime() async throws {
    _ = try await store.add(ann, .sample())
    _ = try await store.change(ann, .oneTimePassword(argon2id.hash(password("once only"))))
    let conversation = signIn().begin(.email(ann), try password("once only"))
    let asked = try challenge(await conversation.next(.begin))
    #expect(asked.kind == .newPassword(.oneTime))
    #expect(try await store.sessions(of: nil).isEmpty)
    let end = await conversation.next(.secret(try password("correct horse"), to: asked.id))
    guard case .ended(.signedIn) = end else { return unexpected(end) }
    #expect(try await store.rows(of: ann).map(\.outcome).prefix(3) == [.signedIn, .change(.passwordChanged), .passed])
    // And from then on the new one is right, and the other one wrong
    guard case .ended(.signedIn) = await signIn().begin(.email(ann), try password("correct horse")).next(.begin),
      case .ended(.refused) = await signIn().begin(.email(ann), try password("once only")).next(.begin)
    else {
      Issue.record("the new password is not in force")
      return
    }
  }

  @Test("that is too old must be changed, and the new one counts from then on")
  func expired() async throws {
    try await addAccount()
    let age = NewPasswordStep.Age(most: .seconds(90 * 86_400))
    clock.advance(by: .seconds(90 * 86_400))
    let conversation = signIn(age).begin(.email(ann), try password("correct horse"))
    let asked = try challenge(await conversation.next(.begin))
    #expect(asked.kind == .newPassword(.expired))
    _ = await conversation.next(.secret(try password("another horse"), to: asked.id))
    guard case .ended(.signedIn) = await signIn(age).begin(.email(ann), try password("another horse")).next(.begin)
    else {
      Issue.record("the new password has ended already")
      return
    }
  }

  @Test("is announced before, in whole days", arguments: [(7, 7), (6, 6), (1, 1), (0, 0)])
  func warning(daysLeft: Int, said: Int) async throws {
    try await addAccount()
    let age = NewPasswordStep.Age(most: .seconds(90 * 86_400))
    clock.advance(by: .seconds((90 - daysLeft) * 86_400) - .seconds(daysLeft == 0 ? 60 : 0))
    let conversation = signIn(age).begin(.email(ann), try password("correct horse"))
    guard case .tell(.passwordEnds(days: said)) = await conversation.next(.begin) else {
      Issue.record("nothing was announced")
      return
    }
    let end = await conversation.next(.proceed)
    guard case .ended(.signedIn) = end else { return unexpected(end) }
  }

  @Test("is asked for again if it breaks a rule or is the current one, which is no failed attempt")
  func violations() async throws {
    _ = try await store.add(ann, .sample())
    _ = try await store.change(ann, .oneTimePassword(argon2id.hash(password("once only"))))
    let conversation = signIn().begin(.email(ann), try password("once only"))
    var step = await conversation.next(.begin)
    for (text, violation) in [
      ("short", PasswordViolation.length(6...20)), ("once only", .unchanged), ("ann@example.com", .partOfEmail),
      ("123456", .common), ("abc", .length(6...20)),
    ] {
      step = await conversation.next(.secret(try password(text), to: try challenge(step).id))
      guard case .ask(let question) = step else { return unexpected(step) }
      #expect(question.fault == .violation(violation))
    }
    #expect(
      try await store.rows(of: ann).map(\.outcome).prefix(6) == Array(repeating: .notAccepted, count: 5) + [.passed])
  }

  @Test("changes nothing if the account is changed meanwhile, or the user leaves")
  func meanwhile() async throws {
    _ = try await store.add(ann, .sample())
    let hash = try argon2id.hash(password("once only"))
    _ = try await store.change(ann, .oneTimePassword(hash))
    let conversation = signIn().begin(.email(ann), try password("once only"))
    let asked = try challenge(await conversation.next(.begin))
    _ = try await store.change(ann, .lock)
    let end = await conversation.next(.secret(try password("correct horse"), to: asked.id))
    guard case .ended(.refused) = end else { return unexpected(end) }
    #expect(try await store.account(of: ann)?.passwordHash == hash)
  }

  // MARK: - Helpers

  private func addAccount() async throws {
    _ = try await store.add(ann, argon2id.hash(password("correct horse")))
  }

  private func signIn(_ age: NewPasswordStep.Age = NewPasswordStep.Age()) -> SignInUseCase {
    let rules = NewPasswordRules(
      policy: PasswordPolicy(), common: WordList(sortedLines: Array("123456\npassword\n".utf8)))
    let step = NewPasswordStep(accounts: store, argon2id: argon2id, rules: rules, age: age, clock: clock)
    return SignInUseCase(
      authenticator: AccountAuthenticator(accounts: store, argon2id: argon2id), furtherSteps: [step],
      attempts: store, accounts: store, sessions: store, source: .at("here"), session: SessionLifetime())
  }

  private func challenge(_ step: SignInStep) throws -> Challenge {
    guard case .ask(let question) = step else {
      Issue.record("\(step)")
      throw CancellationError()
    }
    return try #require(question.challenges.first)
  }

  private func unexpected(_ step: SignInStep) { Issue.record("\(step)") }
}
