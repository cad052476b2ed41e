import Identity
import Programs
import Sentences
import Wire

/// `signin session verify`: the owner of a token's session, for a script that got the token. signin-admin has the same
/// command, with its help. Scripts call it often, so this program does it itself.
struct VerifySession {
  private var choices: [SettingChoice] = []
  private var config: String?
  /// The descriptor with the token.
  private var descriptor: Int32 = 0

  /// Parses the arguments after the program's name. Nil for another subcommand and for a wrong line: signin-admin
  /// explains what is wrong.
  init?(_ arguments: [String]) {
    var words = ["session", "verify"][...]
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == words.first {
        words.removeFirst()
        continue
      }
      let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard let value = parts.count == 2 ? parts[1] : rest.popFirst() else { return nil }
      switch (SharedOption(rawValue: parts[0]), Int32(value)) {
      case (.store, _): choices = [SettingChoice(option: "store", value)].compactMap { $0 }
      case (.config, _): config = value
      case (nil, let number?) where parts[0] == "--token-fd" && words.isEmpty: descriptor = number
      case (nil, _): return nil
      }
    }
    guard words.isEmpty else { return nil }
  }

  /// Prints the owner's email. This counts as a use of the session.
  @MainActor func run() throws(Failure) {
    var options = FormOptions()
    options.config = config
    let composition = try Composition(options, Settings.effective(options: choices, file: config))
    let client = composition.client
    if !composition.hasStore { try composition.findAccounts() }
    let token = try StandardInput.readToken(from: descriptor)
    let session: Session?
    do throws(StoreError) {
      session = try composition.wait { () async throws(StoreError) in try await client.verify(token) }
    } catch {
      throw Failure(error)
    }
    composition.leaveKeeper()
    guard let session else { throw .invalidToken }
    try StandardStreams.writeResult(session.email.text)
  }
}
