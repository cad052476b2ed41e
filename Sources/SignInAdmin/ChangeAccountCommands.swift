import ArgumentParser
import Identity
import Programs
import Sentences

/// `signin account lock EMAIL`
struct LockAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "lock", abstract: SubcommandSummary.lockAccount.text)

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    try change(account, .lock, as: "lock", options, saying: { translated("Locked {email}", ["email": $0]) })
  }
}

/// `signin account unlock EMAIL`
struct UnlockAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "unlock", abstract: SubcommandSummary.unlockAccount.text)

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    try change(account, .unlock, as: "unlock", options, saying: { translated("Unlocked {email}", ["email": $0]) })
  }
}

/// `signin account remove EMAIL`
struct RemoveAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "remove", abstract: SubcommandSummary.removeAccount.text)

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    try change(account, .remove, as: "remove", options, saying: { translated("Removed {email}", ["email": $0]) })
  }
}

extension Subcommand {
  fileprivate func change(
    _ account: AccountArgument, _ change: AccountChange, as name: String, _ options: StoreOptions,
    saying done: (String) -> String
  ) throws(Failure) {
    let email = try account.address
    let composition = try options.composition
    guard composition.hasStore else { throw .noAccount(of: email) }
    let lookup = try waitingForStore { () async throws(StoreError) in
      try await composition.store.change(email, change, from: .current(program: "account " + name))
    }
    guard case .found = lookup else { throw .noAccount(of: email) }
    try StandardStreams.writeDone(done(email.text))
  }
}
