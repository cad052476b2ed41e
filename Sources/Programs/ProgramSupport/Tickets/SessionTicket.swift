package import Identity
package import Secrets

/// The session of the last sign-in at a terminal. It may have ended since.
package struct SessionTicket {
  /// The account that signed in; nil if an older service did not say.
  package let account: AccountReference?
  /// The email that the account had then. It may have another one by now.
  package let email: EmailAddress
  /// The name with which its owner signed in, and would again; nil for an email.
  package let name: LoginName?
  /// Proves the session.
  package let token: SecureToken

  /// - Parameter name: The name; nil for the email.
  package init(account: AccountReference?, email: EmailAddress, name: LoginName? = nil, token: SecureToken) {
    self.account = account
    self.email = email
    self.name = name
    self.token = token
  }
}

/// The reason why no session is kept at this terminal.
package enum TicketProblem: Error, Hashable {
  /// The settings say so.
  case turnedOff
  /// Many people share the user's uid.
  case sharedUID
  /// An administrator chose the store.
  case pinnedStore
  /// XDG_RUNTIME_DIR is not set, or not an absolute path.
  case noFolder
  /// The process has no terminal, or the kernel does not report whose it is.
  case noTerminal
  /// The store is missing, so it has no sessions.
  case noStore
  /// A folder or the ticket belongs to another user.
  case otherOwner(path: String)
  /// Other users may enter or write to a folder, or read the ticket.
  case openToOthers(path: String)
  /// It should be a folder, and not a link to one.
  case noPlainFolder(path: String)
  /// It should be a file, and not a link to one.
  case noPlainFile(path: String)
  /// The system refused something.
  case failed(path: String, errorNumber: Int32)

  /// Whether a setting decides it, and nothing is wrong.
  package var isDecided: Bool {
    switch self {
    case .turnedOff, .sharedUID, .pinnedStore: true
    case .noFolder, .noTerminal, .noStore, .otherOwner, .openToOthers, .noPlainFolder, .noPlainFile, .failed: false
    }
  }
}
