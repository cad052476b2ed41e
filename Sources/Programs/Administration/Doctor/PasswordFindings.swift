import Identity
import ProgramSupport
import Settings
import Sentences

/// Compares the password rules with standards for systems where a password is the only proof: NIST SP 800-63B-4 (2025)
/// and OWASP ASVS 5.0. A shortfall is only a warning, because signin still keeps its own promise.
struct PasswordFindings {
  let policy: PasswordPolicy
  let throttle: Throttle

  var all: [Finding] { [length, failures] }

  /// The finding about the length, with what is refused besides.
  private var length: Finding {
    let values: KeyValuePairs = ["least": String(policy.length.lowerBound), "most": String(policy.length.upperBound)]
    guard policy.length.lowerBound >= 15, policy.length.upperBound >= 64 else {
      let sentence = translated(
        "New passwords have {least} to {most} characters. NIST SP 800-63B-4 and OWASP ASVS 5.0 ask for at least 15, and "
          + "to allow 64. In a settings file: password = { least = 15, most = 128 }.", values)
      return policy == PasswordPolicy() ? .note(.password, sentence) : .warning(.password, sentence)
    }
    return .good(
      .password,
      translated(
        "{least} to {most} characters, as NIST SP 800-63B-4 and OWASP ASVS 5.0 ask. Common passwords are refused; breached "
          + "ones can't be known without a network.", values))
  }

  /// Either choice has a price.
  private var failures: Finding {
    if let disablingFailure = throttle.disablingFailure {
      return .warning(
        .throttle,
        translated(
          "An account is disabled after {failures} failures in a row. Strangers who know an email can shut its owner "
            + "out this way. See signin throttle list; help with signin throttle clear EMAIL.",
          ["failures": String(disablingFailure)]))
    }
    return .note(
      .throttle,
      translated(
        "Waits grow with each failure, but NIST SP 800-63B-4, 3.2.2, requires disabling an account after "
          + "100 in a row. Set throttle.disable-after = 100 for that. Strangers who know an email can then shut its "
          + "owner out."))
  }
}
