internal import CUnix
internal import Glibc

/// The memory that this process may use.
public enum MachineMemory {
  /// The memory of the machine, or of the control group if that may use less, in MiB.
  public static var available: Int {
    let machine = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
    let group = String(systemFile: "/proc/self/cgroup").flatMap {
      limit(ofGroup: $0) { String(systemFile: "/sys/fs/cgroup" + $0) }
    }
    return min(machine, group ?? machine) / 1_048_576
  }

  /// Gives the memory that is free within the allocator back to the system.
  public static func giveBack() { _ = malloc_trim(0) }

  /// The least limit of a control group (cgroups(7), version 2) and those above it, in bytes; nil if there is none.
  /// - Parameters:
  ///   - text: The content of `/proc/self/cgroup`.
  ///   - file: Returns the content of a file of the groups; nil if there is none.
  static func limit(ofGroup text: String, _ file: (String) -> String?) -> Int? {
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("0::/") }) else {
      return nil
    }
    var path = line.dropFirst(3)
    var limits: [Int] = []
    while !path.isEmpty {
      if let limit = file(path + "/memory.max").flatMap({ Int($0.prefix { $0.isNumber }) }) {
        limits.append(limit)
      }
      path = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }
    return limits.min()
  }
}
