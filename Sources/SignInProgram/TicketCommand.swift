import Identity
import KeeperProgram
import Programs
import Secrets
import Sentences
import Wire

/// `signin status`, `out` and `token`: the session of this terminal's ticket. `signin lock` needs its account only.
/// The parser of subcommands has the same commands, with their help.
struct TicketCommand {
  private enum Name: String {
    case status, out, token, lock
  }

  private let name: Name
  private var shared = SharedChoices()
  private var writesJSON = false
  private var isPlain = false

  /// Parses the arguments after the program's name. Nil for another subcommand and for a wrong line: the parser of
  /// subcommands explains what is wrong.
  init?(_ arguments: [String]) {
    var (found, rest) = (Name?.none, arguments[...])
    while let argument = rest.popFirst() {
      switch (argument, found) {
      case ("--json", .status): writesJSON = true
      case ("--plain", .lock): isPlain = true
      case (_, nil) where Name(rawValue: argument) != nil: found = Name(rawValue: argument)
      default:
        guard shared.take(argument, &rest) else { return nil }
      }
    }
    guard let found else { return nil }
    name = found
  }

  @MainActor func run(_ engine: KeptStore.Engine) throws(Failure) {
    var options = FormOptions()
    options.config = shared.config
    options.choices = shared.choices
    options.isPlain = isPlain
    let settings = try Settings.effective(options: shared.choices, file: shared.config)
    let place: TicketPlace
    let ticket: SessionTicket?
    do throws(TicketProblem) {
      place = try settings.ticketPlace
      ticket = try place.ticket()
    } catch {
      throw nobody(error)
    }
    guard let ticket else { throw nobody() }
    if name == .lock { return try TerminalLock.hold(for: ticket.login, options, settings, engine) }
    let composition = try Composition(options, settings, engine)
    let session = try composition.session(of: ticket.token)
    if name == .out {
      if session != nil { try composition.signOut() }
      do throws(TicketProblem) {
        try place.remove()
      } catch {
        throw Failure(.inputOutput, error.sentence)
      }
    }
    composition.leave()
    guard let session else { throw nobody() }
    try StandardStreams.writeResult(result(session, ticket))
  }

  private func result(_ session: Session, _ ticket: SessionTicket) -> String {
    switch name {
    case .token: return ticket.token.base64URL
    case .out: return translated("Signed out")
    case .status where writesJSON:
      let line: JSONLine = [
        "email": .string(session.email.text), "session": .string(session.id.text),
        "opened": .string(session.opened.iso8601), "expires": .string(session.expires.iso8601),
      ]
      return line.text
    case .status, .lock:
      return translated(
        "{email}, signed in at {since}, until {until} if unused",
        ["email": session.email.text, "since": session.opened.localTime, "until": session.expires.localTime])
    }
  }

  /// - Parameter problem: Why nobody can be signed in; nil if somebody could.
  private func nobody(_ problem: TicketProblem? = nil) -> Failure {
    let sentence =
      switch name {
      case .lock: translated("Nobody has signed in at this terminal, so it can't be locked.")
      case .status, .out, .token: translated("Nobody is signed in at this terminal.")
      }
    let more = problem?.sentence ?? (name == .lock ? translated("Start signin first.") : nil)
    return Failure(.refused, more.map { sentence + " " + $0 } ?? sentence)
  }
}
