import Glibc
import Identity
import ProgramSupport
import Settings
import Sentences
import Unix

/// Asks the program that can reach the provider at which people approve their sign-in.
struct ProviderFindings {
  let settings: Settings

  var all: [Finding] { pam + approval }

  /// Whether PAM has rules for the service `signin`: those of `other` don't count.
  var pam: [Finding] {
    guard isPAMAsked, !PAMRules.exist(for: "signin") else { return [] }
    return [
      .bad(
        .provider,
        translated("There is no /etc/pam.d/signin, so nobody can sign in by PAM. Install the package signin-pam again.")
      )
    ]
  }

  /// A service states its providers to nobody. The socket of PAM's workers is there if people sign in by it.
  private var isPAMAsked: Bool {
    if case .service? = try? settings.storeAddress {
      return access(Installation.workerSocket("pam"), F_OK) == 0
    }
    return settings.logins.provider == "pam"
  }

  private var approval: [Finding] {
    guard let table = settings.approvalTable else { return [] }
    let program = "signin-" + Subject.approvalWorker
    guard let path = Installation.program(named: program),
      let findings = ProgramOutput.findings(
        ofProgramAt: path, settings.approvalArguments + ["--check", table])
    else {
      return [.bad(.provider, translated("{program} can't be run. Install its package.", ["program": program]))]
    }
    return findings
  }
}
