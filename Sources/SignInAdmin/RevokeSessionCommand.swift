import ArgumentParser
import Identity
import Programs
import Secrets
import Sentences

/// `signin session revoke`: ends one session, those of an account, or all.
struct RevokeSessionCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke", abstract: SubcommandSummary.revokeSession.text,
    usage: """
      signin session revoke SESSION
      signin session revoke --token-stdin
      signin session revoke --email EMAIL
      signin session revoke --all
      """)

  @Argument(
    help: ArgumentHelp(translated("The session's name, as signin session list shows it."), valueName: "SESSION"))
  var session: String?

  @Flag(
    name: .customLong("token-stdin"),
    help: ArgumentHelp(translated("Sign out: end the session of the token on standard input.")))
  var readsToken = false

  @Option(help: ArgumentHelp(translated("End all sessions of an account."), valueName: "EMAIL"))
  var email: String?

  @Flag(help: ArgumentHelp(translated("End every session.")))
  var all = false

  @OptionGroup var options: StoreOptions

  func validate() throws {
    let named = [session != nil, readsToken, email != nil, all].count { $0 }
    guard named == 1 else {
      throw ValidationError(translated("Choose what to end: SESSION, --token-stdin, --email EMAIL or --all."))
    }
  }

  func perform() throws(Failure) {
    let selection = try selection()
    let composition = try options.composition
    guard composition.hasStore else { throw .noAccounts }
    let count = try waitingForStore { () async throws(StoreError) in
      try await composition.store.revoke(selection, from: .current(program: "session revoke"))
    }
    switch selection {
    case .id where count == 0:
      throw Failure(.unacceptable, translated("There is no session with that name. See signin session list."))
    case .token where count == 0: throw .invalidToken
    case .id, .token, .allOf, .all:
      try StandardStreams.writeDone(translated(counting: count, "Ended {count} session", "Ended {count} sessions"))
    }
  }

  private func selection() throws(Failure) -> SessionSelection {
    if all { return .all }
    if readsToken { return .token(try StandardInput.readToken().digest) }
    if let email { return .allOf(try EmailAddress(given: email)) }
    guard let id = SessionID(session ?? "") else {
      throw Failure(
        .unacceptable, translated("A session's name has 32 digits from 0 to f. See signin session list."))
    }
    return .id(id)
  }
}
