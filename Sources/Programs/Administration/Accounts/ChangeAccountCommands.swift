import ArgumentParser
import Identity
import Settings
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
    try change(account, .lock, as: "lock", options, printing: { translated("Locked {email}", ["email": $0]) })
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
    try change(account, .unlock, as: "unlock", options, printing: { translated("Unlocked {email}", ["email": $0]) })
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
    if !yes { try confirm() }
    try change(account, .remove, as: "remove", options, printing: { translated("Removed {email}", ["email": $0]) })
  }
}

extension RemoveAccountCommand {
  private func confirm() throws(Failure) {
    let email = try account.address
    let access = try options.access
    guard access.hasStore,
      try waitingForStore({ () async throws(StoreError) in try await access.store.knownAccount(of: email) }) != nil
    else { throw .noAccount(of: email) }
    try Confirmation.require(
      translated("Remove {email}, with its sessions, second step and links? (y/n) ", ["email": email.text]))
  }
}

extension Subcommand {
  fileprivate func change(
    _ account: AccountArgument, _ change: AccountChange, as name: String, _ options: SubcommandOptions,
    printing done: (String) -> String
  ) throws(Failure) {
    let email = try account.address
    let store = try options.access.existingStore(for: email)
    let lookup = try waitingForStore { () async throws(StoreError) in
      try await store.change(email, change, from: .current(program: "account " + name))
    }
    guard case .found = lookup else { throw .noAccount(of: email) }
    try StandardStreams.writeDone(done(email.text))
  }
}
