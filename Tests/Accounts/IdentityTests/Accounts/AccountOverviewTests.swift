import Identity
import TestSupport
import Testing

@Suite("An account as its owner sees it")
struct AccountOverviewTests {
  private let ann = email("ann@example.com")

  private func session() -> Session {
    let time = Timestamp(milliseconds: 0)
    return Session(id: SessionID(), email: ann, opened: time, lastUsed: time, lifetime: SessionLifetime())
  }

  @Test("tells the owner's session from the others, and counts those")
  func sessions() {
    let sessions = [session(), session(), session()]
    let overview = AccountOverview(sessions: sessions, own: sessions[1].id, twoStep: nil, passwordSet: nil)
    #expect(overview.session == sessions[1])
    #expect(overview.others == [sessions[0], sessions[2]] && overview.otherCount == 2)
    let elsewhere = AccountOverview(sessions: sessions, own: nil, twoStep: nil, passwordSet: nil)
    #expect(elsewhere.session == nil && elsewhere.otherCount == 3)
  }

  @Test("says whether one key is all that its two-step sign-in has")
  func onlyKey() {
    let key = AccountKey(
      .sample, name: "ring", added: Timestamp(milliseconds: 0), lastUsed: nil, isUserVerified: false)
    func hasOnlyOneKey(_ count: Int?, codes: Bool? = false) -> Bool {
      AccountOverview(
        sessions: [], own: nil, twoStep: codes.map { AccountOverview.TwoStep(recoveryCodes: 7, hasCodes: $0) },
        passwordSet: nil, keys: count.map { Array(repeating: key, count: $0) }
      ).hasOnlyOneKey
    }
    #expect(hasOnlyOneKey(1))
    #expect(!hasOnlyOneKey(0) && !hasOnlyOneKey(2) && !hasOnlyOneKey(nil))
    #expect(!hasOnlyOneKey(1, codes: true) && !hasOnlyOneKey(1, codes: nil))
  }

  @Test("has the time since when it has a second step, of the latest one")
  func twoStepSince() async throws {
    // given an account whose second step was replaced
    let clock = ManualClock()
    let store = InMemoryStore(clock: clock)
    let account = try await store.newAccount(ann)
    let owner = Owner(of: account, in: nil)
    #expect(try await ReadAccountUseCase(store, of: owner).overview().twoStep == nil)
    var changed = account
    for _ in 0..<2 {
      clock.advance(by: .seconds(60))
      let step = NewSecondStep(sealedSecret: [1], confirmed: 1, recoveryCodes: [])
      changed = try #require(try await store.add(step, to: changed, sparing: nil, from: .test))
    }
    let since = clock.now()
    clock.advance(by: .seconds(60))
    // then
    let overview = try await ReadAccountUseCase(store, of: Owner(of: changed, in: nil)).overview()
    #expect(overview.twoStep?.since == since)
  }

  @Test("has other sessions to end: one of them, or all")
  func chosen() {
    let (one, other) = (SessionID(), SessionID())
    #expect(OtherSessions.one(one).contains(one) && !OtherSessions.one(one).contains(other))
    #expect(OtherSessions.all.contains(other))
  }
}
