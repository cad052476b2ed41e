import Identity
import Settings
import Sentences

/// Compares the password rules with standards for systems where a password is the only proof: NIST SP 800-63B-4 (2025)
/// and OWASP ASVS 5.0. A shortfall is only a warning, because signin still keeps its own promise.
struct PasswordFindings {
  let policy: PasswordPolicy
  let throttle: Throttle

  var all: [Finding] { length + [lists, failures] }

  /// The findings about the length alone.
  var length: [Finding] {
    let (least, most) = (policy.length.lowerBound, policy.length.upperBound)
    var shortfalls: [Finding] = []
    func fallsShort(_ text: String) { shortfalls.append(.warning(.password, text)) }
    if least < 15 {
      fallsShort(
        translated(
          "NIST SP 800-63B-4, 3.1.1.2, asks for at least 15 characters; the minimum here is {least}. "
            + "In a settings file: password = { least = 15, most = 64 }.", ["least": String(least)]))
    }
    if least < 8 {
      fallsShort(
        translated(
          "OWASP ASVS 5.0, 6.2.1, asks for at least 8 characters and recommends 15; "
            + "the minimum here is {least}.",
          ["least": String(least)]))
    }
    if most < 64 {
      fallsShort(
        translated(
          "NIST SP 800-63B-4, 3.1.1.2, and OWASP ASVS 5.0, 6.2.9, ask to allow 64 characters; "
            + "the maximum here is {most}.", ["most": String(most)]))
    }
    guard shortfalls.isEmpty else { return shortfalls }
    return [
      .good(
        .password,
        translated(
          "{least} to {most} characters, as NIST SP 800-63B-4 and OWASP ASVS 5.0 ask.",
          ["least": String(least), "most": String(most)]))
    ]
  }

  private var lists: Finding {
    .warning(
      .password,
      translated(
        "Common passwords are refused (ASVS 6.2.4). "
          + "Breached passwords (6.2.12) aren't, because signin never uses the network.")
    )
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
    return .warning(
      .throttle,
      translated(
        "Waits grow with each failure, but NIST SP 800-63B-4, 3.2.2, requires disabling an account after "
          + "100 in a row. Set throttle.disable-after = 100 for that. Strangers who know an email can then shut its "
          + "owner out."))
  }
}
