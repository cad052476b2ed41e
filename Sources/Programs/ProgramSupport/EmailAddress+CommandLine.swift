package import Identity

extension EmailAddress {
  /// The address that `text` from the command line gives, for a new account or for signing in.
  package init(typed text: String) throws(Failure) {
    let given = GivenEmail(text)
    guard let address = given.address else { throw .emailNotValid(given.finalFault) }
    self = address
  }

  /// The address that `text` from the command line gives, for something in the store.
  package init(given text: String) throws(Failure) {
    let given = GivenEmail(text)
    guard let address = given.address ?? EmailAddress(stored: given.text) else {
      throw .emailNotValid(given.finalFault)
    }
    self = address
  }
}

extension LoginKind {
  /// The login that `text` from the command line gives.
  package func login(typed text: String) throws(Failure) -> Login {
    if let login = login(text) { return login }
    throw isName(text) ? .userNameNotValid : .emailNotValid(GivenEmail(text).finalFault)
  }
}
