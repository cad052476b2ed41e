import ArgumentParser
import Identity
import ProgramSupport
import Secrets
import Sentences

/// `signin account second-step EMAIL`: for an administrator. The owner sets it up in the form.
struct SecondStepCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "second-step", "Tell whether an account has two-step sign-in, or turn it off.",
    "Users turn on two-step sign-in themselves: F6 on the account page. --remove turns it off for a user who "
      + "has lost the device and the recovery codes. It also ends the account's sessions.",
    examples: "signin account second-step ada@lovelace.example",
    "signin account second-step ada@lovelace.example --remove")

  @OptionGroup var account: AccountArgument

  @Flag(help: "Turn two-step sign-in off.")
  var remove = false

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let (address, access) = (try account.address, try options.access)
    let account = try access.account(of: address)
    let email = account.email
    let words: KeyValuePairs = ["email": email.text]
    guard remove else {
      let sentence =
        account.hasSecondStep
        ? translated("Two-step sign-in is on for {email}", words)
        : translated("Two-step sign-in is off for {email}", words)
      return try StandardStreams.writeResult(sentence)
    }
    try access.change(email, .removeSecondStep, as: "second-step", orThrow: .secondStepIsOff(for: email))
    try StandardStreams.writeDone(translated("Turned off two-step sign-in for {email}", words))
  }
}

/// `signin account recovery EMAIL`: for an administrator, who hands the codes to the owner.
struct RecoveryCodesCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "recovery", "Make ten new recovery codes for an account. The others become invalid.",
    "Prints the codes, one per line. Each is good once in place of a code of two-step sign-in. They can't be shown "
      + "again. The account's sessions end.",
    examples: "signin account recovery ada@lovelace.example", "signin account recovery ada@lovelace.example | lpr")

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let (address, access) = (try account.address, try options.access)
    let account = try access.account(of: address)
    let email = account.email
    guard account.hasSecondStep else {
      throw Failure(
        .unacceptable,
        translated("Two-step sign-in is off for {email}, so there are no recovery codes.", ["email": email.text]))
    }
    guard let codes = RecoveryCode.newSet() else { throw Failure(.hashing(.outOfMemory)) }
    let digests = codes.map { $0.digest(account: account.id) }
    try access.change(email, .recoveryCodes(digests), as: "recovery", orThrow: .secondStepIsOff(for: email))
    let done = translated("Made recovery codes for {email}", ["email": email.text])
    try StandardStreams.writing(what: done) { () throws(Failure) in
      for code in codes { try StandardStreams.writeResult(code.text) }
    }
  }
}

extension Failure {
  fileprivate static func secondStepIsOff(for email: EmailAddress) -> Failure {
    Failure(.unacceptable, translated("Two-step sign-in is already off for {email}.", ["email": email.text]))
  }
}
