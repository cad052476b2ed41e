import ArgumentParser
import Identity
import Settings
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
    let (store, account) = try existing(account, options)
    let email: KeyValuePairs = ["email": account.email.text]
    guard remove else {
      let sentence =
        account.hasSecondStep
        ? translated("Two-step sign-in is on for {email}", email)
        : translated("Two-step sign-in is off for {email}", email)
      return try StandardStreams.writeResult(sentence)
    }
    try change(account, .removeSecondStep, as: "second-step", store)
    try StandardStreams.writeDone(translated("Turned off two-step sign-in for {email}", email))
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
    let (store, account) = try existing(account, options)
    guard account.hasSecondStep else {
      throw Failure(
        .unacceptable,
        translated(
          "Two-step sign-in is off for {email}, so there are no recovery codes.", ["email": account.email.text]))
    }
    guard let codes = RecoveryCode.newSet() else { throw Failure(.hashing(.outOfMemory)) }
    try change(account, .recoveryCodes(codes.map { $0.digest(account: account.id) }), as: "recovery", store)
    let done = translated("Made recovery codes for {email}", ["email": account.email.text])
    try StandardStreams.writing(what: done) { () throws(Failure) in
      for code in codes { try StandardStreams.writeResult(code.text) }
    }
  }
}

extension Subcommand {
  /// The store, and the account that the command is about.
  fileprivate func existing(
    _ account: AccountArgument, _ options: SubcommandOptions
  ) throws(Failure) -> (any StoreAccess.Store, KnownAccount) {
    let email = try account.address
    let store = try options.access.existingStore(for: email)
    let found = try waitingForStore { () async throws(StoreError) in try await store.knownAccount(of: email) }
    guard let found else { throw .noAccount(of: email) }
    return (store, found)
  }

  fileprivate func change(
    _ account: KnownAccount, _ change: AccountChange, as name: String, _ store: any StoreAccess.Store
  ) throws(Failure) {
    let lookup = try waitingForStore { () async throws(StoreError) in
      try await store.change(account.email, change, from: .current(program: "account " + name))
    }
    guard case .found = lookup else {
      throw Failure(
        .unacceptable, translated("Two-step sign-in is already off for {email}.", ["email": account.email.text]))
    }
  }
}
