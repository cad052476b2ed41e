import Identity
import Server
import Secrets
import Unix
import Messages

/// Signs in to a store of one's own, or has another conversation that questions lead.
struct LocalSigningIn: SigningIn {
  let accounts: LocalAccounts
  let begin: @Sendable (Login, _ hasPassword: Bool) -> Begin

  func begin(_ login: Login, _ password: SealedPassword?) -> any SignInConversation {
    LocalConversation(accounts, begin(login, password != nil), password)
  }
}

/// One sign-in, which works on the store's threads.
@MainActor private final class LocalConversation: SignInConversation {
  private let accounts: LocalAccounts
  private let begin: Begin
  private var password: SealedPassword?
  private var conversation: (any SignInConversation)?
  /// Who had signed in when a change began.
  private var member: Member?

  nonisolated init(_ accounts: LocalAccounts, _ begin: Begin, _ password: SealedPassword?) {
    (self.accounts, self.begin, self.password) = (accounts, begin, password)
  }

  isolated deinit {
    if let conversation { accounts.leave(conversation) }
  }

  nonisolated(nonsending) func next(_ answer: Answer) async -> SignInStep {
    await step(after: answer)
  }

  private func step(after answer: Answer) async -> SignInStep {
    do throws(StoreError) {
      let welcome = try await accounts.welcome()
      if case .begin = answer, case .email = begin.login, let password,
        !welcome.acceptedLengths.contains(password.characterCount)
      {
        return .ended(.passwordLength)
      }
      let step = begin.purpose.isForMembers ? try await change(by: answer) : try await signIn(by: answer)
      guard case .ended(let outcome) = step else { return step }
      return .ended(await accounts.settled(outcome, by: begin.login))
    } catch {
      return .ended(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }

  private func signIn(by answer: Answer) async throws(StoreError) -> SignInStep {
    let (begin, password, current) = (begin, password.take(), conversation)
    let (next, step) = try await accounts.perform { useCases throws(StoreError) in
      guard current != nil || useCases.allow(begin, nil) else { throw .service(.notAllowed) }
      let conversation = current ?? useCases.conversation(begin, nil, password)
      return (conversation, await conversation.next(answer))
    }
    conversation = next
    return step
  }

  private func change(by answer: Answer) async throws(StoreError) -> SignInStep {
    let (begin, password, current) = (begin, password.take(), conversation)
    if current == nil { member = accounts.member?.asOf(.now) }
    let first = member
    let (next, step) = try await accounts.performForMember(first) { useCases, member throws(StoreError) in
      let member = first ?? member
      guard current != nil || useCases.allow(begin, member) else { throw .service(.notAllowed) }
      let conversation = current ?? useCases.conversation(begin, member, password)
      let step = await conversation.next(answer)
      if case .ended(.unavailable(.service(.sessionEnded))) = step { throw .service(.sessionEnded) }
      return (conversation, step)
    }
    conversation = next
    if case .ended(.changed) = step, let member { accounts.changed(by: member, begin.purpose) }
    return step
  }
}

/// Creates accounts in a store of one's own.
struct LocalSigningUp: SigningUp {
  let accounts: LocalAccounts
  let wantsSession: Bool

  nonisolated(nonsending) func signUp(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    await signUpOnMainActor(email, password)
  }

  @MainActor private func signUpOnMainActor(_ email: EmailAddress, _ password: SealedPassword) async -> SignUpOutcome {
    let begin = Begin(.signUp, email, wantsSession: wantsSession)
    do throws(StoreError) {
      let outcome = try await accounts.perform { useCases throws(StoreError) in
        guard useCases.allow(begin, nil) else { throw .service(.notAllowed) }
        return await useCases.signUp(begin, password)
      }
      guard case .added(let end) = outcome else { return outcome }
      return .added(await accounts.settled(end, by: .email(email)))
    } catch {
      return .notAdded(Task.isCancelled ? .cancelled : .unavailable(error))
    }
  }
}

/// Changes the password of the user who has signed in to a store of one's own.
struct LocalPasswordChange: ChangingPassword {
  let accounts: LocalAccounts

  nonisolated(nonsending) func changePassword(
    of email: EmailAddress, from old: SealedPassword, to new: SealedPassword
  ) async -> PasswordChangeOutcome {
    await outcome(for: email) { await $0.changePassword(of: email, from: old, to: new, $1) }
  }

  nonisolated(nonsending) func confirm(
    _ password: SealedPassword, of email: EmailAddress
  ) async -> PasswordChangeOutcome {
    await outcome(for: email) { await $0.confirm(password, of: email, $1) }
  }

  private nonisolated(nonsending) func outcome(
    for email: EmailAddress, _ body: @escaping @Sendable (UseCases, Member) async -> PasswordChangeOutcome
  ) async -> PasswordChangeOutcome {
    do throws(StoreError) {
      let (outcome, member) = try await accounts.performForMember { useCases, member throws(StoreError) in
        guard member.email == email else { throw .service(.sessionEnded) }
        let outcome = await body(useCases, member)
        if case .unavailable(.service(.sessionEnded)) = outcome { throw .service(.sessionEnded) }
        return (outcome, member)
      }
      if case .changed = outcome { await accounts.changed(by: member, .changePassword) }
      return outcome
    } catch {
      return Task.isCancelled ? .cancelled : .unavailable(error)
    }
  }
}

/// The activity of the user who has signed in to a store of one's own.
struct LocalActivity: ReadingActivity {
  let accounts: LocalAccounts

  nonisolated(nonsending) func page(
    of search: AttemptSearch, before id: AttemptID?
  ) async throws(StoreError) -> AttemptPage {
    try await accounts.performForMember { useCases, member throws(StoreError) in
      try await useCases.activity(of: member).page(of: search, before: id)
    }
  }

  nonisolated(nonsending) func previousSignIn() async throws(StoreError) -> PreviousSignIn? {
    try await accounts.performForMember { useCases, member throws(StoreError) in
      try await useCases.activity(of: member).previousSignIn()
    }
  }
}

/// The account of whoever has signed in to a store of one's own.
struct LocalAccount: ReadingAccount {
  let accounts: LocalAccounts

  nonisolated(nonsending) func overview() async throws(StoreError) -> AccountOverview {
    try await accounts.performForMember { useCases, member throws(StoreError) in
      try await useCases.account(of: member).overview()
    }
  }
}
