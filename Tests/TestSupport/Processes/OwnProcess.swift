import Glibc
import Testing

/// The kernel's figures about this process, for tests that run in a process of their own.
public enum OwnProcess {
  /// The locked memory, in KiB.
  public static func lockedKiB() throws -> Int {
    try status("VmLck")
  }

  /// The resident memory, in KiB.
  public static func residentKiB() throws -> Int {
    try status("VmRSS")
  }

  /// The size of the address space, in KiB.
  public static func virtualKiB() throws -> Int {
    try status("VmSize")
  }

  /// The processor time used so far, by all threads.
  public static var processorTime: Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// The number of mappings in the address space.
  public static func mappingCount() throws -> Int {
    try text(of: "/proc/self/maps").count { $0 == "\n" }
  }

  /// The writable memory: heap, stacks, globals, guarded memory.
  public static func writableMemory() throws -> [UnsafeRawBufferPointer] {
    try text(of: "/proc/self/maps").split(separator: "\n").compactMap { line in
      let fields = line.split(separator: " ")
      let bounds = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      guard fields[1].hasPrefix("rw"), bounds.count == 2 else { return nil }
      return UnsafeRawBufferPointer(
        start: UnsafeRawPointer(bitPattern: bounds[0]), count: Int(bounds[1] - bounds[0]))
    }
  }

  /// The number of open descriptors, without the one used for counting.
  public static func descriptorCount() throws -> Int {
    let directory = try #require(opendir("/proc/self/fd"))
    defer { closedir(directory) }
    var count = -3  // ".", ".." and the listing's own descriptor
    while readdir(directory) != nil { count += 1 }
    return count
  }

  private static func status(_ name: String) throws -> Int {
    let line = try #require(
      try text(of: "/proc/self/status").split(separator: "\n").first { $0.hasPrefix(name + ":") })
    return try #require(Int(line.filter(\.isNumber)))
  }

  private static func text(of path: String) throws -> String {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }
}
