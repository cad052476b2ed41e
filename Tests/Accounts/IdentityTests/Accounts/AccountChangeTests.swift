import Identity
import Secrets
import TestSupport
import Testing

@Suite("A change by an administrator")
struct AccountChangeTests {
  private static let passwords: [AccountChange] = [.password(.sample()), .oneTimePassword(.sample())]
  private static let ofSecondStep: [AccountChange] = [
    .removeSecondStep, .recoveryCodes([]), .addKey(NewAccountKey(.sample, name: "ring")), .removeKey(.sample),
  ]

  @Test("clears failures if the owner could not sign in for them: another password, and the end of a lock")
  func failures() {
    #expect((Self.passwords + [.unlock]).allSatisfy { $0.clearsFailures })
    #expect((Self.ofSecondStep + [.lock, .remove]).allSatisfy { !$0.clearsFailures })
  }

  @Test("forgets where the email is at home if somebody else may have signed in there")
  func homes() {
    #expect((Self.passwords + [.lock, .remove]).allSatisfy { $0.forgetsHomes })
    #expect((Self.ofSecondStep + [.unlock]).allSatisfy { !$0.forgetsHomes })
  }
}
