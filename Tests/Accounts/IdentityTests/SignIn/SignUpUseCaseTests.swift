import Identity
import Secrets
import TestSupport
import Testing

@Suite("Signing up")
struct SignUpUseCaseTests {
  private let store = InMemoryStore(clock: ManualClock())
  private let ann = email("ann@example.com")
  private let argon2id: Argon2id

  init() throws {
    argon2id = try Argon2id(memoryKiB: 19_456, passes: 2)
  }

  @Test("adds the account and signs in to it, as one attempt on record")
  func added() async throws {
    let secret = try password("correct horse")
    guard case .added(.signedIn(let signedIn)) = await signUp().signUp(ann, secret) else {
      Issue.record("nobody is signed in")
      return
    }
    #expect(signedIn.email == ann)
    #expect(try await store.sessions(of: ann).map(\.id) == [signedIn.session?.id])
    let account = try #require(try await store.account(of: ann))
    #expect(try argon2id.verify(secret, against: #require(account.passwordHash)))
    #expect(try await outcomes() == [.signedIn])
  }

  @Test(
    "for an email with an account is logged and counted, so asking for emails is as slow as guessing",
    .tags(.guessingIsSlow))
  func exists() async throws {
    // Given an account
    _ = try await store.add(ann, .sample())
    let before = try await store.account(of: ann)
    // When strangers sign up with its email, then they are told, three times
    for _ in 0..<3 {
      guard case .notAdded(.exists) = await signUp().signUp(ann, try password("battery staple")) else {
        Issue.record("the account was not found")
        return
      }
    }
    // And then they must wait
    guard case .throttled(seconds: 1) = await signUp().signUp(ann, try password("battery staple")) else {
      Issue.record("the email was not blocked")
      return
    }
    #expect(try await outcomes() == [.throttled, .refused, .refused, .refused])
    #expect(try await store.account(of: ann) == before)
  }

  @Test("with a password that breaks a rule is no attempt")
  func violation() async throws {
    guard case .notAdded(.violation(.common)) = await signUp().signUp(ann, try password("letmein")) else {
      Issue.record("the password was accepted")
      return
    }
    #expect(try await outcomes().isEmpty)
  }

  @Test("may be for the first account only")
  func onlyFirst() async throws {
    let secret = try password("correct horse")
    guard case .added(.signedIn) = await signUp(.onlyFirst).signUp(ann, secret) else {
      Issue.record("the first account was not added")
      return
    }
    guard case .notAdded(.notFirst) = await signUp(.onlyFirst).signUp(email("bob@example.com"), secret) else {
      Issue.record("a second account was added")
      return
    }
    #expect(try await store.account(of: email("bob@example.com")) == nil)
  }

  @Test("fails if the store fails")
  func storeFails() async throws {
    store.failure = .unreachable(.busy, path: "store")
    guard
      case .notAdded(.unavailable(.unreachable(.busy, path: "store"))) = await signUp().signUp(
        ann, try password("secret"))
    else {
      Issue.record("the failure was not reported")
      return
    }
  }

  @Test(
    "adds the account, and signs nobody in where a sign-in asks for more than the password",
    .tags(.secondStepAddsToPassword))
  func furtherStep() async throws {
    // When somebody signs up where all accounts must have a second step
    let secret = try password("correct horse")
    guard case .added(.unanswered) = await signUp(before: [QuestionForAll()]).signUp(ann, secret) else {
      Issue.record("the further step was left out")
      return
    }
    // Then the account is there, without a session
    #expect(try await store.account(of: ann) != nil)
    #expect(try await store.sessions(of: ann).isEmpty)
    #expect(try await store.rows(of: ann).map(\.outcome) == [.change(.accountAdded)])
    #expect(try await outcomes().isEmpty)
  }

  @Test("signs nobody in where everybody must set up a second step", .tags(.secondStepAddsToPassword))
  func setUp() async throws {
    let setUp = SetUpStep(.ifMissing, issuer: "castle", store: store, keys: KeysInMemory(), clock: ManualClock())
    guard case .added(.unanswered) = await signUp(before: [setUp]).signUp(ann, try password("correct horse")) else {
      Issue.record("the second step was left out")
      return
    }
    #expect(try await store.sessions(of: ann).isEmpty)
  }

  @Test("that the end of the service interrupts is no failure, and on record as not accepted")
  func serviceEnds() async throws {
    // Given a service that ends before the password is hashed
    let ending = InMemoryStore(clock: ManualClock())
    ending.failure = .service(.ended)
    // When
    let outcome = await signUp(storing: ending).signUp(ann, try password("correct horse"))
    // Then
    guard case .notAdded(.unavailable(.service(.ended))) = outcome else {
      Issue.record("the sign-up ended as \(outcome)")
      return
    }
    #expect(try await store.rows(of: ann).map(\.outcome) == [.notAccepted])
    #expect(try await store.throttleState().runs.isEmpty)
  }

  private func signUp(
    _ condition: AdditionCondition = .always, before steps: [any FurtherStep] = [], storing other: InMemoryStore? = nil
  ) -> SignUpUseCase {
    let signIn = SignInUseCase(
      authenticator: AccountAuthenticator(accounts: store, argon2id: argon2id), furtherSteps: steps, attempts: store,
      accounts: store, sessions: store, source: .at("here"), session: SessionLifetime())
    return SignUpUseCase(
      accounts: store,
      addAccount: AddAccountUseCase(
        accounts: other ?? store, source: .at("here"), argon2id: argon2id, rules: .sample(), condition), signIn: signIn)
  }

  /// The outcomes of the log, newest first.
  private func outcomes() async throws -> [AttemptOutcome] {
    try await store.attempts(of: ann, before: nil, limit: 100).map(\.outcome)
  }
}

/// Asks everybody for a code.
private struct QuestionForAll: FurtherStep, Proof {
  func begin(for account: Account, _ conversation: ConversationPlace) -> any Proof { self }
  func proceed() async throws(StoreError) -> ProofStep { .ask([Challenge(.code(digits: 6))]) }
  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
}
