import Glibc
public import Testing

/// The one for whom /proc shows what an undumpable program hides from others: its memory, its descriptors, its calls.
///
/// That is the administrator of the user namespace in which the program was started: root for all of them, and anybody
/// for a namespace of their own.
public enum Administrator {
  /// Starts a program whose administrator this process is.
  public static let launcher =
    geteuid() == 0 ? ["/usr/bin/env"] : ["/usr/bin/unshare", "--user", "--map-root-user"]

  /// Whether the kernel lets this user be one.
  static func isPossible() async -> Bool {
    let child = try? ChildProcess(launcher[0], launcher.dropFirst() + ["/bin/true"], environment: [:])
    return (try? await child?.finish())?.ending == .exited(0)
  }
}

extension Trait where Self == ConditionTrait {
  /// Only where this process can be the administrator of the programs that it starts.
  public static var asAdministrator: Self {
    .enabled("Without user namespaces, only root sees what a program hides that is not dumpable.") {
      await Administrator.isPossible()
    }
  }
}
