import ArgumentParser
import Sentences
import Terminal

/// `signin doctor`: whether signin keeps its promises on this machine, under these settings.
struct DoctorCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: translated("Say whether this machine and these settings are sound."),
    discussion: translated(
      "Looks at the terminal, the locale, the store, memory, the cost of hashing and the rules for passwords, "
        + "and mends nothing but the modes of the store. Sound, status 0, is a machine where who has an account gets in, "
        + "nobody else does, what was written is kept, and no password reaches the disk. A warning does not change that: "
        + "something works with less, or a standard asks for more. Where anything is bad, the status is 78. "
        + "A terminal is not needed."))

  @OptionGroup var options: StoreOptions
  @OptionGroup var format: ListFormat

  func perform() throws(Failure) {
    var bad: [String] = []
    for finding in findings() {
      for line in lines(finding) { try StandardStreams.writeResult(line) }
      if finding.verdict == .bad { bad.append(finding.part.text) }
    }
    guard bad.isEmpty else {
      throw Failure(
        .configuration, translated("Not sound: {parts}.", ["parts": bad.joined(separator: translated(", "))]))
    }
  }

  private func findings() -> [Finding] {
    let environment = TerminalFindings.all + LocaleFindings.all
    do {
      let settings = try options.settings
      _ = try settings.themeFile
      return environment + StoreFindings(settings: settings).all + HashFindings(settings: settings).all
        + PasswordFindings(policy: settings.passwordPolicy).all
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
