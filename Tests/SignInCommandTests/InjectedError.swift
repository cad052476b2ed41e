import Foundation
import Identity
import TestSupport
import Testing

/// One system call that is to fail, told to strace(1): the call is not made, and returns that error.
struct InjectedError: CustomStringConvertible, Sendable {
  static let numbers = ["EIO", "ENOMEM", "ENOSPC", "EINTR", "EAGAIN"]

  let call: String
  /// Which of its calls, counted in each thread; with a `+` all that follow as well.
  let when: String
  let number: String

  var description: String {
    // brk(2) itself knows no errors: it returns where the memory ends, which is as it was then.
    call == "brk" ? "brk:retval=0:when=\(when)" : "\(call):error=\(number):when=\(when)"
  }

  /// Whether it may end the program by a signal: where there is no memory, no randomness and no waking of a thread, neither
  /// the loader nor libsodium, libdispatch and the runtime go on.
  var mayCrash: Bool {
    ["brk", "mmap", "mprotect", "munmap", "madvise", "getrandom", "futex", "eventfd2"].contains(call)
  }

  /// Options for strace, which stops the program at no other call.
  var options: [String] {
    ["-f", "-qq", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(description)"]
  }

  /// All calls of a program, each with each error.
  static func all(of trace: String) -> [InjectedError] {
    numbers.flatMap { all(of: trace, $0) }
  }

  /// All calls of a program, one after the other, as found in the trace that `strace -f` wrote of it: up to the program that
  /// it became. Those that start and end a process are left out, and those that always succeed.
  static func all(of trace: String, _ number: String) -> [InjectedError] {
    counts(of: trace).sorted { $0.key < $1.key }.flatMap { call, count in
      (1...count).map { InjectedError(call: call, when: String($0), number: number) }
    }
  }

  /// How often the busiest thread made each call.
  private static func counts(of trace: String) -> [String: Int] {
    var perThread: [Substring: [String: Int]] = [:]
    var executions = 0
    for line in trace.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
      // The ids of processes are padded to one width.
      guard let text = words.last?.drop(while: { $0 == " " }), text.first?.isLetter == true,
        let bracket = text.firstIndex(of: "(")
      else { continue }
      let call = String(text[..<bracket])
      if call == "execve" { executions += 1 }
      if executions == 2 { break }
      guard !["execve", "exit", "exit_group", "getpgrp", "gettid"].contains(call) else { continue }
      perThread[words[0], default: [:]][call, default: 0] += 1
    }
    return perThread.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
  }
}

extension [InjectedError] {
  /// Those calls that none of them is about: a program cannot do its work without them, so its trace was misread.
  func missing(_ calls: Set<String>) -> Set<String> { calls.subtracting(map(\.call)) }
}

extension Set<String> {
  /// Calls without which no store is read.
  static let readingStore: Set = ["openat", "fcntl", "pread64"]
  /// Calls without which no store is changed.
  static let changingStore = readingStore.union(["pwrite64", "fdatasync"])
  /// Calls without which nobody signs in, and no command runs behind that.
  static let signingIn = changingStore.union(["prctl", "mlock", "close_range"])
}

extension Array {
  /// That many of them, as far from each other as can be.
  func sample(_ count: Int) -> [Element] {
    count >= self.count ? self : (0..<count).map { self[$0 * self.count / count] }
  }
}

/// A store with an account that is cheap to verify, which can be as it was at first, again and again.
struct FreshHousehold {
  let household: Household
  /// The store's files, by their names. A log that was not taken into the store yet is part of it.
  private let files: [String: Data]

  var sandbox: Sandbox { household.sandbox }

  /// - Parameter furnish: Puts into the store what shall be there besides.
  init(furnish: (Household) async throws -> Void = { _ in }) async throws {
    household = try await Household()
    let folder = household.sandbox.path("config/signin")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("hash = { memory-kib = 19456, passes = 2 }".utf8).write(to: URL(filePath: folder + "/config.toml"))
    let reset = try await household.sandbox.run(
      ["account", "password", Household.email, "--reset", "--password-stdin"], input: .text(Household.password + "\n"))
    try #require(reset.ending == .exited(0), "\(reset.errors)")
    try await furnish(household)
    var files: [String: Data] = [:]
    for name in ["signin.db", "signin.db-wal"] {
      files[name] = try? Data(contentsOf: URL(filePath: household.sandbox.path(name)))
    }
    self.files = files
  }

  /// Whether the command behind the form ran: `touch` of this file.
  var isLetIn: Bool { FileManager.default.fileExists(atPath: command[1]) }
  var command: [String] { ["touch", sandbox.path("ran")] }

  /// No attempt was made, and nobody was let in.
  func begin() throws {
    for name in ["signin.db", "signin.db-wal", "signin.db-shm", "signin.db-journal", "ran"] {
      unlink(sandbox.path(name))
    }
    for (name, data) in files {
      try data.write(to: URL(filePath: sandbox.path(name)))
      chmod(sandbox.path(name), 0o600)
    }
  }

  /// What the log says of the last attempt.
  func lastOutcome() async throws -> AttemptOutcome? {
    try await household.outcomes(of: email(Household.email)).first
  }
}
