/// An error that strace(1) injects into one system call: the call is not made, and returns the error. Or a signal, which
/// comes with the call.
public struct InjectedError: CustomStringConvertible, Sendable {
  /// The errors that tests inject into every call.
  public static let numbers = ["EIO", "ENOMEM", "ENOSPC", "EINTR", "EAGAIN"]

  /// The name of the system call.
  public let call: String
  /// The number of the call, counted in each thread; with a `+` all later calls fail too.
  public let when: String
  /// The name of the error, such as `EIO`, or of the signal.
  public let number: String

  /// That error.
  public init(call: String, when: String, number: String) {
    (self.call, self.when, self.number) = (call, when, number)
  }

  public var description: String {
    // brk(2) reports no errors: it returns the end of the memory, here the unchanged one.
    if call == "brk" && !isSignal { return "brk:retval=0:when=\(when)" }
    return "\(call):\(isSignal ? "signal" : "error")=\(number):when=\(when)"
  }

  private var isSignal: Bool { number.hasPrefix("SIG") }

  /// Whether a signal may end the program: without memory, randomness or waking of threads the loader, libsodium
  /// and the runtime can't go on.
  public var mayCrash: Bool {
    ["brk", "mmap", "mprotect", "munmap", "madvise", "getrandom", "futex"].contains(call)
  }

  /// Options for strace, which follows all threads and processes, and stops them at no other call.
  public var options: [String] {
    ["-f", "--seccomp-bpf", "-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(description)"]
  }

  /// The start of the program with the error: what comes before the arguments.
  public var start: [String] { ["/usr/bin/strace"] + options + [Sandbox.signin] }

  /// All calls of a program, in order, from a trace by `strace -f`, up to the command that it became. Calls that start
  /// or end a process are left out, and so are calls that always succeed. One call is the tracer's doing: with it the system
  /// goes on with a call that a signal or the tracer stopped.
  public static func all(of trace: String, _ number: String) -> [InjectedError] {
    counts(of: trace).sorted { $0.key < $1.key }.flatMap { call, count in
      (1...count).map { InjectedError(call: call, when: String($0), number: number) }
    }
  }

  /// The number of each call in the thread that made it most often.
  private static func counts(of trace: String) -> [String: Int] {
    var perThread: [Substring: [String: Int]] = [:]
    var executions = 0
    for line in trace.split(separator: "\n") {
      // The ids of threads are padded to one width. There are none if strace doesn't follow.
      let thread = line.prefix { $0.isNumber }
      let text = line.dropFirst(thread.count).drop { $0 == " " }
      guard text.first?.isLetter == true, let bracket = text.firstIndex(of: "(") else { continue }
      let call = String(text[..<bracket])
      if call == "execve" { executions += 1 }
      if executions == 2 { break }
      guard !["execve", "exit", "exit_group", "getpgrp", "gettid", "restart_syscall"].contains(call) else { continue }
      perThread[thread, default: [:]][call, default: 0] += 1
    }
    return perThread.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
  }
}

extension [InjectedError] {
  /// The calls that no error is about. The program can't work without them, so the trace was misread.
  public func missing(_ calls: Set<String>) -> Set<String> { calls.subtracting(map(\.call)) }
}

extension Set<String> {
  /// Calls that every reading of a store needs.
  public static let readingStore: Set = ["openat", "fcntl", "pread64"]
  /// Calls that every change of a store needs.
  public static let changingStore = readingStore.union(["pwrite64", "fdatasync"])
  /// Calls that every sign-in needs.
  public static let signingIn = changingStore.union(["prctl", "mlock", "clone3", "poll", "read"])
}

extension Array {
  /// A sample of `count` elements, spread evenly.
  public func sample(_ count: Int) -> [Element] {
    count >= self.count ? self : (0..<count).map { self[$0 * self.count / count] }
  }
}
