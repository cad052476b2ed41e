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
