import Identity
import Secrets
import AccountService

/// Asks for anything, and takes it if the account is as it was.
struct AskingStep: FurtherStep {
  func begin(for account: Account, _ place: ConversationPlace) -> any Proof {
    Asking(
      account: account,
      challenge: Challenge(.prompt(place.isByPassword ? "ours" : "by another provider", isSecret: false)))
  }

  private struct Asking: Proof {
    let account: Account
    let challenge: Challenge

    func proceed() async throws(StoreError) -> ProofStep { .ask([challenge]) }

    func verify(_ answer: Answer, _ admission: Admission) async throws(StoreError) -> ProofStep {
      admission.account == account ? .proven(account.subject) : .refused
    }
  }
}
