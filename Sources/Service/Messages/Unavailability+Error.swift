import Identity

extension ProtocolVersion {
  /// Why a program of this version can't talk to one of that version; nil if it can.
  var fault: KeeperFault? {
    if ProtocolVersion.common(self, .current) != nil { return nil }
    return major < ProtocolVersion.current.major ? .older : .newer
  }
}

extension Unavailability {
  var error: StoreError {
    switch self {
    case .version(let version): .keeper(version.fault ?? .nonsense)
    case .unsupported: .keeper(.older)
    case .busy: .keeper(.busy)
    // The form asks only as a member. Without a session, the keeper that knew it has ended, and another one has taken its
    // place.
    case .notNow: .keeper(.ended)
    case .store(let error): error
    }
  }
}
