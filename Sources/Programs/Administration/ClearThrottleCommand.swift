import ArgumentParser
import Identity
import ProgramSupport
import Sentences

/// `signin throttle clear`: forgets the failures of an email, of a source, or all.
struct ClearThrottleCommand: Subcommand {
  static let configuration = CommandConfiguration(
    "clear", "Forget failures, so that nobody must wait for them.",
    usage: """
      signin throttle clear <email>
      signin throttle clear --source <source>
      signin throttle clear --all
      """,
    examples: "signin throttle clear ada@lovelace.example", "signin throttle clear --source 1000@localhost")

  @Argument(help: "Forget the failures of this email.", completion: .email)
  var email: String?

  @Option(help: "Forget the failures from this source, or from this uid, as signin throttle list shows it.")
  var source: String?

  @Flag(help: "Forget all failures.")
  var all = false

  @OptionGroup var options: SubcommandOptions

  func validate() throws {
    guard [email != nil, source != nil, all].count(where: { $0 }) == 1 else {
      throw ValidationError(translated("Choose what to clear: EMAIL, --source SOURCE or --all."))
    }
  }

  func perform() throws(Failure) {
    let selection = try selection()
    let access = try options.access
    guard access.hasStore else { throw .noAccounts }
    let count = try waitingForStore { () async throws(StoreError) in try await access.store.clear(selection) }
    if case .email(let email) = selection, count == 0 { try access.account(of: email) }
    try StandardStreams.writeDone(translated(counting: count, "Cleared {count} failure", "Cleared {count} failures"))
  }

  private func selection() throws(Failure) -> ThrottleSelection {
    if all { return .all }
    if let email {
      // As throttle list shows an email whose failures count apart at a source. To clear it clears all of the email.
      let parts = email.split(separator: " at ")
      if parts.count == 2, ThrottleSource(String(parts[1])) != nil {
        throw Failure(
          .unacceptable,
          translated("Clear it by its email: signin throttle clear {email}", ["email": String(parts[0])]))
      }
      return .email(try EmailAddress(given: email))
    }
    if let source = ThrottleSource(source ?? "") { return .source(source) }
    if let uid = UInt32(source ?? "") { return .uid(uid) }
    throw Failure(
      .unacceptable, translated("A source is a uid, or UID@HOST. See signin throttle list."))
  }
}
