internal import Identity
import Secrets
public import Store
public import Testing

/// An operation of a store, on any values.
public struct StoreOperation: Sendable, CustomTestStringConvertible {
  /// Its name.
  public let testDescription: String
  /// Does it.
  public let perform: @Sendable (any RelationalStore) async throws -> Void

  private init(_ name: String, _ perform: @escaping @Sendable (any RelationalStore) async throws -> Void) {
    (testDescription, self.perform) = (name, perform)
  }

  /// Every operation that `Store` has for all engines, each way it can be asked.
  public static let all: [StoreOperation] =
    accounts + changes + attempts + sessions + subjects + secondSteps + throttling

  private static let ann = PlayedDatabase.ann
  private static let bob = email("bob@example.com")
  private static let subject = Subject(provider: "pam", id: "ann/1000")
  private static let attempt = AttemptID(time: PlayedDatabase.now, number: 7)
  private static let session = PlayedDatabase.session
  private static let account = Account(
    id: 7, email: ann, passwordHash: .sample(), isLocked: false, revision: 1, passwordSet: PlayedDatabase.now,
    isPasswordOneTime: false, secondStep: SecondStep(sealedSecret: [1, 2, 3], lastUsed: 1, wrongCodes: 0))
  private static let owners = [Owner(of: account, in: nil), Owner(of: account, in: session)]
  private static let digests = [1, 2].compactMap { RecoveryCodeDigest(bytes: Array(repeating: $0, count: 32)) }
  private static let token = SecureToken().digest

  private static let accounts: [StoreOperation] = [
    .init("isEmpty") { _ = try await $0.isEmpty() },
    .init("account(of:)") { _ = try await $0.account(of: ann) },
    .init("currentEmail(of:)") { _ = try await $0.currentEmail(of: LoginKey().reference(to: 7)) },
    .init("costliestHashCost()") { _ = try await $0.costliestHashCost() },
    .init("accountsHashed(otherThan:)") { _ = try await $0.accountsHashed(otherThan: .standard) },
    .init("accountsHashed(inMoreThan:)") { _ = try await $0.accountsHashed(inMoreThan: 65_536) },
    .init("accounts(after:)") { store in
      for email in [nil, ann] { _ = try await store.accounts(after: email, limit: 9) }
    },
    .init("add(_:)") { store in
      for condition in [AdditionCondition.always, .onlyFirst] { _ = try await store.add(bob, .sample(), condition) }
    },
    .init("add(settling:)") { _ = try await $0.add(bob, .sample(), .always, settling: attempt) },
    .init("add(allowing:)") { store in
      let new = [ann, bob].map { NewAccount(email: $0, passwordHash: .sample()) }
      for addition in [BulkAddition.allOrNone, .missingOnly] {
        _ = try await store.add(new, addition, allowing: 6...20)
      }
    },
    .init("rename(_:to:)") { store in
      for new in [bob, email("ann@example.com")] { _ = try await store.rename(ann, to: new, from: .test) }
    },
    .init("rehash(_:to:)") { try await $0.rehash(account, to: .sample("B")) },
    .init("widestPasswordLength(including:)") { _ = try await $0.widestPasswordLength(including: 4...40) },
    .init("replacePassword(of:)") { store in
      for spared in [nil, session] {
        _ = try await store.replacePassword(of: account, by: .sample("B"), sparing: spared, settling: attempt)
      }
    },
  ]

  private static let changes = [
    AccountChange.password(.sample()), .oneTimePassword(.sample()), .removeSecondStep, .recoveryCodes(digests), .lock,
    .unlock, .remove,
  ].map { change in StoreOperation("change(_:.\(change.logged.rawValue))") { _ = try await $0.change(ann, change) } }

  private static let attempts: [StoreOperation] = [
    .init("charge(_:)") { _ = try await $0.charge(ann, from: .test, under: Throttle()) },
    .init("charge(_:) that is blocked") { store in
      _ = try await store.charge(ann, from: .test, under: Throttle(disablingFailure: 1))
    },
    .init("charge(typed:)") { store in
      for login in [Login.email(bob)] + [LoginName("ann", of: "pam")].compactMap({ $0.map(Login.name) }) {
        _ = try await store.charge(typed: login, from: .test, under: Throttle())
      }
    },
    .init("settle(_:as:)") { store in
      let new = NewSession(token: token, lifetime: SessionLifetime(), uid: 1000, place: SessionPlace(.test))
      let ends: [Settlement] = [
        .signedIn(account, opening: new), .signedIn(account, opening: nil),
        .signedInAs(subject, account, opening: new), .refused, .unconfirmed, .cancelled, .passed, .notAccepted,
      ]
      for end in ends { _ = try await store.settle(attempt, as: end, under: Throttle()) }
    },
    .init("page(of:)") { store in
      for query in [AttemptQuery(email: ann), AttemptQuery(owner: ann)] {
        _ = try await store.page(of: query, before: attempt, limit: 9)
      }
    },
    .init("recordSignOut(of:)") { store in for owner in owners { try await store.recordSignOut(of: owner, from: .test) }
    },
  ]

  private static let sessions: [StoreOperation] = [
    .init("verify(_:by:)") { _ = try await $0.verify(token, by: .anybody) },
    .init("sessions(of:)") { store in for email in [nil, ann] { _ = try await store.sessions(of: email) } },
    .init("revoke(_:)") { store in
      for chosen in [SessionSelection.id(session), .token(token), .allOf(ann), .all] { try await store.revoke(chosen) }
    },
    .init("overview(of:)") { store in
      for owner in owners {
        do { _ = try await store.overview(of: owner) } catch StoreError.service(.sessionEnded) {}
      }
    },
    .init("endSessions(_:of:)") { store in
      for owner in owners { _ = try await store.endSessions(.all, of: owner, from: .test) }
    },
  ]

  private static let subjects: [StoreOperation] = [
    .init("account(of: Subject)") { _ = try await $0.account(of: subject) },
    .init("subjects(of:)") { _ = try await $0.subjects(of: ann) },
    .init("link(_:to:)") { store in
      for id in [subject, Subject(provider: "ldap", id: "ann")] { _ = try await store.link(id, to: ann) }
    },
    .init("link(_:to:in:)") { _ = try await $0.link(subject, to: account, in: session, from: .test) },
    .init("unlink(_:of:)") { try await $0.unlink(subject, of: ann) },
    .init("add(_:linkedTo:)") { _ = try await $0.add(bob, linkedTo: subject, .onlyFirst, from: .test) },
  ]

  private static let secondSteps: [StoreOperation] = [
    .init("useCode(of:)") { _ = try await $0.useCode(of: 9, account) },
    .init("countWrongCode(_:)") { try await $0.countWrongCode(account) },
    .init("useRecoveryCode(_:)") { store in
      for digest in digests { _ = try await store.useRecoveryCode(digest, account, settling: attempt) }
    },
    .init("add(_:to:)") { store in
      let step = NewSecondStep(sealedSecret: [1, 2, 3], confirmed: 9, recoveryCodes: digests)
      _ = try await store.add(step, to: account, sparing: session, from: .test)
    },
    .init("replaceRecoveryCodes(of:)") { store in
      _ = try await store.replaceRecoveryCodes(of: account, by: digests, sparing: nil, from: .test)
    },
    .init("removeSecondStep(of:)") { _ = try await $0.removeSecondStep(of: account, sparing: nil, from: .test) },
    .init("sshKeys(of:)") { _ = try await $0.sshKeys(of: ann) },
    .init("use(_:on:of:)") { _ = try await $0.use(PlayedDatabase.sshKey, on: nil, of: account, from: .test) },
    .init("add(_:recoveryCodes:to:)") { store in
      let key = NewAccountKey(try SecurityKey().publicKey, name: "ring")
      _ = try await store.add(key, recoveryCodes: digests, to: account, sparing: session, from: .test)
    },
    .init("remove(_:of:)") { _ = try await $0.remove(PlayedDatabase.sshKey, of: account, sparing: nil, from: .test) },
    .init("sealedSecret()") { _ = try await $0.sealedSecret() },
    .init("sealedSecrets(after:)") { _ = try await $0.sealedSecrets(after: 0, limit: 9) },
    .init("replace(_:by:)") { _ = try await $0.replace(SealedSecret(account: 7, bytes: [1, 2, 3]), by: [4]) },
    .init("withAllSealedSecrets(_:)") { _ = try await $0.withAllSealedSecrets(\.count) },
  ]

  private static let throttling: [StoreOperation] = [
    .init("throttleState()") { _ = try await $0.throttleState() },
    .init("clear(_:)") { store in
      let source = AttemptSource.test.counted
      for chosen in [ThrottleSelection.email(ann), .source(source), .uid(source.uid), .all] {
        _ = try await store.clear(chosen)
      }
    },
  ]
}
