import ArgumentParser
import Glibc
import Identity
import ProgramSupport
import Sentences

/// `signin account link EMAIL PROVIDER:ID`, or `signin account link --file FILE`
struct LinkAccountCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "link", "Let a user of another provider sign in to an account.",
    """
    Write the user as PROVIDER:ID. For example, pam:ada/1000 is the user ada of this machine, with the uid 1000. A file \
    is CSV (RFC 4180) with an email and a user in each row. Rows that can't be linked are reported on standard error by \
    line number; the others are linked, and the status is 65.
    """,
    usage: "signin account link <email> <provider:id> [--add]\nsignin account link --file <file> [--add]",
    examples: "signin account link ada@lovelace.example pam:ada/1000", "signin account link --file staff.csv --add")

  @Argument(help: "The account's email.", completion: .email)
  var email: String?

  @Argument(help: ArgumentHelp("The user, such as pam:ada/1000.", valueName: "provider:id"))
  var user: String?

  @Option(help: "Link the rows of a CSV file, or of - for standard input.", completion: .file())
  var file: String?

  @Flag(name: .customLong("add"), help: "Add accounts that are missing, without a password.")
  var addsMissing = false

  @OptionGroup var options: SubcommandOptions

  func validate() throws {
    let isWhole = file == nil ? email != nil && user != nil : email == nil && user == nil
    if !isWhole { throw ValidationError("Give an email and a user, or --file.") }
  }

  func perform() throws(Failure) {
    if let file { return try linkAll(of: file) }
    let email = try EmailAddress(given: email ?? "")
    guard let subject = Subject(text: user ?? "") else { throw .noSubject(user ?? "") }
    let access = try options.access
    let store = addsMissing ? access.store : try access.existingStore(for: email)
    let words: KeyValuePairs = ["user": subject.text, "email": email.text]
    switch try link(subject, to: email, in: store) {
    case .linked: try StandardStreams.writeDone(translated("Linked {user} to {email}", words))
    case .taken: throw Failure(.unacceptable, translated("{user} is linked to another account.", words))
    case .missing, .ours: throw .noAccount(of: email)
    }
  }

  private func link(
    _ subject: Subject, to email: EmailAddress, in store: any StoreAccess.Store
  ) throws(Failure) -> SubjectLinking {
    try waitingForStore { [addsMissing] () async throws(StoreError) in
      let source = AttemptSource.current(program: "account link")
      let linking = try await store.link(subject, to: email, from: source)
      guard linking == .missing, addsMissing else { return linking }
      // If it is still missing then, the subject has another account.
      return try await store.add(email, linkedTo: subject, .always, from: source) == .added ? .linked : .taken
    }
  }

  private func linkAll(of file: String) throws(Failure) {
    let name = file == "-" ? translated("standard input") : file
    let descriptor = try StandardInput.descriptor(of: file)
    let access = try options.access
    var (linked, refused) = (0, 0)
    let rows = try reading(name) { () throws(AccountFileError) in try LinkFile(descriptor: descriptor) }
    while let row = try reading(name, { () throws(AccountFileError) in try rows.next() }) {
      guard let problem = try link(row, access) else {
        linked += 1
        continue
      }
      refused += 1
      StandardStreams.writeDiagnostic(
        translated("{file}, line {line}: {problem}", ["file": name, "line": String(row.line), "problem": problem]))
    }
    try StandardStreams.writeDone(translated(counting: linked, "Linked {count} user", "Linked {count} users"))
    if refused > 0 {
      throw Failure(.unacceptable, translated(counting: refused, "{count} row skipped.", "{count} rows skipped."))
    }
  }

  private func reading<Value>(
    _ name: String, _ read: () throws(AccountFileError) -> Value
  ) throws(Failure) -> Value {
    do throws(AccountFileError) {
      return try read()
    } catch {
      throw Failure(error, in: name)
    }
  }

  /// Links a row. Returns why it can't be, if it is the row's fault.
  private func link(_ row: LinkFile.Row, _ access: StoreAccess) throws(Failure) -> String? {
    guard let email = row.email, let subject = row.subject else {
      return translated("The row isn't an email and PROVIDER:ID, such as pam:ada/1000.")
    }
    let linking: SubjectLinking =
      access.hasStore || addsMissing ? try link(subject, to: email, in: access.store) : .missing
    switch linking {
    case .linked: return nil
    case .taken: return translated("{user} is linked to another account.", ["user": subject.text])
    case .missing, .ours: return Failure.noAccount(of: email).sentence
    }
  }
}
