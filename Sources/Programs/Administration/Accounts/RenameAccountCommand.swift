import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin account rename OLD NEW`
struct RenameAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "rename", "Give an account another email.",
    "Its password, sessions, second step, links and log stay. The log has a row about it under both emails.",
    examples: "signin account rename ada@lovelace.example ada@byron.example",
    "signin account rename ada@a.example ada@b.example --store sqlite:a.db")

  @Argument(help: "The account's email.", completion: .email)
  var old: String

  @Argument(help: "Its new email.")
  var new: String

  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let (email, new) = (try EmailAddress(given: old), try EmailAddress(typed: new))
    let store = try options.access.existingStore(for: email)
    let renaming = try waitingForStore { () async throws(StoreError) in
      try await store.rename(email, to: new, from: .current(program: "account rename"))
    }
    let words: KeyValuePairs = ["email": email.text, "new": new.text]
    switch renaming {
    case .renamed: try StandardStreams.writeDone(translated("Renamed {email} to {new}", words))
    case .missing: throw .noAccount(of: email)
    case .taken: throw Failure(AddAccountError.exists, of: new)
    case .used:
      throw Failure(
        .unacceptable,
        translated(
          "{email} was somebody else's since {old} was added, and the log has their rows. Choose another email.",
          ["email": new.text, "old": email.text]))
    }
  }
}
