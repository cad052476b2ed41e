import Foundation
import Identity
import TestSupport
import Testing

/// An error that strace(1) injects into one system call: the call is not made, and returns the error.
struct InjectedError: CustomStringConvertible, Sendable {
  /// The program in which it is injected.
  enum Place: String {
    /// A subcommand, with all that it starts.
    case command
    /// The form, without its keeper.
    case form
    /// The form's keeper, with its threads.
    case keeper
  }

  static let numbers = ["EIO", "ENOMEM", "ENOSPC", "EINTR", "EAGAIN"]

  var place = Place.command
  let call: String
  /// The number of the call, counted in each thread; with a `+` all later calls fail too.
  let when: String
  let number: String

  var description: String { "\(place): \(injection)" }

  private var injection: String {
    // brk(2) reports no errors: it returns the end of the memory, here the unchanged one.
    call == "brk" ? "brk:retval=0:when=\(when)" : "\(call):error=\(number):when=\(when)"
  }

  /// Whether a signal may end the program: without memory, randomness or waking of threads the loader, libsodium,
  /// libdispatch and the runtime can't go on.
  var mayCrash: Bool {
    ["brk", "mmap", "mprotect", "munmap", "madvise", "getrandom", "futex", "eventfd2"].contains(call)
  }

  /// Options for strace. Where it follows, it stops the program at no other call.
  var options: [String] {
    (place == .form ? [] : ["-f", "--seccomp-bpf"])
      + ["-qq", "-o", "/dev/null", "-e", "trace=\(call)", "-e", "inject=\(injection)"]
  }

  /// The start of a program with the error: what comes before the arguments.
  func start(of programs: TwoPrograms) throws -> [String] {
    let strace = ["/usr/bin/strace"] + options
    switch place {
    case .command: return strace + [Sandbox.signin]
    case .form:
      try programs.runKeeper(under: [])
      return strace + [programs.signin]
    case .keeper:
      try programs.runKeeper(under: strace)
      return [programs.signin]
    }
  }

  /// All calls of a program, in order, from a trace by `strace -f`, up to the command that it became. Calls that start
  /// or end a process are left out, and so are calls that always succeed.
  static func all(of trace: String, in place: Place, _ number: String) -> [InjectedError] {
    counts(of: trace).sorted { $0.key < $1.key }.flatMap { call, count in
      (1...count).map { InjectedError(place: place, call: call, when: String($0), number: number) }
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
      // For a subcommand signin becomes signin-admin, in the same thread.
      if call == "execve" && !text.contains("/signin-admin\"") { executions += 1 }
      if executions == 2 { break }
      guard !["execve", "exit", "exit_group", "getpgrp", "gettid"].contains(call) else { continue }
      perThread[thread, default: [:]][call, default: 0] += 1
    }
    return perThread.values.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: max) }
  }
}

extension [InjectedError] {
  /// The calls that no error is about. The program can't work without them, so the trace was misread.
  func missing(_ calls: Set<String>) -> Set<String> { calls.subtracting(map(\.call)) }
}

extension Set<String> {
  /// Calls that every reading of a store needs.
  static let readingStore: Set = ["openat", "fcntl", "pread64"]
  /// Calls that every change of a store needs.
  static let changingStore = readingStore.union(["pwrite64", "fdatasync"])
  /// Calls that the form of every sign-in needs.
  static let asking: Set = ["prctl", "mlock", "socketpair", "sendmsg", "recvfrom", "poll", "read", "write"]
  /// Calls that the keeper of every sign-in needs.
  static let keeping: Set = ["prctl", "mlock", "sendto", "recvmsg", "recvfrom", "poll"]
}

extension Array {
  /// A sample of `count` elements, spread evenly.
  func sample(_ count: Int) -> [Element] {
    count >= self.count ? self : (0..<count).map { self[$0 * self.count / count] }
  }
}

/// A store with one account that is cheap to verify. It can be restored to its first state any number of times.
struct FreshHousehold {
  let household: Household
  private let store: StoreFiles

  var sandbox: Sandbox { household.sandbox }
  let programs: TwoPrograms

  /// - Parameter furnish: Adds further content to the store.
  init(furnish: (Household) async throws -> Void = { _ in }) async throws {
    household = try await Household()
    programs = try TwoPrograms(in: household.sandbox)
    try await furnish(household)
    store = StoreFiles(of: household.sandbox)
  }

  /// Whether the command behind the form ran: `touch` of this file.
  var isLetIn: Bool { FileManager.default.fileExists(atPath: command[1]) }
  var command: [String] { ["touch", sandbox.path("ran")] }

  /// Restores the first state: no attempt was made, and no command ran.
  func begin() throws {
    unlink(sandbox.path("ran"))
    try store.write(to: sandbox)
  }

  /// The start of a form whose calls are recorded, and those of its keeper: what comes before the arguments.
  func recordedForm() throws -> [String] {
    try programs.runKeeper(under: ["/usr/bin/strace", "-f", "-o", sandbox.path("keeper.trace")])
    return ["/usr/bin/strace", "-o", sandbox.path("form.trace"), programs.signin]
  }

  /// The recorded calls of a form and its keeper, each with this error: as many of the one as of the other.
  /// - Parameter calls: Calls that the keeper can't do without.
  func recordedErrors(
    _ number: String, atMost count: Int, _ calls: Set<String> = .changingStore
  ) throws -> [InjectedError] {
    let form = InjectedError.all(of: try sandbox.contents(of: "form.trace"), in: .form, number)
    let keeper = InjectedError.all(of: try sandbox.contents(of: "keeper.trace"), in: .keeper, number)
    try #require(form.missing(.asking) == [])
    try #require(keeper.missing(calls.union(Set.keeping)) == [])
    return form.sample(count / 2) + keeper.sample(count / 2)
  }

  /// Waits until the keeper has ended. It always does: its form is gone.
  func expectEnds(after error: InjectedError? = nil) async {
    let lasting = await sandbox.waitForEnds()
    #expect(lasting == [], "\(error?.description ?? "No error") keeps the keeper from ending.")
  }

  /// The outcome of the last attempt in the log.
  func lastOutcome() async throws -> AttemptOutcome? {
    try await household.outcomes(of: email(Household.email)).first
  }
}
