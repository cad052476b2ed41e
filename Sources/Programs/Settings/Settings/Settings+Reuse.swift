import Glibc

extension Settings {
  /// The place of this terminal's ticket.
  /// - Throws: The reason why no session may be kept here. Behind a shared uid, everybody would get the first person's
  ///   session.
  package var ticketPlace: TicketPlace {
    get throws(TicketProblem) {
      if let refusal = reuseRefusal(of: getuid()) { throw refusal }
      guard let address = try? storeAddress else { throw .noStore }
      return try TicketPlace(store: address)
    }
  }

  /// The reason why sessions of this user are neither kept nor reused; nil if they are.
  func reuseRefusal(of uid: uid_t) -> TicketProblem? {
    if reuse == false { return .turnedOff }
    // A person's own file must not undo what an administrator's choice means.
    if reuse == true && origin(of: "reuse")?.isAdministrator == true { return nil }
    if gateUIDs.contains(where: { UInt32($0) == uid }) { return .sharedUID }
    return isStorePinned ? .pinnedStore : nil
  }
}
