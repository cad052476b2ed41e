/// The places of a service that runs without a service manager.
package struct ServicePlaces {
  /// The socket for forms; nil for the machine's.
  let listen: String?
  /// The socket for administrators; nil for the machine's, or for none if the other one is chosen.
  let admin: String?
  /// The folder of the store; nil for the machine's.
  let state: String?

  package init(listen: String?, admin: String?, state: String?) {
    (self.listen, self.admin, self.state) = (listen, admin, state)
  }
}
