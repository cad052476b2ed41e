import Identity

extension ProviderFault {
  /// The fault and the fix, as a clause to follow a colon.
  var clause: String {
    switch self {
    case .denied: translated("the sign-in was declined at the provider")
    case .tooLate: translated("nobody approved the sign-in in time; try again")
    case .unreachable: translated("the provider can't be reached; try again later")
    case .certificate: translated("the provider's certificate isn't valid; tell an administrator")
    case .clock: translated("the clocks of the provider and of this machine differ; tell an administrator")
    case .answer: translated("the provider's answer can't be trusted; tell an administrator")
    case .emailMissing: translated("the provider doesn't give your email; ask an administrator")
    case .emailNotVerified: translated("the provider hasn't verified your email; verify it there, then try again")
    case .notAllowed: translated("you aren't in a group or domain that may sign in here; ask an administrator")
    case .misconfigured: translated("the provider is set up wrongly here; tell an administrator")
    case .noAccount: translated("you have no account here; ask an administrator")
    case .otherPerson: translated("somebody else approved it; use your own account there")
    }
  }
}
