import ArgumentParser
import Identity
import Programs
import Secrets
import Sentences

/// `signin account second-step EMAIL`: for an administrator. The owner sets it up in the form.
struct SecondStepCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "second-step", abstract: SubcommandSummary.secondStep.text,
    usage: "signin account second-step EMAIL [--remove]",
    discussion: translated(
      "Users turn on two-step sign-in themselves: F6 in the list of their activity. --remove turns it off for a user "
        + "who has lost the device and the recovery codes. It also ends the account's sessions."))

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

  @Flag(help: ArgumentHelp(translated("Turn two-step sign-in off.")))
  var remove = false

  func perform() throws(Failure) {
    let (store, account) = try existing(account, options)
    let email = ["email": account.email.text]
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
    commandName: "recovery", abstract: SubcommandSummary.recoveryCodes.text, usage: "signin account recovery EMAIL",
    discussion: translated(
      "Prints the codes, one per line. Each is good once in place of a code of two-step sign-in. They can't be shown "
        + "again. The account's sessions end."))

  @OptionGroup var account: AccountArgument
  @OptionGroup var options: StoreOptions

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
    _ account: AccountArgument, _ options: StoreOptions
  ) throws(Failure) -> (any Composition.Store, KnownAccount) {
    let email = try account.address
    let composition = try options.composition
    guard composition.hasStore else { throw .noAccount(of: email) }
    let store = composition.store
    let found = try waitingForStore { () async throws(StoreError) in try await store.knownAccount(of: email) }
    guard let found else { throw .noAccount(of: email) }
    return (store, found)
  }

  fileprivate func change(
    _ account: KnownAccount, _ change: AccountChange, as name: String, _ store: any Composition.Store
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
