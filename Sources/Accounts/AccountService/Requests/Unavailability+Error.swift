package import Identity

extension ProtocolVersion {
  /// Why a program of this version can't talk to one of that version; nil if it can.
  package var fault: ServiceFault? {
    if isCompatible { return nil }
    return major < ProtocolVersion.current.major ? .older : .newer
  }
}

extension Unavailability {
  package var error: StoreError {
    switch self {
    case .version(let version): .service(version.fault ?? .nonsense)
    case .unsupported: .service(.older)
    case .busy: .service(.busy)
    // The form asks only as a member. Without a session, the server that knew it has ended, and another one has taken its
    // place.
    case .notNow: .service(.ended)
    case .store(let error): error
    }
  }
}
