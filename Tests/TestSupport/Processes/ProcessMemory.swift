public import Glibc

/// The memory of another process, read by its ``Administrator`` from /proc, even if the process is not dumpable.
public struct ProcessMemory {
  /// The number of occurrences of a secret.
  public struct Finds: Equatable, Sendable {
    /// Occurrences in locked memory, such as guarded memory.
    public var locked = 0
    /// Occurrences anywhere else.
    public var elsewhere = 0

    /// No occurrences.
    public static let none = Finds()
  }

  /// The memory could not be read.
  public struct Unreadable: Error {
    let path: String
    let errno: Int32
  }

  private struct Region {
    let range: Range<UInt>
    let isShared: Bool
    var isLocked = false
  }

  private static let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))

  private let process: pid_t

  /// The memory of a process.
  public init(of process: pid_t) {
    self.process = process
  }

  /// Searches all memory for a secret, except unmodified mappings of files.
  public func finds(of search: SecretSearch) throws -> Finds {
    let memory = try file("mem")
    let pages = try file("pagemap")
    defer {
      close(memory)
      close(pages)
    }
    var finds = Finds()
    for region in try regions() {
      for range in region.isShared ? [region.range] : Self.written(in: region.range, pages) {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: range.count, alignment: 16)
        defer { bytes.deallocate() }
        let count = pread(memory, bytes.baseAddress, bytes.count, off_t(range.lowerBound))
        guard count > 0 else { continue }  // a guard page
        let found = search.count(in: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        if region.isLocked { finds.locked += found } else { finds.elsewhere += found }
      }
    }
    return finds
  }

  private func file(_ name: String) throws -> Int32 {
    let path = "/proc/\(process)/\(name)"
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Unreadable(path: path, errno: errno) }
    return file
  }

  /// The pages of a range that are in memory or swapped out, and belong to no file, as in proc_pid_pagemap(5). Forty
  /// million bytes of constants are writable but never written.
  private static func written(in range: Range<UInt>, _ pages: Int32) -> [Range<UInt>] {
    var entries = [UInt64](repeating: 0, count: range.count / Int(pageSize))
    let length = entries.count * 8
    guard pread(pages, &entries, length, off_t(range.lowerBound / pageSize * 8)) == length else { return [range] }
    var written: [Range<UInt>] = []
    for (number, entry) in entries.enumerated() where entry >> 62 != 0 && entry >> 61 & 1 == 0 {
      let start = range.lowerBound + UInt(number) * pageSize
      if let last = written.last, last.upperBound == start {
        written[written.count - 1] = last.lowerBound..<start + pageSize
      } else {
        written.append(start..<start + pageSize)
      }
    }
    return written
  }

  private func regions() throws -> [Region] {
    var regions: [Region] = []
    var isWanted = false
    for line in try Self.text(of: "/proc/\(process)/smaps").split(separator: "\n") {
      let words = line.split(separator: " ")
      let ends = words[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
      if ends.count == 2 {
        // Sealed memory is read-only, and belongs to no file.
        isWanted = words[1].hasPrefix("rw") || words[1].hasPrefix("r") && words[4] == "0" && words.count == 5
        if isWanted { regions.append(Region(range: ends[0]..<ends[1], isShared: words[1].hasSuffix("s"))) }
      } else if isWanted && words[0] == "VmFlags:" {
        regions[regions.count - 1].isLocked = words.contains("lo")
      }
    }
    return regions
  }

  /// The children of a process.
  public static func children(of process: pid_t) throws -> [pid_t] {
    try text(of: "/proc/\(process)/task/\(process)/children").split(separator: " ").compactMap { pid_t($0) }
  }

  /// The name of a process.
  public static func name(of process: pid_t) throws -> String {
    try String(text(of: "/proc/\(process)/comm").dropLast())
  }

  /// The state of a process, as a letter of proc(5): `T` is stopped.
  public static func state(of process: pid_t) -> Substring? {
    (try? text(of: "/proc/\(process)/stat"))?.split(separator: ")").last?.split(separator: " ").first
  }

  /// The text of a file of the kernel.
  static func text(of path: String) throws -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw Unreadable(path: path, errno: errno) }
    defer { close(file) }
    var text: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(file, &chunk, chunk.count), count > 0 { text += chunk[..<count] }
    return String(decoding: text, as: UTF8.self)
  }

  /// Whether the process is exiting by itself: in exit_group(2), which strace delays.
  public static func isEnding(_ process: pid_t) -> Bool {
    #if arch(x86_64)
      isCalling(231, process)
    #else
      isCalling(94, process)
    #endif
  }

  /// Whether the process is about to execute another program: in close_range(2), which strace delays.
  public static func isAtCloseRange(_ process: pid_t) -> Bool { isCalling(436, process) }

  private static func isCalling(_ number: Int, _ process: pid_t) -> Bool {
    (try? text(of: "/proc/\(process)/syscall"))?.hasPrefix("\(number) ") == true
  }
}
