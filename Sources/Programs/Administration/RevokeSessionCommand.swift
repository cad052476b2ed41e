import ArgumentParser
import Identity
import ProgramSupport
import Secrets
import Sentences

/// `signin session revoke`: ends one session, those of an account, or all.
struct RevokeSessionCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "revoke", "End one session, an account's sessions, or all sessions.",
    usage: """
      signin session revoke <session>
      signin session revoke <email>
      signin session revoke --token-stdin
      signin session revoke --all
      """,
    examples: "signin session revoke ada@lovelace.example",
    "signin token | signin session revoke --token-stdin")

  @Argument(
    help: ArgumentHelp(
      "The session's name, as signin session list shows it, or the email of an account for all of its sessions.",
      valueName: "session|email"), completion: .session)
  var name: String?

  @Flag(name: .customLong("token-stdin"), help: "Sign out: end the session of the token on standard input.")
  var readsToken = false

  @Flag(help: "End every session.")
  var all = false

  @OptionGroup var options: SubcommandOptions

  func validate() throws {
    guard [name != nil, readsToken, all].count(where: { $0 }) == 1 else {
      throw ValidationError(translated("Choose what to end: SESSION, EMAIL, --token-stdin or --all."))
    }
  }

  func perform() throws(Failure) {
    let selection = try selection()
    let access = try options.access
    guard access.hasStore else { throw .noAccounts }
    let count = try waitingForStore { () async throws(StoreError) in
      try await access.store.revoke(selection, from: .current(program: "session revoke"))
    }
    // Whoever ends sessions in a hurry must hear of a typing error.
    if case .allOf(let email) = selection, count == 0 { try access.account(of: email) }
    switch selection {
    case .id where count == 0:
      throw Failure(.unacceptable, translated("There is no session with that name. See signin session list."))
    case .token where count == 0: throw .invalidToken
    case .token: break  // a script signs out, and shows its own words
    case .id, .allOf, .all:
      try StandardStreams.writeDone(translated(counting: count, "Ended {count} session", "Ended {count} sessions"))
    }
  }

  private func selection() throws(Failure) -> SessionSelection {
    if all { return .all }
    if readsToken { return .token(try StandardInput.readToken().digest) }
    let name = name ?? ""
    if name.contains("@") { return .allOf(try EmailAddress(given: name)) }
    guard let id = SessionID(name) else {
      throw Failure(
        .unacceptable, translated("A session's name has 32 digits from 0 to f. See signin session list."))
    }
    return .id(id)
  }
}
