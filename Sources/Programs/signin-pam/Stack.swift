import CPam
import Glibc
import Identity

/// A conversation with the modules of a PAM service.
final class Stack {
  /// The end of the conversation.
  enum Outcome {
    /// The person is the user of that name, which a module may have changed.
    case proven(String)
    /// Unknown, wrong, locked, expired or denied.
    case refused
    /// A module could not tell.
    case unavailable
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
    status = pam_authenticate(handle, 0)
    if status == PAM_SUCCESS { status = pam_acct_mgmt(handle, 0) }
    if status == PAM_NEW_AUTHTOK_REQD { status = pam_chauthtok(handle, Int32(PAM_CHANGE_EXPIRED_AUTHTOK)) }
    switch status {
    case PAM_SUCCESS:
      guard let user else { return .unavailable }
      // It could be another user's id, NAME/UID.
      return user.contains("/") ? .refused : .proven(user)
    case PAM_PERM_DENIED, PAM_AUTH_ERR, PAM_CRED_INSUFFICIENT, PAM_USER_UNKNOWN, PAM_MAXTRIES, PAM_NEW_AUTHTOK_REQD,
      PAM_ACCT_EXPIRED, PAM_CRED_EXPIRED, PAM_AUTHTOK_EXPIRED, PAM_AUTHTOK_ERR, PAM_AUTHTOK_RECOVERY_ERR,
      PAM_AUTHTOK_LOCK_BUSY, PAM_AUTHTOK_DISABLE_AGING, PAM_TRY_AGAIN:
      return .refused
    default: return .unavailable
    }
  }

  private var user: String? {
    var item: UnsafeRawPointer?
    guard pam_get_item(handle, PAM_USER, &item) == PAM_SUCCESS, let item else { return nil }
    return String(validatingCString: item.assumingMemoryBound(to: CChar.self))
  }
}
