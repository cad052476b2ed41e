internal import Secrets
internal import Synchronization

/// A sign-in of this program's own, see ``SignInUseCase``.
final class StepwiseSignIn: SignInConversation {
  private enum State {
    case new(SealedPassword?)
    case open(Part, asked: Question?)
    case ended

    /// The attempt that is open between answers.
    var pending: AttemptID? {
      if case .open(let part, _) = self { part.pending?.attempt } else { nil }
    }
  }

  /// The part of the sign-in that is under way: the first proof, or one of the further steps.
  private struct Part {
    let proof: any Proof
    let firstCharge: Admission?
    /// The account, once the first proof was right: as it was charged first, or as a step has changed it since. If anything
    /// else changes it before the end, nobody is signed in.
    let owned: Account?
    /// The person that another provider has proven; nil if our own password was the first proof.
    var subject: Subject?
    /// The steps that are still to come.
    let rest: ArraySlice<any FurtherStep>
    /// The login by which attempts are counted.
    let chargedLogin: Login
    /// Whether a provider's whole dialogue is one attempt, because its next question doesn't tell whether the last answer
    /// was right. The attempt is open until the proof is over; leaving it leaves a failure.
    let isOneAttempt: Bool
    /// The charge of that attempt.
    var pending: Admission?
    /// Why the proof is asked for again, until its first question says so.
    var fault: AnswerFault?
    /// The password that was typed before the first question, and answers that if it asks for nothing else. Notices may come
    /// before it.
    var typed: SealedPassword?
    /// The login by which further steps are counted.
    var login: Login
    /// Whether another provider's proof stands for the account's second step.
    var isSecondStepProven = false

    func charged(by admission: Admission) -> Part {
      var part = Part(
        proof: proof, firstCharge: firstCharge ?? admission, owned: owned, subject: subject, rest: rest,
        chargedLogin: chargedLogin, isOneAttempt: isOneAttempt, login: login, isSecondStepProven: isSecondStepProven)
      if isOneAttempt { part.pending = admission }
      return part
    }

    /// The same part, once the person has read a notice behind its end.
    func going(on proof: any Proof, as account: Account) -> Part {
      Part(
        proof: proof, firstCharge: firstCharge, owned: account, subject: subject, rest: rest,
        chargedLogin: chargedLogin,
        isOneAttempt: false, login: login, isSecondStepProven: isSecondStepProven)
    }

    func known(as subject: Subject, _ vouching: Vouching) -> Part {
      var part = self
      part.subject = subject
      part.isSecondStepProven = vouching.isSecondStep
      return part
    }
  }

  /// The answers that are not accepted, and no failures, before it ends: each is a row of the log.
  private static let mostFaults = 10

  private let login: Login
  private let useCase: SignInUseCase
  private let state: Mutex<State>
  private let faults = Mutex(0)

  init(_ login: Login, _ password: SealedPassword?, of useCase: SignInUseCase) {
    self.login = login
    self.useCase = useCase
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
    do throws(StoreError) {
      if Task.isCancelled { return .ended(try await cancel(current.pending)) }
      switch (current, answer) {
      case (.new(let password), .begin): return try await begin(password)
      case (.open(let part, asked: nil), .proceed):
        let step = try await step(settling: current.pending) { () async throws(StoreError) in
          try await part.proof.proceed()
        }
        return try await handle(step, of: part)
      case (.open(let part, let asked?), .method(let method)) where asked.takes(answer):
        let step = try await step(settling: current.pending) { () async throws(StoreError) in
          try await part.proof.change(to: method)
        }
        return try await handle(step, of: part)
      case (.open(let part, let asked?), .secret) where asked.takes(answer): return try await verify(answer, in: part)
      case (.new, _), (.open, _), (.ended, _): return .ended(.cancelled)
      }
    } catch {
      return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }

  private func begin(_ password: SealedPassword?) async throws(StoreError) -> SignInStep {
    guard try await useCase.mayBegin(login) else { return .ended(.refused(blockedFor: nil)) }
    if let account = try await useCase.confirmedAccount() {
      let part = Part(
        proof: Confirmed(subject: account.subject), firstCharge: nil, owned: account, rest: useCase.furtherSteps[...],
        chargedLogin: login, isOneAttempt: false, login: login)
      return try await nextStep(part, as: account, charged: nil)
    }
    var (part, step) = try await firstPart()
    part.typed = password
    return try await handle(step, of: part)
  }

  private func firstPart() async throws(StoreError) -> (Part, ProofStep) {
    let proof = try await useCase.authenticator.begin(login, from: useCase.source)
    let part = Part(
      proof: proof, firstCharge: nil, owned: nil, rest: useCase.furtherSteps[...], chargedLogin: login,
      isOneAttempt: login.kind != .email, login: login)
    return (part, try await proof.proceed())
  }

  private func verify(_ answer: Answer, in part: Part) async throws(StoreError) -> SignInStep {
    if let pending = part.pending { return try await verify(answer, in: part, pending) }
    switch try await useCase.charge(typed: part.chargedLogin) {
    case .ended(let outcome): return .ended(outcome)
    case .admitted(let admission): return try await verify(answer, in: part, admission)
    }
  }

  private func verify(
    _ answer: Answer, in part: Part, _ admission: Admission
  ) async throws(StoreError) -> SignInStep {
    guard !Task.isCancelled else { return .ended(try await cancel(admission.attempt)) }
    // Of an email, the charge has read the account. Somebody else's is not for this member to guess at.
    if part.owned == nil, login.kind == .email, useCase.isForeign(admission.account) {
      let outcome = try await useCase.pass(admission.attempt, isAccepted: false)
      return .ended(outcome ?? (useCase.signsIn ? .refused(blockedFor: nil) : .unavailable(.service(.sessionEnded))))
    }
    let step = try await step(settling: admission.attempt) { () async throws(StoreError) in
      try await part.proof.verify(answer, try await current(admission, of: part))
    }
    return try await handle(step, of: part.charged(by: admission), charged: admission.attempt)
  }

  /// The next step of a proof. If the proof fails, the open attempt is settled, for nobody comes back to it.
  private func step(
    settling attempt: AttemptID?, _ next: () async throws(StoreError) -> ProofStep
  ) async throws(StoreError) -> ProofStep {
    do throws(StoreError) {
      return try await next()
    } catch {
      if case .service(.ended) = error, let attempt {
        // The service ends, and nothing was verified.
        _ = try await useCase.pass(attempt, isAccepted: false)
      } else {
        // The answer may have been verified all the same.
        _ = try? await cancel(attempt)
      }
      throw error
    }
  }

  /// Handles a step of the proof, which settles the attempt of the answer before it.
  private func handle(
    _ step: ProofStep, of part: Part, charged attempt: AttemptID? = nil
  ) async throws(StoreError) -> SignInStep {
    let attempt = attempt ?? part.pending?.attempt
    if Task.isCancelled { return .ended(try await cancel(attempt)) }
    switch step {
    case .ask(var question):
      var part = part
      if let typed = part.typed.take(), let id = question.onlyPassword {
        return try await verify(.secret(typed, to: id), in: part)
      }
      question.fault = question.fault ?? part.fault
      part.fault = nil
      if let attempt, question.fault?.isFailure == true {
        if let block = try await useCase.block(after: attempt, isOwn: part.chargedLogin == login) {
          return .ended(block)
        }
        part.pending = nil
        return try await stay(.ask(question), asked: question, part)
      }
      return try await stay(.ask(question), asked: question, part, charged: attempt)
    case .tell(let notice): return try await stay(.tell(notice), part, charged: attempt)
    case .wait(let reason, let page): return try await stay(.wait(reason, at: page), part, charged: attempt)
    case .changed(let account, notice: nil): return try await nextStep(part, as: account, charged: nil)
    case .changed(let account, let notice?):
      // Then it goes on with the next step.
      return try await stay(.tell(notice), part.going(on: Confirmed(subject: account.subject), as: account))
    case .proven(let subject):
      if let account = part.owned { return try await nextStep(part, as: account, charged: attempt) }
      guard let first = part.firstCharge, let attempt else { return try await charge(step, of: part) }
      guard let account = first.account(of: subject) else { return try await refuse(attempt, in: part) }
      return try await nextStep(part, as: account, charged: attempt)
    case .known(let subject, let name, let vouching):
      if vouching.isApproval { return try await meet(approved: subject, as: name, vouching, part) }
      guard part.firstCharge != nil, let attempt else { return try await charge(step, of: part) }
      return try await meet(subject, as: name, vouching, part, charged: attempt)
    case .expired(let subject, let name):
      guard part.firstCharge != nil, let attempt else { return try await charge(step, of: part) }
      // Nobody without an account learns that a password is right.
      if part.owned == nil, try await account(of: subject, as: name, in: part) == nil {
        return try await refuse(attempt, in: part)
      }
      return .ended(try await useCase.pass(attempt) ?? .passwordExpired)
    case .unavailable(let error):
      if let attempt, let outcome = try await useCase.pass(attempt, isAccepted: false) { return .ended(outcome) }
      return .ended(.unavailable(error))
    case .taken:
      if let attempt, let outcome = try await useCase.pass(attempt) { return .ended(outcome) }
      return .ended(.taken)
    case .refused:
      guard let attempt else { return try await charge(step, of: part) }
      return try await refuse(attempt, in: part)
    }
  }

  /// Ends, or asks somebody who is signed in for the first proof again. Somebody who signs in goes back to the form in its
  /// place, where the name may be wrong too.
  private func refuse(_ attempt: AttemptID, in part: Part) async throws(StoreError) -> SignInStep {
    if useCase.signsIn || part.owned != nil {
      return .ended(try await useCase.refuse(attempt, isOwn: part.chargedLogin == login))
    }
    if let block = try await useCase.block(after: attempt, isOwn: part.chargedLogin == login) { return .ended(block) }
    var (again, step) = try await firstPart()
    // A provider that asks nothing would be asked for ever.
    if case .refused = step { return .ended(.refused(blockedFor: nil)) }
    again.fault = .wrong
    return try await handle(step, of: again)
  }

  /// Goes on as the account of somebody whom another provider has proven.
  private func meet(
    _ subject: Subject, as name: LoginName, _ vouching: Vouching, _ part: Part, charged attempt: AttemptID
  ) async throws(StoreError) -> SignInStep {
    guard let account = try await account(of: subject, as: name, vouching, in: part) else {
      return try await refuse(attempt, in: part)
    }
    return try await nextStep(part.known(as: subject, vouching), as: account, charged: attempt)
  }

  /// The same after an approval elsewhere. No answer was verified here, so nobody is charged for having no account, and only
  /// the account says by which login the attempt counts: nobody has typed one.
  private func meet(
    approved subject: Subject, as name: LoginName, _ vouching: Vouching, _ part: Part
  ) async throws(StoreError) -> SignInStep {
    guard part.owned == nil, let account = try await useCase.account(of: subject, as: name, vouching),
      !account.isLocked
    else { return .ended(.unavailable(.provider(useCase.isOfOneAccount ? .otherPerson : .noAccount))) }
    var part = part.known(as: subject, vouching)
    part.login = .email(account.email)
    switch try await useCase.charge(typed: .name(name)) {
    case .ended(let outcome): return .ended(outcome)
    case .admitted(let admission):
      return try await nextStep(part.charged(by: admission), as: account, charged: admission.attempt)
    }
  }

  /// The account to which that subject may sign in. If there is none, returns as late as a refusal of the provider.
  private func account(
    of subject: Subject, as name: LoginName, _ vouching: Vouching = Vouching(), in part: Part
  ) async throws(StoreError) -> Account? {
    if part.owned == nil, let account = try await useCase.account(of: subject, as: name, vouching), !account.isLocked {
      return account
    }
    await part.proof.waitToRefuse()
    return nil
  }

  /// The admission, with the account that the provider proved instead of the one typed.
  private func current(_ admission: Admission, of part: Part) async throws(StoreError) -> Admission {
    guard let subject = part.subject, let links = useCase.links else { return admission }
    let account = try await links.subjects.account(of: subject)
    return Admission(
      attempt: admission.attempt, account: account, costliestHash: admission.costliestHash,
      foreignHashes: admission.foreignHashes)
  }

  /// Charges an outcome reached without an answer, so it is throttled and logged too.
  private func charge(_ step: ProofStep, of part: Part) async throws(StoreError) -> SignInStep {
    switch try await useCase.charge(typed: part.chargedLogin) {
    case .ended(let outcome): return .ended(outcome)
    case .admitted(let admission):
      if case .refused = step {
        return .ended(try await useCase.refuse(admission.attempt, isOwn: part.chargedLogin == login))
      }
      return try await handle(step, of: part.charged(by: admission), charged: admission.attempt)
    }
  }

  /// Goes on to the next step that the account needs, or to the end. A step that changed the account has settled its own
  /// attempt, so the end is charged then.
  private func nextStep(
    _ part: Part, as account: Account, charged attempt: AttemptID?
  ) async throws(StoreError) -> SignInStep {
    var (rest, place) = (part.rest, useCase.place)
    place.isByPassword = part.subject == nil
    place.isSecondStepProven = part.isSecondStepProven
    while let further = rest.popFirst() {
      if part.isSecondStepProven, further.isProof { continue }
      let proof = further.begin(for: account, place)
      let step: ProofStep
      // What can't begin is handled like what can't go on, so that the attempt of the right answer is settled.
      do throws(StoreError) { step = try await proof.proceed() } catch { step = .unavailable(error) }
      if case .proven = step { continue }
      var attempt = attempt
      if step.isAnswered, let right = attempt {
        if let outcome = try await useCase.pass(right) { return .ended(outcome) }
        attempt = nil
      }
      let next = Part(
        proof: proof, firstCharge: part.firstCharge, owned: account, subject: part.subject, rest: rest,
        chargedLogin: further.counted ?? part.login, isOneAttempt: further.counted != nil, login: part.login,
        isSecondStepProven: part.isSecondStepProven)
      return try await handle(step, of: next, charged: attempt)
    }
    if let attempt { return .ended(try await conclude(part, as: account, attempt)) }
    if !useCase.signsIn { return .ended(.changed) }
    switch try await useCase.charge(typed: part.login) {
    case .ended(let outcome): return .ended(outcome)
    case .admitted(let admission):
      return .ended(try await conclude(part, as: account, admission.attempt))
    }
  }

  private func conclude(
    _ part: Part, as account: Account, _ attempt: AttemptID
  ) async throws(StoreError) -> SignInOutcome {
    try await useCase.conclude(
      account, provenAs: part.subject, attempt, isSecondStepProven: part.isSecondStepProven)
  }

  /// Keeps the conversation open for the answer to `step`. The attempt of the answer before is no failure then, and no
  /// success either: only the end clears failures. If the question names a fault, that answer was not accepted.
  private func stay(
    _ step: SignInStep, asked: Question? = nil, _ part: Part, charged attempt: AttemptID? = nil
  ) async throws(StoreError) -> SignInStep {
    if part.pending == nil, let attempt,
      let outcome = try await useCase.pass(attempt, isAccepted: asked?.fault == nil)
    {
      return .ended(outcome)
    }
    if asked?.fault?.isFailure == false {
      let count = faults.withLock { count in
        count += 1
        return count
      }
      guard count < Self.mostFaults else { return .ended(.refused(blockedFor: nil)) }
    }
    state.withLock { $0 = .open(part, asked: asked) }
    return step
  }

  private func cancel(_ attempt: AttemptID?) async throws(StoreError) -> SignInOutcome {
    if let attempt { try await useCase.cancel(attempt) }
    return .cancelled
  }
}

/// The proof of an owner who has proven lately who they are.
private struct Confirmed: Proof {
  let subject: Subject

  func proceed() async throws(StoreError) -> ProofStep { .proven(subject) }

  func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep { .refused }
}

extension ProofStep {
  /// Whether the answer that led to the step was right, and is settled before it: a step asks, or has changed the account.
  fileprivate var isAnswered: Bool {
    switch self {
    case .ask, .changed: true
    case .tell, .wait, .proven, .known, .expired, .unavailable, .taken, .refused: false
    }
  }
}
