public import Messages

extension Keeper {
  /// The most programs of administrators at once.
  static let mostAdministrations = 32

  /// Serves the administrator's program at the other end, and closes the socket in the end. Permission to connect is
  /// permission to administer, so pass on only connections of the socket for administrators.
  public func administer(_ link: Link) {
    guard let peer = link.peer else { return link.close() }
    guard administrations.count < Self.mostAdministrations else {
      _ = link.send(AdminReply.unavailable(.busy).message(0))
      return link.close()
    }
    let administration = Administration(link, peer, office, loop, workers, deadlines, reception.queue) {
      [weak self] in self?.forget($0)
    }
    administrations[ObjectIdentifier(administration)] = administration
    administration.start()
  }

  private func forget(_ administration: Administration) {
    administrations[ObjectIdentifier(administration)] = nil
    if isIdle { onIdle() }
  }
}
