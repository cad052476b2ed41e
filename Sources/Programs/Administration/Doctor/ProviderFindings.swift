import Identity
import Settings
import Sentences
import Unix

/// Asks the program that can reach the provider at which people approve their sign-in.
struct ProviderFindings {
  let settings: Settings

  var all: [Finding] {
    guard let approval = settings.approval else { return [] }
    let program = "signin-" + Subject.program(of: approval.name)
    guard let path = Installation.program(named: program),
      let output = ProgramOutput.of(
        programAt: path, settings.approvalArguments + ["--check", settings.approvalTable], atMost: 65_536,
        within: 30_000)
    else {
      return [.bad(.provider, translated("{program} can't be run. Install its package.", ["program": program]))]
    }
    return output.split(separator: "\n").compactMap(Finding.init)
  }
}
