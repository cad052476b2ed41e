import ArgumentParser
import ProgramSupport
import Settings
import Sentences
import Terminal

/// `signin doctor`: checks whether signin keeps its promises on this machine with these settings.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "doctor", "Check this machine and its settings.",
    "Checks the programs, the terminal, the locale, the store, the log, memory, the cost of hashing, and the rules for "
      + "passwords and failures. Changes nothing except the store's file mode, and an older store's tables. The status is 0 if "
      + "nothing is bad, else 78. A warning doesn't change the status: something works with limits, or a standard asks "
      + "for more. Neither does a note: a standard asks for more than what is built in. Needs no terminal.",
    examples: "signin doctor", "signin doctor --json")

  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    var bad: [String] = []
    let findings = findings()
    for finding in findings {
      for line in lines(finding) { try StandardStreams.writeResult(line) }
      if finding.verdict == .bad && bad.last != finding.part.text { bad.append(finding.part.text) }
    }
    if !format.json {
      let counts = [Finding.Verdict.bad, .warning].map { verdict in findings.count { $0.verdict == verdict } }
      try StandardStreams.writeResult(
        translated(
          counting: counts[1], "{bad} bad, {count} warning", "{bad} bad, {count} warnings", ["bad": "\(counts[0])"]))
    }
    guard bad.isEmpty else {
      throw Failure(
        .configuration, translated("Problems with: {parts}.", ["parts": bad.joined(separator: translated(", "))]))
    }
  }

  private func findings() -> [Finding] {
    let environment = ProgramFinding.all + TerminalFindings.all + LocaleFindings.all
    do {
      let settings = try options.settings
      _ = try settings.themeFile
      try settings.requireProvider()
      // Where a service keeps the accounts, its own settings are in force.
      if case .service = try settings.storeAddress {
        return environment + StoreFindings(settings: settings).all + ProviderFindings(settings: settings).pam
      }
      let store = StoreFindings(settings: settings)
      return environment + store.all + store.log + HashFindings(settings: settings).all
        + PasswordFindings(policy: settings.passwordPolicy, throttle: settings.throttle).all
        + ProviderFindings(settings: settings).all
    } catch {
      return environment + [.bad(.settings, error.sentence)]
    }
  }

  private func lines(_ finding: Finding) -> [String] {
    if format.json {
      let line: JSONLine = [
        "part": .string(finding.part.rawValue), "verdict": .string(finding.verdict.rawValue),
        "text": .string(finding.text),
      ]
      return [line.text]
    }
    return HangingList(indent: 26).lines(
      finding.verdict.text.padded(to: 10) + finding.part.text, Sanitiser.cleaned(finding.text))
  }
}
