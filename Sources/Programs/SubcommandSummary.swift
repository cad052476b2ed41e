import Sentences

/// The subcommands by their full names, in the order of the help. The form's help lists them without the parser of
/// subcommands.
package enum SubcommandSummary: String, CaseIterable {
  case addAccount = "account add"
  case listAccounts = "account list"
  case removeAccount = "account remove"
  case changePassword = "account password"
  case lockAccount = "account lock"
  case unlockAccount = "account unlock"
  case secondStep = "account second-step"
  case recoveryCodes = "account recovery"
  case linkAccount = "account link"
  case unlinkAccount = "account unlink"
  case listLinks = "account links"
  case importAccounts = "account import"
  case exportAccounts = "account export"
  case verifySession = "session verify"
  case listSessions = "session list"
  case revokeSession = "session revoke"
  case status
  case out
  case token
  case lock
  case activity
  case listThrottle = "throttle list"
  case clearThrottle = "throttle clear"
  case migrateStore = "store migrate"
  case copyStore = "store copy"
  case showSettings = "config show"
  case themes
  case doctor

  /// The words that can follow `signin`.
  package static var firstWords: Set<String> {
    Set(allCases.compactMap { $0.rawValue.split(separator: " ").first.map(String.init) })
  }

  /// A sentence for the help.
  package var text: String {
    switch self {
    case .addAccount: translated("Add an account.")
    case .listAccounts: translated("List the accounts.")
    case .removeAccount: translated("Remove an account and end its sessions. Its sign-in activity is kept.")
    case .changePassword: translated("Change the password of an account.")
    case .lockAccount: translated("Lock an account: nobody can sign in, and its sessions end.")
    case .unlockAccount: translated("Unlock an account and clear its failed attempts.")
    case .secondStep: translated("Tell whether an account has two-step sign-in, or turn it off.")
    case .recoveryCodes: translated("Make ten new recovery codes for an account. The others become invalid.")
    case .linkAccount: translated("Let a user of another provider sign in to an account.")
    case .unlinkAccount: translated("Remove a link: the user can't sign in to the account, and its sessions end.")
    case .listLinks: translated("List the users of other providers who can sign in to an account.")
    case .importAccounts: translated("Add the accounts from a CSV file, all or none.")
    case .exportAccounts: translated("Print the accounts as CSV, without passwords or hashes.")
    case .verifySession: translated("Print a token owner's email. Exit with status 77 if the token isn't valid.")
    case .listSessions: translated("List active sessions.")
    case .revokeSession: translated("End one session, an account's sessions, or all sessions.")
    case .status: translated("Print who is signed in at this terminal, since when, and until when.")
    case .out: translated("Sign out at this terminal: end its session.")
    case .token: translated("Print the token of this terminal's session, for a script.")
    case .lock: translated("Lock this terminal until the account of its last session signs in.")
    case .activity: translated("List attempts and account changes: who, when, from where, with what result.")
    case .listThrottle: translated("List emails and sources with failures, and their waits.")
    case .clearThrottle: translated("Forget failures, so that nobody must wait for them.")
    case .migrateStore: translated("Make the tables of a store in PostgreSQL, or bring them to this version.")
    case .copyStore: translated("Copy a store from a file into PostgreSQL, whole or not at all.")
    case .showSettings: translated("Show the current settings, and where each comes from.")
    case .themes: translated("Show the themes, each with a sample of the form.")
    case .doctor: translated("Check this machine and its settings.")
    }
  }
}
