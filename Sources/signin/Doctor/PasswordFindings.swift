import Identity
import Sentences

/// Compares the password rules with standards for systems where a password is the only proof: NIST SP 800-63B-4 (2025)
/// and OWASP ASVS 5.0. A shortfall is only a warning, because signin still keeps its own promise.
struct PasswordFindings {
  let policy: PasswordPolicy

  var all: [Finding] { length + [lists, tries] }

  /// The findings about the length alone.
  var length: [Finding] {
    let (least, most) = (policy.length.lowerBound, policy.length.upperBound)
    var shortfalls: [Finding] = []
    func fallsShort(_ text: String) { shortfalls.append(.warning(.password, text)) }
    if least < 15 {
      fallsShort(
        translated(
          "NIST SP 800-63B-4, 3.1.1.2, asks for at least 15 characters; here it is {least}. "
            + "In a settings file: password = { least = 15, most = 64 }.", ["least": String(least)]))
    }
    if least < 8 {
      fallsShort(
        translated(
          "OWASP ASVS 5.0, 6.2.1, asks for at least 8 characters and recommends 15; here it is {least}.",
          ["least": String(least)]))
    }
    if most < 64 {
      fallsShort(
        translated(
          "NIST SP 800-63B-4, 3.1.1.2, and OWASP ASVS 5.0, 6.2.9, want 64 characters to be allowed; here it is {most}.",
          ["most": String(most)]))
    }
    guard shortfalls.isEmpty else { return shortfalls }
    return [
      .good(
        .password,
        translated(
          "{least} to {most} characters, as NIST SP 800-63B-4 and OWASP ASVS 5.0 ask for.",
          ["least": String(least), "most": String(most)]))
    ]
  }

  private var lists: Finding {
    .warning(
      .password,
      translated(
        "Common passwords are refused (ASVS 6.2.4); "
          + "those known from breaches (6.2.12) are not looked up, for nothing is sent.")
    )
  }

  private var tries: Finding {
    .warning(
      .throttle,
      translated(
        "Each failure makes the next wait longer, but NIST SP 800-63B-4, 3.2.2, wants an account disabled after 100 "
          + "in a row: look at signin activity --search refused, and use signin account lock EMAIL."))
  }
}
