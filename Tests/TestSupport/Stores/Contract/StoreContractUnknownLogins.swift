import Identity
import Testing

extension StoreContract {
  /// The clauses about logins that nobody has.
  static let unknownLogins: [Clause] = [
    Clause("keeps a login that nobody has nowhere in clear, and tells its attempts from those of others") {
      store, _ async throws in
      // Given an account, and passwords that were typed where a name belongs
      _ = try await store.newAccount(Clause.bob)
      let secret = try #require(LoginName("hunter2 Geheim!", of: "pam"))
      for login in [Login.name(secret), .email(Clause.ann), .name(secret), .email(email("ANN@Example.com"))] {
        _ = try await store.charge(typed: login, from: .at("here"), under: Throttle())
      }
      // Then rows and throttle have an address that stands for each, the same for the same login
      let rows = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 4).attempts.map(\.email)
      #expect(rows.allSatisfy { $0.isUnknown })
      #expect(rows[0] == rows[2] && rows[1] == rows[3] && rows[0] != rows[1])
      #expect(!["hunter2", "ann"].contains { "\(rows)".lowercased().contains($0) })
      let pending = try await store.throttleState().pending.values.map(\.key.email)
      #expect(Set(pending) == Set(rows.map(\.key)))
      // And who asks for the login itself finds them
      let found = try await store.page(of: AttemptQuery(email: Clause.ann), before: nil, limit: 9).attempts
      #expect(found.map(\.email) == [rows[0], rows[0]])
    },
    Clause("keeps a login in clear that an account or a link has, whatever its state") { store, _ async throws in
      let name = try #require(LoginName("ann", of: "pam"))
      let other = try #require(LoginName("an", of: "pam"))
      _ = try await store.newAccount(Clause.bob)
      _ = try await store.link(Subject(provider: "pam", id: "ann/1000"), to: Clause.bob)
      _ = try await store.change(Clause.bob, .lock)
      for login in [Login.email(Clause.bob), .name(name), .name(other)] {
        _ = try await store.charge(typed: login, from: .at("here"), under: Throttle())
      }
      let rows = try await store.page(of: AttemptQuery(email: nil), before: nil, limit: 3).attempts.map(\.email)
      #expect(rows[0].isUnknown && rows[1] == name.email && rows[2] == Clause.bob)
    },
    Clause("blocks a login that nobody has like any other, also once somebody has it, and had it") {
      store, _ async throws in
      let throttle = Throttle()
      for _ in 1...3 {
        guard
          case .admitted(let admission) = try await store.charge(
            typed: .email(Clause.ann), from: .at("here"), under: throttle)
        else { throw AttemptBlocked() }
        _ = try await store.settle(admission.attempt, as: .refused, under: throttle)
      }
      func isBlocked() async throws -> Bool {
        try await store.charge(typed: .email(Clause.ann), from: .at("here"), under: throttle) == .blocked(seconds: 1)
      }
      #expect(try await isBlocked())
      _ = try await store.newAccount(Clause.ann)
      #expect(try await isBlocked())
      _ = try await store.change(Clause.ann, .remove)
      #expect(try await isBlocked())
      // And an administrator who knows the login frees it
      #expect(try await store.clear(.email(Clause.ann)) == 3)
      #expect(try await !isBlocked())
    },
    Clause("counts the failures of a name as before once it is linked, and once it is not") { store, _ async throws in
      let throttle = Throttle()
      let name = Login.name(try #require(LoginName("ann", of: "pam")))
      let subject = Subject(provider: "pam", id: "ann/1000")
      _ = try await store.newAccount(Clause.bob)
      func isBlocked() async throws -> Bool {
        try await store.charge(typed: name, from: .at("here"), under: throttle) == .blocked(seconds: 1)
      }
      // Given a name that nobody has, and that is blocked
      for _ in 1...3 { try await store.fail(typed: name) }
      #expect(try await isBlocked())
      // Then a link, its end, and an account of its own make no difference
      #expect(try await store.link(subject, to: Clause.bob) == .linked)
      #expect(try await isBlocked())
      #expect(try await store.unlink(subject, of: Clause.bob, from: .at("desk")))
      #expect(try await isBlocked())
      #expect(try await store.add(name.email, linkedTo: subject, .always, from: .at("desk")) == .added)
      #expect(try await isBlocked())
      #expect(try await store.unlink(subject, of: name.email, from: .at("desk")))
      #expect(try await isBlocked())
    },
    Clause("leaves the failures of a name that another subject still has") { store, _ async throws in
      let name = Login.name(try #require(LoginName("ann", of: "pam")))
      let subjects = ["ann", "ann/1000"].map { Subject(provider: "pam", id: $0) }
      _ = try await store.newAccount(Clause.bob)
      for subject in subjects { _ = try await store.link(subject, to: Clause.bob) }
      for _ in 1...3 { try await store.fail(typed: name) }
      #expect(try await store.unlink(subjects[1], of: Clause.bob, from: .at("desk")))
      #expect(try await store.throttleState().runs.keys.map(\.email) == [name.email.key])
    },
    Clause("counts every failure of a login that nobody has, also of attempts at one moment") { store, _ async throws in
      let throttle = Throttle()
      let counted = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 1...8 {
          group.addTask {
            // Each from a host of its own, so that only the email counts
            guard
              case .admitted(let admission) = try await store.charge(
                typed: .email(Clause.ann), from: .at("host\(number)"), under: throttle)
            else { return false }
            _ = try await store.settle(admission.attempt, as: .refused, under: throttle)
            return true
          }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      // Then no two of them have been counted as one, and the block began after the third
      let failures = try await store.throttleState().runs.values.reduce(0) { $0 + $1.failures }
      #expect(failures == counted && counted == 3)
    },
    Clause("goes on blocking an email after its account has another one") { store, _ async throws in
      // Given an account that is blocked by failures
      let throttle = Throttle()
      _ = try await store.newAccount(Clause.ann)
      func fail(_ email: EmailAddress) async throws -> Bool {
        guard
          case .admitted(let admission) = try await store.charge(
            typed: .email(email), from: .at("here"), under: throttle)
        else { return false }
        _ = try await store.settle(admission.attempt, as: .refused, under: throttle)
        return true
      }
      for _ in 1...3 { #expect(try await fail(Clause.ann)) }
      // When it gets another email
      #expect(try await store.rename(Clause.ann, to: Clause.bob, from: .test) == .renamed)
      // Then both are blocked, so nothing tells that nobody has the first one any more
      #expect(try await !fail(Clause.ann))
      #expect(try await !fail(Clause.bob))
    },
    Clause("takes somebody who gets an account at the first sign-in as at home there, by their own name") {
      store, _ async throws in
      // Given a name without an account, which is charged
      let throttle = Throttle()
      let name = try #require(LoginName("ann", of: "pam"))
      let subject = Subject(provider: "pam", id: "ann/1000")
      _ = try await store.newAccount(Clause.bob)
      guard
        case .admitted(let admission) = try await store.charge(
          typed: .name(name), from: .at("here"), under: throttle)
      else { throw AttemptBlocked() }
      // When it is proven, gets an account, and signs in
      _ = try await store.add(name.email, linkedTo: subject, .always, from: .at("here"))
      let account = try #require(try await store.account(of: subject))
      _ = try await store.settle(
        admission.attempt, as: .signedInAs(subject, account, opening: nil), under: throttle)
      // Then nothing is left of the name that nobody had
      #expect(try await store.throttleState().pairs.keys.map(\.email) == [name.email.key])
      #expect(try await store.throttleState().pending.isEmpty)
    },
  ]
}

extension AttemptLog {
  /// Makes an attempt of somebody who typed `login` that fails.
  fileprivate func fail(typed login: Login) async throws {
    guard case .admitted(let admission) = try await charge(typed: login, from: .at("here"), under: Throttle()) else {
      throw AttemptBlocked()
    }
    _ = try await settle(admission.attempt, as: .refused, under: Throttle())
  }
}
