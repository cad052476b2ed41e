package import Identity

extension EmailAddress {
  /// The address that `text` from the command line gives, for a new account or for signing in.
  package init(typed text: String) throws(Failure) {
    guard let address = EmailAddress(text) else { throw .emailNotValid }
    self = address
  }

  /// The address that `text` from the command line gives, for something in the store.
  package init(given text: String) throws(Failure) {
    guard let address = EmailAddress(stored: text) else { throw .emailNotValid }
    self = address
  }
}

extension LoginKind {
  /// The login that `text` from the command line gives.
  package func login(typed text: String) throws(Failure) -> Login {
    if let login = login(text) { return login }
    throw isName(text) ? .userNameNotValid : .emailNotValid
  }
}
