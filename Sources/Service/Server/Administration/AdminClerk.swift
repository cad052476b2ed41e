import Identity
import Secrets
import Messages

/// Does the jobs of an administrator's connection. Every change is made from the uid that the kernel names.
struct AdminClerk: Sendable {
  let office: Office
  let uid: UInt32
  let turn: Turn

  /// The most rows on a page. A program that wants more asks again.
  private static let longestPage = 200

  /// Does a job, and wipes its secrets. Cancelling the task soon ends a search; what has begun in the store is finished.
  func replies(to job: AdminJob, _ secrets: [SealedPassword]) async -> [AdminReply] {
    defer {
      for secret in secrets { secret.wipe() }
    }
    do throws(StoreError) {
      switch job {
      case .greet: return [.welcome(try welcome())]
      case .answer(let request): return try await replies(to: request)
      case .addAll(let accounts, let addition, let lengths, let source):
        return .list(try await store.add(accounts, addition, allowing: lengths, from: known(source)))
      case .changePassword(let email, let source):
        guard let current = secrets.first, let new = secrets.dropFirst().first else { return [.unavailable(.notNow)] }
        let outcome = await changePassword(from: source).changePassword(of: email, from: current, to: new, sparing: nil)
        return [.ended(Ending(outcome))]
      }
    } catch {
      return [.unavailable(.store(error))]
    }
  }

  private var store: any Office.Store { office.store }

  private func replies(to request: AdminRequest) async throws(StoreError) -> [AdminReply] {
    switch request {
    case .account(let email): [.account(try await store.knownAccount(of: email))]
    case .accounts(let email, let limit):
      .list(try await store.accounts(after: email, limit: Self.length(limit)))
    case .add(let account, let condition, let source):
      [.addition(try await store.add(account.email, account.passwordHash, condition, from: known(source)))]
    case .change(let email, let change, let source):
      [.lookup(try await store.change(email, change, from: known(source)))]
    case .rename(let email, let new, let source):
      [.renaming(try await store.rename(email, to: new, from: known(source)))]
    case .subjects(let email): .list(try await store.subjects(of: email))
    case .link(let subject, let email, let source):
      [.linking(try await store.link(subject, to: email, from: known(source)))]
    case .unlink(let subject, let email, let source):
      [.lookup(try await store.unlink(subject, of: email, from: known(source)) ? .found : .missing)]
    case .allow(let lengths): [.lengths(try await store.widestPasswordLength(including: lengths))]
    case .verify(let digest): [.session(try await store.verify(digest))]
    case .sessions(let email): .list(try await store.sessions(of: email))
    case .revoke(let selection, let source): [.count(try await store.revoke(selection, from: known(source)))]
    case .page(let query, let before, let limit):
      .list(try await store.page(of: query, before: before, limit: Self.length(limit)))
    case .throttleState: .list(try await store.throttleState())
    case .clear(let selection): [.count(try await store.clear(selection))]
    case .hello, .batch, .addAll, .changePassword: [.unavailable(.notNow)]
    }
  }

  private static func length(_ limit: Int) -> Int { min(max(1, limit), longestPage) }

  private func welcome() throws(StoreError) -> AdminWelcome {
    AdminWelcome(
      program: office.rules.program, hasStore: try office.hasStore(),
      newLengths: office.rules.newPassword.policy.length, hashCost: office.rules.argon2id.cost,
      throttle: office.rules.throttle)
  }

  /// The source as it goes into the log: the program claims all but the uid.
  private func known(_ source: AttemptSource) -> AttemptSource {
    AttemptSource(tty: source.tty, uid: uid, host: source.host, program: source.program)
  }

  private func changePassword(from source: AttemptSource) -> ChangePasswordUseCase {
    ChangePasswordUseCase(
      authenticator: office.authenticator, attempts: store, accounts: store, source: known(source),
      throttle: office.rules.throttle, argon2id: office.rules.argon2id, rules: office.rules.newPassword, turn: turn)
  }
}
