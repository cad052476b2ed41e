import AccountService
import Identity
import Secrets
import TestSupport
import Testing

@Suite("Who has signed in on a connection")
struct MemberValueTests {
  private let start = ContinuousClock.now

  private func member() throws -> Member {
    let ann = email("ann@example.com")
    let owner = Owner(of: ann, by: .account(7, revision: 3))
    return try #require(Member(SignedIn(email: ann, owner: owner), by: .email(ann)))
  }

  private static let confirmable: Set<Begin.Purpose> = [
    .setUpSecondStep, .removeSecondStep, .newRecoveryCodes, .addKey, .removeKey, .endSessions,
  ]

  @Test(
    "is confirmed for five minutes after a change that asked who they are, and by no other",
    arguments: Begin.Purpose.allCases)
  func confirmed(purpose: Begin.Purpose) throws {
    let member = try member()
    #expect(member.confirmed == nil)
    let after = member.after(purpose, begunBy: member, at: start)
    #expect(after.confirmed == (Self.confirmable.contains(purpose) ? start : nil))
    let last = start.advanced(by: .milliseconds(299_999))
    #expect(after.asOf(last).confirmed == after.confirmed)
    #expect(after.asOf(start.advanced(by: .seconds(300))).confirmed == nil)
  }

  @Test("is not confirmed for longer by a change for which nobody was asked")
  func again() throws {
    let member = try member()
    let confirmed = member.after(.addKey, begunBy: member, at: start)
    let later = start.advanced(by: .seconds(200))
    #expect(confirmed.after(.addKey, begunBy: confirmed, at: later).confirmed == start)
  }

  @Test("still owns the account after a change of their own", arguments: Begin.Purpose.allCases)
  func owner(purpose: Begin.Purpose) throws {
    let unchanged: Set<Begin.Purpose> = [.signIn, .signUp, .confirmPassword, .link, .endSessions]
    let member = try member()
    let after = member.after(purpose, begunBy: member, at: start)
    #expect(after.owner == (unchanged.contains(purpose) ? member.owner : member.owner.afterOwnChange))
  }
}
