import CPam
import Glibc
import Identity

/// A conversation with the modules of a PAM service.
final class Stack {
  /// The end of the conversation.
  enum Outcome {
    /// The person is the user of that name, which a module may have changed.
    case proven(String)
    /// The same, but the password has expired, and could not be changed.
    case expired(String)
    /// Unknown, wrong, locked, expired or denied.
    case refused
    /// A module could not tell.
    case unavailable
  }

  /// What the modules are asked for.
  private enum Step: String {
    case authentication, account, password
  }

  private let handle: OpaquePointer
  private var status: Int32

  /// - Parameters:
  ///   - service: The name of a file in `/etc/pam.d`.
  ///   - user: The name typed; nil lets the modules ask.
  ///   - prompter: Answers the modules. It must outlive the stack.
  init?(_ service: String, user: String?, _ prompter: Prompter) {
    var conversation = pam_conv(
      conv: { count, messages, responses, prompter in
        guard let prompter, let messages, let responses else { return PAM_CONV_ERR }
        return Unmanaged<Prompter>.fromOpaque(prompter).takeUnretainedValue().answer(count, messages, responses)
      }, appdata_ptr: Unmanaged.passUnretained(prompter).toOpaque())
    var handle: OpaquePointer?
    status = pam_start(service, user, &conversation, &handle)
    guard status == PAM_SUCCESS, let handle else { return nil }
    self.handle = handle
    // libpam would sleep after a failure, and each module for another time. The worker pads its answer itself.
    _ = signin_pam_take_delay(handle)
  }

  /// Lets the modules put away what they keep.
  func end() { pam_end(handle, status) }

  /// Passes the source of the attempt to the modules.
  func set(_ source: AttemptSource) {
    if Self.isOneLine(source.tty) { pam_set_item(handle, PAM_TTY, source.tty) }
    if Self.isOneLine(source.host) && source.host != "localhost" { pam_set_item(handle, PAM_RHOST, source.host) }
    pam_set_item(handle, PAM_RUSER, String(source.uid))
  }

  /// The form claims these texts, and modules write them to the system's log as they are.
  private static func isOneLine(_ text: String) -> Bool {
    !text.isEmpty && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }

  /// Authenticates, checks the account, and has a password changed that has expired. Opens no session.
  func prove() -> Outcome {
    run(.authentication) { pam_authenticate($0, 0) }
    // Most modules leave it to the account's stage to say that a password has expired. One that says so here must not skip that.
    let hasExpired = status == PAM_NEW_AUTHTOK_REQD
    if status == PAM_SUCCESS || hasExpired { run(.account) { pam_acct_mgmt($0, 0) } }
    switch status {
    case PAM_SUCCESS where !hasExpired: return known { .proven($0) }
    case PAM_SUCCESS, PAM_NEW_AUTHTOK_REQD:
      return known { user in
        // pam_unix would ask for three passwords first.
        if signin_pam_is_in_passwd(user) == 1, access("/etc", W_OK) != 0 { return .expired(user) }
        run(.password) { pam_chauthtok($0, Int32(PAM_CHANGE_EXPIRED_AUTHTOK)) }
        return status == PAM_SUCCESS ? known { .proven($0) } : .expired(user)
      }
    case PAM_PERM_DENIED, PAM_AUTH_ERR, PAM_CRED_INSUFFICIENT, PAM_USER_UNKNOWN, PAM_MAXTRIES,
      PAM_ACCT_EXPIRED, PAM_CRED_EXPIRED, PAM_AUTHTOK_EXPIRED, PAM_AUTHTOK_ERR, PAM_AUTHTOK_RECOVERY_ERR,
      PAM_AUTHTOK_LOCK_BUSY, PAM_AUTHTOK_DISABLE_AGING, PAM_TRY_AGAIN:
      // Without the right to look, pam_unix calls each password wrong.
      guard let user, signin_pam_may_check(user) == 0 else { return .refused }
      signin_pam_log(user, Step.authentication.rawValue, PAM_AUTHINFO_UNAVAIL, "Can't read /etc/shadow")
      return .unavailable
    default: return .unavailable
    }
  }

  /// The outcome for the user as the modules know them, whose name could be the id of somebody else: NAME/UID.
  private func known(_ outcome: (String) -> Outcome) -> Outcome {
    guard let user else { return .unavailable }
    return user.contains("/") ? .refused : outcome(user)
  }

  /// Asks the modules, and logs an end that is neither right nor wrong.
  private func run(_ step: Step, _ ask: (OpaquePointer) -> Int32) {
    status = ask(handle)
    if status != PAM_SUCCESS, step != .authentication || status != PAM_AUTH_ERR {
      signin_pam_log(user, step.rawValue, status, pam_strerror(handle, status))
    }
  }

  private var user: String? {
    var item: UnsafeRawPointer?
    guard pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS, let item else { return nil }
    return String(validatingCString: item.assumingMemoryBound(to: CChar.self))
  }
}
