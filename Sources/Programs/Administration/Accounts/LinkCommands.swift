import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin account unlink EMAIL PROVIDER:ID`
struct UnlinkAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "unlink", "Remove a link: the user can't sign in to the account, and its sessions end.",
    examples: "signin account unlink ada@lovelace.example pam:ada/1000",
    "signin account unlink ada@lovelace.example corp:5f2c")

  @OptionGroup var account: AccountArgument
  @OptionGroup var user: UserArgument
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let (email, subject) = (try account.address, try user.subject)
    let store = try options.access.existingStore(for: email)
    let wasLinked = try waitingForStore { () async throws(StoreError) in
      try await store.unlink(subject, of: email, from: .current(program: "account unlink"))
    }
    let words: KeyValuePairs = ["user": subject.text, "email": email.text]
    guard wasLinked else { throw Failure(.unacceptable, translated("{user} isn't linked to {email}.", words)) }
    try StandardStreams.writeDone(translated("Unlinked {user} from {email}", words))
  }
}

/// `signin account links EMAIL`
struct ListLinksCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "links", "List the users of other providers who can sign in to an account.",
    examples: "signin account links ada@lovelace.example", "signin account links ada@lovelace.example --json")

  @OptionGroup var account: AccountArgument
  @OptionGroup var format: ListFormat
  @OptionGroup var options: SubcommandOptions

  func perform() throws(Failure) {
    let (email, access) = (try account.address, try options.access)
    let account = try access.account(of: email)
    let subjects = try waitingForStore { () async throws(StoreError) in try await access.store.subjects(of: email) }
    var table = TextTable([translated("PROVIDER"), translated("USER")])
    try format.write(subjects, in: &table, cells: { [$0.provider, $0.id] }) { subject in
      ["email": .string(account.email.text), "provider": .string(subject.provider), "id": .string(subject.id)]
    }
    if subjects.isEmpty { format.printEmpty(translated("No links.")) }
  }
}

/// A user of another provider.
struct UserArgument: ParsableArguments {
  @Argument(help: ArgumentHelp("The user, such as pam:ada/1000.", valueName: "provider:id"))
  var user: String

  var subject: Subject {
    get throws(Failure) {
      guard let subject = Subject(text: user) else { throw .noSubject(user) }
      return subject
    }
  }
}

extension Failure {
  /// The text is no user of a provider.
  static func noSubject(_ text: String) -> Failure {
    Failure(.usage, translated("“{value}” isn't PROVIDER:ID, such as pam:ada/1000.", ["value": text]))
  }
}
