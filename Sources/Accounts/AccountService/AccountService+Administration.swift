import Identity

extension AccountService {
  /// The most rows on a page. A program that wants more requests the next page.
  private static let longestPage = 200

  /// Does what an administrator asks. Cancelling the task soon ends a search; what has begun in the store is finished.
  /// - Parameter accounts: The accounts to add, if the request is about them.
  func replies(to request: AdminRequest, _ accounts: [NewAccount]) async throws(StoreError) -> [Reply] {
    let store = configuration.store
    return switch request {
    case .account(let email): .one(.account(try await store.knownAccount(of: email)))
    case .accounts(let email, let limit):
      .list(.accounts(try await store.accounts(after: email, limit: Self.length(limit))))
    case .add(let account, let condition, let source):
      .one(.addition(try await store.add(account.email, account.passwordHash, condition, from: known(source))))
    case .change(let email, let change, let source):
      .one(.lookup(try await store.change(email, change, from: known(source))))
    case .rename(let email, let new, let source):
      .one(.renaming(try await store.rename(email, to: fresh(new), from: known(source))))
    case .subjects(let email): .list(.subjects(try await store.subjects(of: email)))
    case .keys(let email): .list(.keys(try await store.sshKeys(of: email)))
    case .link(let subject, let email, let source):
      .one(.linking(try await store.link(subject, to: email, from: known(source))))
    case .addLinked(let email, let subject, let source):
      .one(.addition(try await store.add(fresh(email), linkedTo: subject, .always, from: known(source))))
    case .unlink(let subject, let email, let source):
      .one(.lookup(try await store.unlink(subject, of: email, from: known(source)) ? .found : .missing))
    case .allow(let lengths):
      .one(.lengths(PasswordLengths(clamping: try await store.widestPasswordLength(including: lengths.range))))
    case .verify(let digest): .one(.session(try await store.verify(digest)))
    case .sessions(let email): .list(.sessions(try await store.sessions(of: email)))
    case .revoke(let selection, let source):
      .one(.count(try await store.revoke(selection, from: known(source))))
    case .page(let query, let before, let limit):
      .list(try await store.page(of: query, before: before, limit: Self.length(limit)))
    case .throttleState: .list(.throttle(try await store.throttleState()))
    case .clear(let selection): .one(.count(try await store.clear(selection)))
    case .health: .one(.health(ServiceHealth(store: await configuration.health(), load: await load())))
    case .addAll(let addition, let lengths, let source):
      .list(.positions(try await store.add(accounts, addition, allowing: lengths.range, from: known(source))))
    case .batch: [.unavailable(.notNow)]
    }
  }

  /// An email that an account gets now. The coding takes addresses that only stores may have.
  private func fresh(_ email: EmailAddress) throws(StoreError) -> EmailAddress {
    guard let email = EmailAddress(email.text) else { throw .service(.nonsense) }
    return email
  }

  private static func length(_ limit: Int) -> Int { min(max(1, limit), longestPage) }
}

extension [Reply] {
  fileprivate static func list(_ page: AttemptPage) -> [Reply] { list(.rows(page.attempts), next: page.next) }

  fileprivate static func one(_ reply: AdminReply) -> [Reply] { [.administration(reply)] }
}
