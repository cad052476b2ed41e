import Identity

extension SignedIn {
  /// The provider at which the user has approved the sign-in; nil for another way.
  var approvedBy: String? {
    if case .name(let name) = login, Subject.isByApproval(name.provider) { name.provider } else { nil }
  }

  /// The text for the next sign-in form; nil if the account has no email of a person.
  var rememberedText: String? {
    guard approvedBy != nil else { return login.text }
    let text = login.typed.isEmpty ? email.text : login.typed
    return text.lowercased().hasSuffix(".localhost") ? nil : text
  }
}
