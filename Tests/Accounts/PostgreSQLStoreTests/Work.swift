import Identity
import PostgreSQLServers
import Secrets
import Synchronization
import TestSupport
import Testing
import Unix

@testable import PostgreSQLStore
import Store

/// People who sign in one after another while a server fails, and a note of each answer.
final class Work: Sendable {
  /// How many people there are. Each signs in at most once.
  private static let people = 5_000
  /// How many sign in at once.
  private static let atOnce = 4

  private let notes = Mutex(Notes())
  private let over = Mutex<[Task<Void, Never>]>([])

  private struct Notes {
    var sessions: [Int: Session] = [:]
    var unanswered: [Int] = []
    var faults: Set<DatabaseFault> = []
    var next = 0
    var isOver = false
  }

  /// Begins to sign people in at `store`, which is in that database.
  init(on store: PostgreSQLStore, in database: String, of server: PostgreSQLServer) async throws {
    try await server.run(
      """
      INSERT INTO signin.account (email, key, hash, added, password_set)
      SELECT email, email, '\(PasswordHash.sample().phc)', now(), now()
      FROM (SELECT 'p' || n || '@example.com' FROM generate_series(100000, \(99_999 + Self.people)) AS n) AS p (email)
      """, in: database)
    let threads = try WorkThreads(count: Self.atOnce)
    over.withLock { tasks in
      tasks = (0..<Self.atOnce).map { _ in
        Task(executorPreference: threads) { while let person = self.next() { await self.signIn(person, at: store) } }
      }
    }
  }

  /// The faults so far.
  var faults: Set<DatabaseFault> { notes.withLock { $0.faults } }

  /// Waits until `count` more people got in.
  func wait(forMore count: Int) async throws {
    let before = notes.withLock { $0.sessions.count }
    #expect(await eventually { notes.withLock { $0.sessions.count } >= before + count })
  }

  /// Ends, after the people who are signing in.
  func end() async {
    notes.withLock { $0.isOver = true }
    for task in over.withLock({ $0 }) { await task.value }
  }

  /// Expects that those who got in are on record once, and that nobody else is in.
  func expectRecord(in store: PostgreSQLStore) async throws {
    let (sessions, unanswered) = notes.withLock { ($0.sessions, $0.unanswered) }
    let open = try await store.sessions(of: nil)
    let owners = Dictionary(grouping: open, by: \.email)
    for (number, session) in sessions {
      let person = Story.person(number).email
      #expect(owners[person]?.map(\.id) == [session.id])
      #expect(try await store.outcomes(of: person) == [.signedIn])
    }
    for number in unanswered {
      // One whose answer was lost for good may be on record, but not more often than once.
      let rows = try await store.outcomes(of: Story.person(number).email)
      #expect(rows.count <= 1, "\(rows)")
    }
    #expect(Set(owners.keys).isSubset(of: Set((Array(sessions.keys) + unanswered).map { Story.person($0).email })))
  }

  private func next() -> Int? {
    notes.withLock { notes in
      guard !notes.isOver, notes.next < Self.people else { return nil }
      notes.next += 1
      return notes.next - 1
    }
  }

  private func signIn(_ number: Int, at store: PostgreSQLStore) async {
    let person = Story.person(number)
    var session: Session?
    let fault = await Story.fault {
      session = try await store.signIn(person.email, from: person.source, SecureToken())
    }
    notes.withLock { notes in
      if let session { notes.sessions[number] = session } else { notes.unanswered.append(number) }
      if let fault { notes.faults.insert(fault) }
    }
  }
}
