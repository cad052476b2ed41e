import Identity
import ProgramSupport
import Settings
import Secrets
import Sentences
import AccountService
import Synchronization

/// The session that a sign-in leaves at its terminal, as a ticket for the person's next programs.
@MainActor final class TicketKeeper {
  private let settings: Settings
  /// Whether this run of the program leaves one.
  private let isWanted: Bool
  /// Whether the ticket holds the session of this run.
  private(set) var isKept = false
  /// The token that this run put into the ticket last.
  private var own: SecureToken?
  /// Why the session of this run is not kept.
  private var problem: TicketProblem?
  /// The token of the session that the new one replaces.
  private var replaced: SecureToken?

  init(_ settings: Settings, isWanted: Bool) {
    self.settings = settings
    self.isWanted = isWanted
  }

  /// Whether the service's welcome says that many people share this uid. Without a service the settings say it.
  private nonisolated let isUIDShared = Atomic(false)

  /// Keeps no session, and reuses none: the service's welcome says that many people share this uid.
  func forbid() { isUIDShared.store(true, ordering: .relaxed) }

  /// The place of this terminal's ticket.
  nonisolated var place: TicketPlace {
    get throws(TicketProblem) { try settings.ticketPlace(isUIDShared: isUIDShared.load(ordering: .relaxed)) }
  }

  /// The reason why no session may be kept or reused, as far as that is known; nil if one may.
  var refusal: TicketProblem? {
    do throws(TicketProblem) {
      _ = try place
      return nil
    } catch {
      return error
    }
  }

  /// Whether a session could be kept now.
  nonisolated func canBeKept() -> Bool { (try? place.prepare()) != nil }

  /// Keeps the session of a sign-in in place of an earlier one. A failure is reported later: see ``report()``.
  func keep(_ signedIn: SignedIn) {
    guard isWanted else { return }
    do throws(TicketProblem) {
      let place = try place
      guard let token = signedIn.token else { return try place.prepare() }
      // A ticket that can't be read is replaced like any other.
      let earlier = try? place.ticket()
      let name: LoginName? = if case .name(let name) = signedIn.login { name } else { nil }
      try place.keep(
        SessionTicket(account: signedIn.session?.account, email: signedIn.email, name: name, token: token))
      // After another sign-in, the session that was replaced first still has to end.
      (isKept, own, replaced, problem) = (true, token, earlier?.token ?? replaced, nil)
    } catch {
      (isKept, problem) = (false, error)
    }
  }

  /// The ticket holds the session of this token already.
  func didReuse(_ token: SecureToken) { (isKept, own) = (true, token) }

  /// Forgets the session, which has ended. A ticket that a later program has left at this terminal stays.
  func forget() {
    isKept = false
    guard let own, let place = try? place, let ticket = try? place.ticket(),
      ticket.token.digest == own.digest
    else { return }
    try? place.remove()
  }

  /// The token of the session that this run's session has replaced, once: nobody has it any more.
  func takeReplaced() -> SecureToken? {
    defer { replaced = nil }
    return replaced
  }

  /// Reports why no session is kept, unless a setting decides it.
  func report() {
    guard let problem, !problem.isDecided else { return }
    StandardStreams.writeDiagnostic(translated("No session is kept. {reason}", ["reason": problem.sentence]))
  }
}

extension Composition {
  /// The session of this terminal's ticket, for a command that needs no new sign-in. Nil if a sign-in is needed.
  /// - Throws: A failure if sessions may not be reused here, or the accounts can't be asked.
  func reusedSignIn(_ options: FormOptions) throws(Failure) -> SignedIn? {
    let ticket: SessionTicket?
    do throws(TicketProblem) {
      ticket = try kept.place.ticket()
    } catch {
      if error.isDecided { throw .notReusable(error) }
      return nil
    }
    guard hasStore, let ticket, let session = try session(of: ticket.token),
      options.email.map({ session.email == GivenEmail($0).address || ticket.isNamed($0) }) ?? true
    else { return nil }
    // Now the service has said whether many people share this uid.
    if let refusal = kept.refusal { throw .notReusable(refusal) }
    kept.didReuse(ticket.token)
    return ticket.signedIn(in: session)
  }

  /// Who is signed in at this terminal, where a person asks for nothing else. Nil if somebody must sign in, also if nobody
  /// knows whether the session has ended: the form says why then.
  func signedInHere(_ options: FormOptions) -> SignedIn? {
    guard options.isPersonal, options.email == nil, !options.requiresSecondStep, hasStore,
      let ticket = try? kept.place.ticket(), let session = try? session(of: ticket.token), kept.refusal == nil
    else { return nil }
    kept.didReuse(ticket.token)
    return ticket.signedIn(in: session)
  }

  /// The session of a token; nil if it has ended. This counts as a use of it.
  func session(of token: SecureToken) throws(Failure) -> Session? {
    let client = client
    return try waitForStore { () async throws(StoreError) in try await client.verify(token) }
  }
}

extension Failure {
  fileprivate static func notReusable(_ problem: TicketProblem) -> Failure {
    Failure(.configuration, translated("--reuse isn't allowed here. {reason}", ["reason": problem.sentence]))
  }
}

extension SessionTicket {
  /// Whether its owner would sign in with that name.
  fileprivate func isNamed(_ text: String) -> Bool {
    name.map { LoginName(text, of: $0.provider) == $0 } ?? false
  }

  /// Its owner, with the email that the account has now.
  fileprivate func signedIn(in session: Session) -> SignedIn {
    SignedIn(email: session.email, session: session, token: token, login: name.map(Login.name))
  }
}
