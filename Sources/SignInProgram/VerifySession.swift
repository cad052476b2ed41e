import Identity
import KeeperProgram
import Programs
import Sentences
import Wire

/// `signin session verify`: the owner of a token's session, for a script that got the token. The parser of subcommands
/// has the same command, with its help. Scripts call it often, so this program does it itself.
struct VerifySession {
  private var shared = SharedChoices()
  /// The descriptor with the token.
  private var descriptor: Int32 = 0

  /// Parses the arguments after the program's name. Nil for another subcommand and for a wrong line: the parser of
  /// subcommands explains what is wrong.
  init?(_ arguments: [String]) {
    var words = ["session", "verify"][...]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == words.first {
        words.removeFirst()
        continue
      }
      if shared.take(argument, &rest) { continue }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts[0] == "--token-fd", words.isEmpty,
        let number = (parts.count == 2 ? parts[1] : rest.popFirst()).flatMap({ Int32($0) })
      else { return nil }
      descriptor = number
    }
    guard words.isEmpty else { return nil }
  }

  /// Prints the owner's email. This counts as a use of the session.
  @MainActor func run(_ engine: KeptStore.Engine) throws(Failure) {
    var options = FormOptions()
    options.config = shared.config
    let settings = try Settings.effective(options: shared.choices, file: shared.config)
    let composition = try Composition(options, settings, engine)
    if !composition.hasStore { try composition.findAccounts() }
    let token = try StandardInput.readToken(from: descriptor)
    let session = try composition.session(of: token)
    composition.leave()
    guard let session else { throw .invalidToken }
    try StandardStreams.writeResult(session.email.text)
  }
}
