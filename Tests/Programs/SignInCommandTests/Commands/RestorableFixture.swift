import Foundation
import Identity
import TestSupport
import Testing

/// A store with one account that is cheap to verify. It can be restored to its first state any number of times.
struct RestorableFixture {
  let fixture: StoreFixture
  private let store: StoreFiles

  var sandbox: Sandbox { fixture.sandbox }

  /// - Parameter furnish: Adds further content to the store.
  init(furnish: (StoreFixture) async throws -> Void = { _ in }) async throws {
    fixture = try await StoreFixture()
    try await furnish(fixture)
    store = StoreFiles(of: fixture.sandbox)
  }

  /// Whether the command behind the form ran: `touch` of this file.
  var isLetIn: Bool { FileManager.default.fileExists(atPath: command[1]) }
  var command: [String] { ["touch", sandbox.path("ran")] }

  /// Restores the first state: no attempt was made, and no command ran.
  func begin() throws {
    unlink(sandbox.path("ran"))
    try store.write(to: sandbox)
  }

  /// The start of a program whose calls are recorded: what comes before the arguments.
  var recorded: [String] { ["/usr/bin/strace", "-f", "-o", sandbox.path("trace"), Sandbox.signin] }

  /// The recorded calls, each with this error.
  /// - Parameter calls: Calls that the program can't do without.
  func recordedErrors(_ number: String, _ calls: Set<String>) throws -> [InjectedError] {
    let errors = InjectedError.all(of: try sandbox.contents(of: "trace"), number)
    try #require(errors.missing(calls) == [])
    return errors
  }

  /// The outcome of the last attempt in the log.
  func lastOutcome() async throws -> AttemptOutcome? {
    try await fixture.outcomes(of: email(StoreFixture.email)).first
  }
}
