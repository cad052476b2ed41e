internal import Secrets
internal import Synchronization

/// A sign-in of this program's own, see ``SignInUseCase``.
final class SignInConversation: SigningInUnderWay {
  private enum State {
    case new(SealedPassword?)
    /// `first` is the first charge. Its account is the one that is proven, as it was then: if it changes before the end,
    /// nobody is signed in.
    case open(any Proof, asked: [Challenge], first: Admission?)
    case ended
  }

  private let login: Login
  private let rules: SignInUseCase
  private let state: Mutex<State>

  init(_ login: Login, _ password: SealedPassword?, under rules: SignInUseCase) {
    self.login = login
    self.rules = rules
    state = Mutex(.new(password))
  }

  /// Off the caller's actor, because hashing takes long.
  @concurrent
  func next(_ answer: Answer) async -> SignInStep {
    // Until this answer leads to another question, the conversation is over: an answer at the same time finds it so.
    let current = state.withLock { state in
      defer { state = .ended }
      return state
    }
    guard !Task.isCancelled else { return .ended(.cancelled) }
    do throws(StoreError) {
      switch (current, answer) {
      case (.new(let password), .begin): return try await begin(password)
      case (.open(let proof, asked: [], let first), .proceed):
        return try await go(on: proof.proceed(), of: proof, first)
      case (.open(let proof, let asked, let first), _) where asked.contains { $0.takes(answer) }:
        return try await verify(answer, by: proof, first)
      case (.new, _), (.open, _), (.ended, _): return .ended(.cancelled)
      }
    } catch {
      return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }

  private func begin(_ password: SealedPassword?) async throws(StoreError) -> SignInStep {
    let proof = try await rules.authenticator.begin(Claim(login))
    let step = try await proof.proceed()
    if let password, case .ask(let challenges) = step, let id = challenges.onlyPassword {
      return try await verify(.secret(password, to: id), by: proof, nil)
    }
    return try await go(on: step, of: proof, nil)
  }

  private func verify(
    _ answer: Answer, by proof: any Proof, _ first: Admission?
  ) async throws(StoreError) -> SignInStep {
    switch try await rules.charge(login.email) {
    case .ended(let outcome): return .ended(outcome)
    case .admitted(let admission):
      guard !Task.isCancelled else { return .ended(try await cancel(admission.attempt)) }
      let step = try await proof.verify(answer, admission)
      return try await go(on: step, of: proof, first ?? admission, charged: admission.attempt)
    }
  }

  /// Goes on after a step, which settles the attempt of the answer before it. An end that no answer led to is charged
  /// now, so that it is throttled and on record like any other.
  private func go(
    on step: ProofStep, of proof: any Proof, _ first: Admission?, charged attempt: AttemptID? = nil
  ) async throws(StoreError) -> SignInStep {
    if Task.isCancelled { return .ended(try await cancel(attempt)) }
    switch (step, first, attempt) {
    case (.ask(let challenges), _, _):
      return try await stay(.ask(challenges), asked: challenges, proof, first, charged: attempt)
    case (.tell(let notice), _, _): return try await stay(.tell(notice), proof, first, charged: attempt)
    case (.wait(let waiting), _, _): return try await stay(.wait(waiting), proof, first, charged: attempt)
    case (.proven(let subject), let first?, let attempt?):
      guard let account = first.account(of: subject) else { return .ended(try await rules.refuse(attempt)) }
      return .ended(try await rules.conclude(account, attempt))
    case (.refused, _, let attempt?): return .ended(try await rules.refuse(attempt))
    case (.proven, _, _), (.refused, _, nil):
      switch try await rules.charge(login.email) {
      case .ended(let outcome): return .ended(outcome)
      case .admitted(let admission):
        return try await go(on: step, of: proof, first ?? admission, charged: admission.attempt)
      }
    }
  }

  /// Keeps the conversation open for the answer to `step`. The attempt of the answer before is no failure then, and no
  /// success either: only the end clears failures.
  private func stay(
    _ step: SignInStep, asked: [Challenge] = [], _ proof: any Proof, _ first: Admission?, charged attempt: AttemptID?
  ) async throws(StoreError) -> SignInStep {
    if let attempt, let outcome = try await rules.pass(attempt) { return .ended(outcome) }
    state.withLock { $0 = .open(proof, asked: asked, first: first) }
    return step
  }

  private func cancel(_ attempt: AttemptID?) async throws(StoreError) -> SignInOutcome {
    if let attempt { try await rules.cancel(attempt) }
    return .cancelled
  }
}
