import Glibc
public import Testing

/// A process that sees in /proc what an undumpable program hides from others: its memory, descriptors and calls.
///
/// It must be the administrator of the user namespace in which the program was started: root for all namespaces, or
/// any user for a namespace of their own.
public enum Administrator {
  /// Starts a program with this process as its administrator.
  public static let launcher =
    geteuid() == 0 ? ["/usr/bin/env"] : ["/usr/bin/unshare", "--user", "--map-root-user"]

  /// Whether the kernel allows that for this user.
  static func isPossible() async -> Bool {
    let child = try? ChildProcess(launcher[0], launcher.dropFirst() + ["/bin/true"], environment: [:])
    return (try? await child?.finish())?.ending == .exited(0)
  }
}

extension Trait where Self == ConditionTrait {
  /// Runs the tests only if this process can be the administrator of the programs that it starts.
  public static var asAdministrator: Self {
    .enabled("Without user namespaces, only root sees what a program hides that is not dumpable.") {
      await Administrator.isPossible()
    }
  }
}
