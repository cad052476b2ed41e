import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin account lock EMAIL`
struct LockAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "lock", "Lock an account: nobody can sign in, and its sessions end.",
    examples: "signin account lock ada@lovelace.example",
    "signin account lock ada@lovelace.example --store sqlite:/srv/signin.db")

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let email = try account.address
    try options.access.change(email, .lock, as: "lock", orThrow: .noAccount(of: email))
    try StandardStreams.writeDone(translated("Locked {email}", ["email": email.text]))
  }
}

/// `signin account unlock EMAIL`
struct UnlockAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "unlock", "Unlock an account and clear its failed attempts.",
    examples: "signin account unlock ada@lovelace.example",
    "signin account unlock ada@lovelace.example --store sqlite:/srv/signin.db")

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let email = try account.address
    try options.access.change(email, .unlock, as: "unlock", orThrow: .noAccount(of: email))
    try StandardStreams.writeDone(translated("Unlocked {email}", ["email": email.text]))
  }
}

/// `signin account remove EMAIL`
struct RemoveAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "remove", "Remove an account and end its sessions. Its sign-in activity is kept.",
    examples: "signin account remove ada@lovelace.example",
    "signin account rm ada@lovelace.example --store sqlite:/srv/signin.db", aliases: ["delete", "rm"])

  @OptionGroup var account: AccountArgument
  @Flag(help: "Don't ask.") var yes = false
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let email = try account.address
    if !yes {
      try options.access.account(of: email)
      try Confirmation.require(
        translated("Remove {email}, with its sessions, second step and links? (y/n) ", ["email": email.text]))
    }
    try options.access.change(email, .remove, as: "remove", orThrow: .noAccount(of: email))
    try StandardStreams.writeDone(translated("Removed {email}", ["email": email.text]))
  }
}
