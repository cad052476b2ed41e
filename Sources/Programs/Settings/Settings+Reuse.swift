package import ProgramSupport
import Glibc

extension Settings {
  /// The place of this terminal's ticket.
  /// - Parameter isUIDShared: Whether the service says that many people share this uid.
  /// - Throws: The reason why no session may be kept here. Behind a shared uid, everybody would get the first person's
  ///   session.
  package func ticketPlace(isUIDShared: Bool = false) throws(TicketProblem) -> TicketPlace {
    if let refusal = reuseRefusal(of: getuid(), isShared: isUIDShared) { throw refusal }
    guard let address = try? storeAddress else { throw .noStore }
    return try TicketPlace(store: address)
  }

  /// The reason why sessions of this user are neither kept nor reused; nil if they are.
  func reuseRefusal(of uid: uid_t, isShared: Bool = false) -> TicketProblem? {
    if reuse == false { return .turnedOff }
    // A person's own file must not undo what an administrator's choice means.
    if reuse == true && origin(of: "reuse")?.isAdministrator == true { return nil }
    if isShared || gateUIDs.contains(where: { UInt32($0) == uid }) { return .sharedUID }
    return isStorePinned ? .pinnedStore : nil
  }
}
