import Foundation
import Identity
import TestSupport
import Testing

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
