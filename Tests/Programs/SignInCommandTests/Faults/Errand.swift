import Glibc
import Identity
import SQLiteStore
import Secrets
import ProgramSupport
import Store
import TestSupport
import Testing

/// A task for the program in a ``RestorableFixture``, and a check that it was done.
struct Errand: Sendable, CustomStringConvertible {
  /// The ending of the program, and its visible effects.
  struct Outcome {
    let ending: ChildProcess.Ending
    /// The text on standard output, or on the terminal.
    let output: String
    /// Whether the program gave the reason of a failure.
    let hasSentence: Bool
    /// The parts of the terminal's state that were not restored.
    var leftovers: [String] = []
  }

  let arguments: [String]
  /// Lines on standard input, or keys typed at the terminal when it shows a text.
  let answers: [(prompt: String, keys: String)]
  /// The key that cancels at the terminal.
  var wayOut = "\u{04}"
  /// The status when nothing fails.
  var status: Int32 = 0
  /// System calls that the task can't do without.
  var calls = Set.changingStore
  /// Whether the store, or the output, proves that the task was done.
  let isDone: @Sendable (RestorableFixture, String) async throws -> Bool

  var description: String { arguments.joined(separator: " ") }

  /// The complaints about an outcome; none if it fails closed.
  /// - Parameter error: The injected error.
  func complaints(
    of outcome: Outcome, after error: InjectedError? = nil, in fixture: RestorableFixture
  ) async throws -> [String] {
    var complaints = outcome.leftovers.map { "left behind: \($0)" }
    let isDone = try await isDone(fixture, outcome.output)
    if status != 0 && isDone { complaints.append("done, though it is to be refused") }
    switch outcome.ending {
    case .exited(0):
      if status != 0 || !isDone { complaints.append("success, and not done") }
    case .exited(let code):
      if ExitStatus(rawValue: code) == nil { complaints.append("unknown status \(code)") }
      if !outcome.hasSentence && error?.call != "write" { complaints.append("status \(code) without a sentence") }
      // A cancelled task, and one whose output can't be written, may have been done.
      let mayBeDone = [ExitStatus.cancelled, .inputOutput]
      if isDone && !mayBeDone.map(\.rawValue).contains(code) {
        complaints.append("done, and status \(code)")
      }
    case .signalled(SIGHUP) where error?.call == "read": break  // the program exits like this if the terminal is gone
    case .signalled(let number) where error?.mayCrash != true:
      complaints.append("ended by signal \(number)")
    case .signalled: break
    }
    return try complaints + StoreInspection(path: fixture.sandbox.path("signin.db")).faults
  }
}

extension RestorableFixture {
  /// The recorded calls of an errand, each with each error.
  /// - Parameter calls: Calls that it can't do without, if it is a command.
  func recordedErrors(of errand: Errand, _ calls: Set<String> = [], atMost count: Int) throws -> [InjectedError] {
    try InjectedError.numbers.flatMap { try recordedErrors($0, errand.calls.union(calls)) }.sample(count)
  }

  /// Whether `address` has an account with this password.
  func isPassword(_ password: String, of address: String) async throws -> Bool {
    guard let hash = try await fixture.store.account(of: email(address))?.passwordHash else { return false }
    return try Argon2id().verify(GuardedText(password).sealed(), against: hash)
  }

  /// A session, and attempts that failed before and after it opened. They come in the order of time: a clock that goes
  /// back would end the session.
  static func livedIn() async throws -> RestorableFixture {
    try await RestorableFixture { fixture in
      try await fixture.plantFailures(3, of: email(StoreFixture.email), last: .seconds(40 * 86_400))
      _ = try await fixture.token(openedAgo: .seconds(60))
      try await fixture.plantFailures(1, of: email(StoreFixture.email), last: .seconds(30))
    }
  }
}
