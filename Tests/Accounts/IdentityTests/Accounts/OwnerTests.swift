import Testing
import TestSupport

@testable import Identity

@Suite("The owner of an account")
struct OwnerTests {
  private func account(
    _ id: Int64 = 7, _ name: String = "ann", revision: Int64 = 3, isLocked: Bool = false
  ) -> Account {
    Account(
      id: id, email: email("\(name)@example.com"), passwordHash: nil, isLocked: isLocked, revision: revision)
  }

  @Test("by the account owns it until anybody changes it, and no other account of that email")
  func byAccount() {
    let owner = Owner(of: account(), in: nil)
    #expect(owner.mayOwn(account()))
    for other in [account(8), account(revision: 4), account(7, "bob"), account(isLocked: true)] {
      #expect(!owner.mayOwn(other))
    }
    #expect(!owner.mayOwn(nil))
    #expect(owner.session == nil)
  }

  @Test("by the account still owns it after a change of their own, and not after two")
  func afterOwnChange() {
    let owner = Owner(of: account(), in: nil).afterOwnChange
    #expect(owner.mayOwn(account(revision: 4)))
    #expect(!owner.mayOwn(account(revision: 3)) && !owner.mayOwn(account(revision: 5)))
  }

  @Test("by a session may own the account of their email, unless it is locked: the store looks for the session")
  func bySession() {
    let id = SessionID()
    let owner = Owner(of: account(), in: id)
    #expect(owner.session == id && owner.afterOwnChange == owner)
    #expect(owner.mayOwn(account(8, revision: 9)))
    #expect(!owner.mayOwn(account(7, "bob")) && !owner.mayOwn(account(isLocked: true)) && !owner.mayOwn(nil))
  }
}
