import ArgumentParser
import Identity
import Programs
import Secrets
import Sentences

/// `signin session verify`: the owner of a token's session, for a script that got the token.
struct VerifySessionCommand: Subcommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: SubcommandSummary.verifySession.text,
    discussion: translated(
      "Reads one line, the token, from standard input and prints its owner's email. "
        + "This keeps the session active: its idle time restarts."))

  @Option(
    name: .customLong("token-fd"),
    help: ArgumentHelp(
      translated("Read the token from this descriptor, such as $SIGNIN_TOKEN_FD."), valueName: "N"))
  var tokenDescriptor: Int32?

  @OptionGroup var options: StoreOptions

  func perform() throws(Failure) {
    let session = try verifiedSession(try options.composition, from: tokenDescriptor ?? 0)
    try StandardStreams.writeResult(session.email.text)
  }
}

extension Subcommand {
  /// The session of the token on a descriptor, standard input by default. This counts as a use of the session.
  func verifiedSession(_ composition: Composition, from descriptor: Int32 = 0) throws(Failure) -> Session {
    guard composition.hasStore else { throw .noAccounts }
    let digest = try StandardInput.readToken(from: descriptor).digest
    let session = try waitingForStore { () async throws(StoreError) in try await composition.store.verify(digest) }
    guard let session else { throw .invalidToken }
    return session
  }
}
