/// The options of `signin serve`, which units give, and rarely people.
package struct ServeOptions {
  /// The places of a service that runs without a service manager.
  package struct Places {
    /// The socket for forms; nil for the machine's.
    var listen: String?
    /// The socket for administrators; nil for the machine's, or for none if the other one is chosen.
    var admin: String?
    /// The folder of the store.
    var state: String?

    package init(listen: String?, admin: String?, state: String?) {
      (self.listen, self.admin, self.state) = (listen, admin, state)
    }
  }

  /// The settings file of `--config`.
  let config: String?
  let places: Places

  package init(config: String?, _ places: Places) {
    (self.config, self.places) = (config, places)
  }
}
