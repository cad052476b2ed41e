import Identity
import SSHKeys
@testable import Secrets
import Synchronization
import TestSupport
import Testing

/// The account of Ann, who signs in by "correct horse" and perhaps by a code, in a store of this test's own.
struct PlayedAccount {
  static let ann = email("ann@example.com")

  let clock = ManualClock()
  let store: InMemoryStore
  let keys = KeysInMemory()
  /// The keys that count.
  var keyRules = KeyRules(service: "castle")
  /// Whether the form can sign.
  var signs = false
  /// The rule for failures.
  var throttle = Throttle()
  private let argon2id: Argon2id

  init() async throws {
    store = InMemoryStore(clock: clock)
    argon2id = Argon2id(unchecked: HashCost(memoryKiB: 64, passes: 1))
    _ = try await store.add(Self.ann, argon2id.hash(password("correct horse")))
  }

  /// A sign-in that asks those with a second step for it.
  func signIn(_ purpose: SignInUseCase.Purpose = .signIn, requiring: Bool = false) -> SignInUseCase {
    useCase([codes] + (requiring ? [setUp(.ifMissing)] : []), purpose)
  }

  /// The set-up of a second step.
  func settingUp(in session: SessionID? = nil) -> SignInUseCase {
    useCase([codes, setUp(.always)], .change(by: session.map { Owner(of: Self.ann, by: .session($0)) }))
  }

  private var codes: SecondFactorStep {
    SecondFactorStep([
      KeyFactor(keyRules, store: store), CodeFactor(store: store, keys: keys, clock: clock),
      RecoveryCodeFactor(store: store),
    ])
  }

  /// The addition of a key.
  func addingKey() -> SignInUseCase { useCase([codes, AddKeyStep(keyRules, store: store)], .change(by: nil)) }

  /// The removal of a key.
  func removing(_ key: PublicKey) -> SignInUseCase {
    useCase([codes, RemoveKeyStep(key, store: store)], .change(by: nil))
  }

  private func setUp(_ need: SetUpStep.Need) -> SetUpStep {
    SetUpStep(need, issuer: "castle", store: store, keys: keys, clock: clock)
  }

  private func useCase(_ steps: [any FurtherStep], _ purpose: SignInUseCase.Purpose) -> SignInUseCase {
    SignInUseCase(
      authenticator: AccountAuthenticator(accounts: store, argon2id: argon2id), furtherSteps: steps, attempts: store,
      accounts: store,
      sessions: store, source: .at("here"), throttle: throttle, purpose: purpose, session: SessionLifetime(),
      signs: signs)
  }

  /// Begins a conversation with the right password.
  func begin(_ useCase: SignInUseCase) async throws -> (any SignInConversation, SignInStep) {
    let conversation = useCase.begin(.email(Self.ann), try password("correct horse"))
    return (conversation, await conversation.next(.begin))
  }

  /// Sets up a second step.
  /// - Returns: The device with the secret, and the recovery codes.
  func secondStep() async throws -> (Device, [String]) {
    let (conversation, first) = try await begin(settingUp())
    let (device, question) = try offer(first)
    let step = try await conversation.answer(question, device.code(at: clock.now()))
    guard case .tell(.recoveryCodes(let codes)) = step, case .ended(.changed) = await conversation.next(.proceed) else {
      throw Unexpected(step)
    }
    // The next code is another one.
    clock.advance(by: .seconds(30))
    return (device, codes)
  }

  /// The device that read the offer, and the question that waits for its code.
  func offer(_ step: SignInStep) throws -> (Device, Question) {
    let question = try question(step)
    guard case .confirmation(let offer, digits: 6)? = question.challenges.first?.kind else { throw Unexpected(step) }
    return (Device(offer.secret), question)
  }

  func outcomes() async throws -> [AttemptOutcome] {
    try await store.rows(of: Self.ann).map(\.outcome).filter { $0 != .change(.accountAdded) }
  }
}

extension SignInConversation {
  /// Answers the first challenge of a question.
  func answer(_ question: Question, _ text: String) async throws -> SignInStep {
    await next(.secret(try password(text), to: try #require(question.challenges.first).id))
  }
}

/// A key in memory, which may be lost.
final class KeysInMemory: SealingKeySource {
  private let current = Mutex<SealingKey?>(nil)

  var missing: StoreError { .damaged(.corrupt, path: "store.key") }
  var foreign: StoreError { .damaged(.foreignValue, path: "store.key") }

  func key() throws(StoreError) -> SealingKey? { current.withLock { $0 } }

  func makeKey() throws(StoreError) -> SealingKey {
    let key = current.withLock { current in
      current = current ?? SealingKey()
      return current
    }
    guard let key else { throw missing }
    return key
  }

  func lose() { current.withLock { $0 = nil } }
}
