internal import Glibc

/// The rules of libpam, a file for each service. See pam.conf(5).
public enum PAMRules {
  /// Whether there are rules for that service. Without any, libpam would take those of `other`, which are for services that nobody
  /// knows: they may sign everybody in, or charge everybody with a failure.
  public static func exist(for service: String) -> Bool {
    // libpam looks for a name in small letters.
    let file = "/" + service.lowercased()
    // Where libpam_wrapper, a tool for tests, looks instead.
    if let played = getenv("PAM_WRAPPER_SERVICE_DIR") { return isThere(String(cString: played) + file) }
    // Without that folder, libpam reads one file for all services.
    guard isThere("/etc/pam.d") else { return true }
    return ["/etc/pam.d", "/usr/lib/pam.d", "/usr/share/pam.d"].contains { isThere($0 + file) }
  }

  private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
