/// Every byte that leaves a program by a system call, in hexadecimal, as strace(1) records it, and every message that the
/// program receives.
public struct WrittenTrace {
  /// A call with bytes.
  public struct Call {
    /// The thread that made it.
    public let thread: String
    /// The call as it is recorded.
    public let line: Substring
    /// The bytes of its strings, each followed by a line feed.
    public let bytes: [UInt8]

    /// Whether these are the eight bytes before a secret, and that secret: two parts of one message.
    public func isMessage(of secret: String) -> Bool {
      let parts = bytes.split(separator: 0x0A)
      return bytes.first == 0x20 && parts.count == 2 && parts[0].count == 8 && parts[1].elementsEqual(secret.utf8)
    }
  }

  private static let calls = [
    "write", "writev", "pwrite64", "pwritev", "pwritev2", "sendto", "sendmsg", "sendmmsg", "execve", "execveat",
    "memfd_create", "rename", "renameat2", "openat", "mkdir", "symlink", "prctl", "setxattr", "ioctl",
    "socketpair", "recvfrom", "recvmsg", "recvmmsg",
  ]

  /// Options that make strace record all of it in a file.
  public static func options(to file: String) -> [String] {
    ["-f", "--seccomp-bpf", "-v", "-xx", "-s", "1000000", "-o", file, "-e", "trace=" + calls.joined(separator: ",")]
  }

  /// The trace.
  public let text: String

  /// The trace in that text.
  public init(_ text: String) {
    self.text = text
  }

  /// The calls with bytes, in order.
  public var all: [Call] {
    text.split(separator: "\n").filter { $0.contains("\\x") }.map { line in
      Call(thread: String(line.prefix { $0 != " " }), line: line, bytes: Self.bytes(of: line.drop { $0 != "\\" }))
    }
  }

  /// The number of a secret's occurrences in all of it.
  public func count(of search: SecretSearch) -> Int { search.count(in: Self.bytes(of: text)) }

  /// The bytes of the strings in a trace, without everything else.
  private static func bytes(of trace: some StringProtocol) -> [UInt8] {
    var bytes: [UInt8] = []
    for piece in trace.split(separator: "\\x") {
      if let byte = UInt8(piece.prefix(2), radix: 16) { bytes.append(byte) }
      if piece.count > 2 { bytes.append(0x0A) }  // end of the string
    }
    return bytes
  }
}
