import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Many programs on one store", .fewAtOnce)
struct ManyProcessesTests {
  @Test("get together as many attempts at once as one program gets")
  func throttleHolds() async throws {
    // Given eight processes that start at once without a store
    let directory = try ScratchDirectory()
    let file = directory.file("signin.db")
    let path = file.path
    await withTaskGroup { group in
      for process in 0..<8 {
        group.addTask {
          // When each makes ten attempts for the same email, from a host of its own, at one moment by the clock
          await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
            await reportingErrors {
              let store = SQLiteStore(file: StoreFile(path: path), clock: ManualClock())
              for _ in 0..<10 {
                _ = try await store.charge(email("ann@example.com"), from: .at("host\(process)"), under: Throttle())
              }
            }
          }
        }
      }
    }
    // Then three attempts were admitted. All others had to wait, or were blocked once a process had ended: its attempt
    // counts as a failure.
    let store = SQLiteStore(file: file, clock: ManualClock())
    let rows = try await store.attempts(of: email("ann@example.com"), before: nil, limit: 1_000)
    #expect(rows.count { $0.outcome == .pending } == 3)
    #expect(rows.allSatisfy { [.pending, .throttled].contains($0.outcome) })
  }

  @Test("can come and go while others work, and never find it locked")
  func comeAndGo() async throws {
    // Given six processes that each open and close the store ten times
    let directory = try ScratchDirectory()
    let path = directory("signin.db")
    await withTaskGroup { group in
      for process in 0..<6 {
        group.addTask {
          await #expect(processExitsWith: .success) { [path = path as String, process = process as Int] in
            await reportingErrors {
              for round in 0..<10 {
                // When a sign-in is recorded each time
                let store = SQLiteStore(file: StoreFile(path: path))
                let person = email("user\(process)-\(round)@example.com")
                let charge = try await store.charge(person, from: .at("host\(process)"), under: Throttle())
                guard case .admitted(let admission) = charge else { throw AttemptBlocked() }
                try await store.settle(admission.attempt, asSignInOf: person)
              }
            }
          }
        }
      }
    }
    // Then none of them failed, and the last write of each is there
    let store = SQLiteStore(file: StoreFile(path: path))
    for process in 0..<6 {
      let rows = try await store.attempts(of: email("user\(process)-9@example.com"), before: nil, limit: 9)
      #expect(rows.map(\.outcome) == [.signedIn])
    }
  }
}

/// Runs `body`, and reports its error. Of an error that ends a process, only the signal would be visible.
private func reportingErrors(_ body: () async throws -> Void) async {
  do {
    try await body()
  } catch {
    Issue.record(error)
  }
}
