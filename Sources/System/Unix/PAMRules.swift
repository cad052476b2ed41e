internal import Glibc

/// The rules of libpam, a file for each service. See pam.conf(5).
public enum PAMRules {
  /// Whether there are rules for that service. Without any, libpam would take those of `other`, which are for services that nobody
  /// knows: they may sign everybody in, or charge everybody with a failure.
  /// - Parameter folder: Where libpam looks instead of its own folders; nil for those.
  public static func exist(for service: String, in folder: String? = nil) -> Bool {
    // libpam looks for a name in small letters.
    let file = "/" + service.lowercased()
    if let folder { return isThere(folder + file) }
    // Without that folder, libpam reads one file for all services.
    guard isThere("/etc/pam.d") else { return true }
    return ["/etc/pam.d", "/usr/lib/pam.d", "/usr/share/pam.d"].contains { isThere($0 + file) }
  }

  private static func isThere(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
