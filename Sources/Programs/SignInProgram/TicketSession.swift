import Identity
import ProgramSupport
import Settings
import Secrets
import Sentences
import Administration
import AccountService

/// The session of this terminal's ticket.
@MainActor private struct TicketSession {
  let place: TicketPlace
  let ticket: SessionTicket
  private let composition: Composition
  /// Nil if it has ended.
  private let session: Session?

  /// Finds the session, which counts as a use of it.
  init(_ options: SubcommandOptions, _ engine: OpenedStore.Engine) throws(Failure) {
    let settings = try options.settings
    (place, ticket) = try settings.ticketHere(or: Self.nobody)
    composition = try Composition(FormOptions(options), settings, engine)
    session = try composition.session(of: ticket.token)
    // Now the service has said whether many people share this uid.
    if let refusal = composition.kept.refusal { throw Failure(.refused, Self.nobody + " " + refusal.sentence) }
  }

  /// Writes a line about the session.
  func conclude(_ line: (Session) -> String) throws(Failure) {
    composition.leave()
    guard let session else { throw Failure(.refused, Self.nobody) }
    try StandardStreams.writeResult(line(session))
  }

  /// Ends the session, and forgets it.
  func end() throws(Failure) {
    if session != nil { try composition.signOut() }
    do throws(TicketProblem) {
      try place.remove()
    } catch {
      throw Failure(.inputOutput, error.sentence)
    }
  }

  private static var nobody: String { translated("Nobody is signed in at this terminal.") }
}

extension Settings {
  /// The ticket of the last sign-in at this terminal, and its place.
  /// - Parameter nobody: The sentence for a terminal without one.
  fileprivate func ticketHere(
    or nobody: String, _ advice: String? = nil
  ) throws(Failure) -> (TicketPlace, SessionTicket) {
    func failure(_ more: String?) -> Failure { Failure(.refused, more.map { nobody + " " + $0 } ?? nobody) }
    do throws(TicketProblem) {
      let place = try ticketPlace()
      if let ticket = try place.ticket() { return (place, ticket) }
    } catch {
      throw failure(error.sentence)
    }
    throw failure(advice)
  }
}

extension StatusCommand: ProgramCommand {
  func perform(_ engine: OpenedStore.Engine) throws(Failure) {
    try TicketSession(options, engine).conclude { json ? line($0) : sentence($0) }
  }

  private func line(_ session: Session) -> String {
    let line: JSONLine = [
      "email": .string(session.email.text), "session": .string(session.id.text),
      "opened": .string(session.opened.iso8601), "expires": .string(session.expires.iso8601),
    ]
    return line.text
  }

  private func sentence(_ session: Session) -> String {
    translated(
      "{email}, signed in at {since}, until {until} if unused",
      ["email": session.email.text, "since": session.opened.localTime, "until": session.expires.localTime])
  }
}

extension TokenCommand: ProgramCommand {
  func perform(_ engine: OpenedStore.Engine) throws(Failure) {
    let here = try TicketSession(options, engine)
    try here.conclude { _ in here.ticket.token.base64URL }
  }
}

extension OutCommand: ProgramCommand {
  func perform(_ engine: OpenedStore.Engine) throws(Failure) {
    let here = try TicketSession(options, engine)
    try here.end()
    try here.conclude { _ in translated("Signed out") }
  }
}

extension LockCommand: ProgramCommand {
  func perform(_ engine: OpenedStore.Engine) throws(Failure) {
    do throws(Failure) {
      let settings = try options.settings
      // The guard has no token.
      let ticket = try settings.ticketHere(
        or: translated("Nobody has signed in at this terminal, so it can't be locked."),
        translated("Run signin first.")
      ).1
      // Without its number the lock could not tell the account from the next one with its email.
      guard let account = ticket.account else { throw Failure(StoreError.service(.older)) }
      let owner = LockOwner(account: account, login: ticket.name.map(Login.name) ?? .email(ticket.email))
      try TerminalLock.hold(for: owner, FormOptions(self), settings, engine)
    } catch {
      TerminalLock.waitUnlocked(error)
    }
  }
}

extension VerifySessionCommand: ProgramCommand {
  /// Prints the owner's email. This counts as a use of the session.
  func perform(_ engine: OpenedStore.Engine) throws(Failure) {
    let composition = try Composition(FormOptions(options), options.settings, engine)
    if !composition.hasStore { try composition.findAccounts() }
    let token = try StandardInput.readToken(from: descriptor)
    let session = try composition.session(of: token)
    composition.leave()
    guard let session else { throw .invalidToken }
    try StandardStreams.writeResult(session.email.text)
  }
}
