internal import Secrets

/// Proves who a user is, and nothing else: no counting, no logging, no session.
public protocol Authenticator: Sendable {
  /// Begins a proof that somebody is who has that login. Verifies nothing yet.
  /// - Parameter source: The source of its attempts.
  /// - Throws: The reason why nothing can be proven. Nobody is signed in then.
  func begin(_ login: Login, from source: AttemptSource) async throws(StoreError) -> any Proof
}

/// One proof under way. It has one consumer, which calls one method at a time. Releasing it cancels it.
///
/// Its steps are the same whether the account exists or not, until an answer was right. A step after an answer means
/// that nothing is wrong so far, unless it is a ``Question`` with an ``AnswerFault``: it asks again. Each answer is an
/// attempt of its own. Before a right answer, a proof never asks again: a wrong answer leads to ``ProofStep/refused``.
public protocol Proof: Sendable {
  /// Returns the first step, or the one after a notice or a wait. Verifies no answer.
  func proceed() async throws(StoreError) -> ProofStep

  /// Verifies the answer to one of the challenges that were asked last. The work is the same whether the account exists or
  /// not.
  /// - Parameter admission: The charge of this answer. There is no verification without one.
  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep

  /// Asks in another way, which was one of those on offer.
  func change(to method: ProofMethod) async throws(StoreError) -> ProofStep

  /// Waits until a refusal comes no sooner than one of this proof. After ``ProofStep/known(_:as:)`` of a subject without
  /// an account, the time must not tell that the answer was right.
  func waitToRefuse() async
}

extension Proof {
  /// Does not wait. Proofs that refuse late replace it.
  public func waitToRefuse() async {}

  /// Refuses. Proofs that offer other ways replace it.
  public func change(to method: ProofMethod) async throws(StoreError) -> ProofStep { .refused }
}

extension Authenticator {
  /// Verifies a password where nothing else can be asked for. A proof that wants more is refused.
  /// - Returns: The account whose password this is, as it was charged; nil if the password is wrong.
  func account(
    of login: Login, provenBy password: SealedPassword, _ admission: Admission, from source: AttemptSource
  ) async throws(StoreError) -> Account? {
    let proof = try await begin(login, from: source)
    guard case .ask(let question) = try await proof.proceed(), let id = question.onlyPassword,
      case .proven(let subject) = try await proof.verify(.secret(password, to: id), admission)
    else { return nil }
    return admission.account(of: subject)
  }
}

extension Admission {
  /// The account, if it is that of `subject`.
  func account(of subject: Subject) -> Account? {
    account.flatMap { $0.subject == subject ? $0 : nil }
  }
}
