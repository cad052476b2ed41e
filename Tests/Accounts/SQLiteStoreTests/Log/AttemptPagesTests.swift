import SQLite
import Identity
import TestSupport
import Testing

@testable import SQLiteStore
import Store

@Suite("Pages of a long log")
struct AttemptPagesTests {
  // Slices of 16 to 64 numbers, or of 256 by the index. Ann has every tenth. A slice of 64 is a crowd, so both ways of
  // searching run.
  private let store = SQLiteStore(
    at: .memory, clock: ManualClock(), pace: SearchPace(firstWidth: 16, greatestWidth: 64, indexedWidth: 256, crowd: 5))
  private let ann = email("ann@example.com")
  private let rows = 2_000

  init() async throws {
    let bob = email("bob@example.com")
    try await store.write { [rows, ann] db in
      for number in 1...rows {
        let person = number % 10 == 1 ? ann : bob
        try db.execute(
          """
          INSERT INTO attempt (at, email, key, tag, outcome, tty, uid, host, program)
          VALUES (?, ?, ?, ?, 'refused', 'pts/1', 1000, ?, 'signin')
          """,
          [number, person.text, person.key, person.searchTag, number == 1 ? "Zanzibar" : "castle"])
      }
    }
  }

  @Test(
    "A search goes back to the very first attempt, slice by slice", arguments: ["zanzibar", "z z", "Z", "zanz zz"])
  func findsTheOldest(text: String) async throws {
    let page = try await store.page(of: AttemptQuery(email: ann, search: AttemptSearch(text)), before: nil, limit: 50)
    #expect(page.attempts.map(\.id.number) == (text == "zanz zz" ? [] : [1]))
    #expect(page.next == nil)
  }

  @Test("A cancelled search stops after its slice, and returns where to continue")
  func cancelled() async throws {
    let query = AttemptQuery(email: ann, search: AttemptSearch("z"))
    // Given a search whose task is cancelled
    let task = Task { [store] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.page(of: query, before: nil, limit: 50)
    }
    // Then it has searched only the newest attempts
    var page = try await task.value
    #expect(page.attempts.isEmpty)
    let next = try #require(page.next)
    #expect(next.number > Int64(rows) - 64)
    // And continuing from there finds the rest
    page = try await store.page(of: query, before: next, limit: 50)
    #expect(page.attempts.map(\.id.number) == [1])
  }

  @Test(
    "A slice is wide if the index knows all words, but never for an owner",
    arguments: [("castle", false, 1_991 - 255), ("castle zz", false, 1_991 - 15), ("castle", true, 1_991 - 15)])
  func wideSlices(text: String, byOwner: Bool, start: Int64) async throws {
    // Given Ann's account, and a search of hers or about her whose task is cancelled
    try await store.write { [ann] db in
      try db.execute(
        "INSERT INTO account (email, key, hash, added, since) VALUES (?, ?, 'hash', 0, 0)",
        [ann.text, ann.key])
    }
    let search = AttemptSearch(text)
    let query = byOwner ? AttemptQuery(owner: ann, search: search) : AttemptQuery(email: ann, search: search)
    let task = Task { [store] in
      withUnsafeCurrentTask { $0?.cancel() }
      return try await store.rows(of: query, before: nil, limit: 50)
    }
    // Then it goes on before its first slice
    #expect(try await task.value.next?.number == start)
  }

  @Test(
    "A long word is found in the first slice, however old it is: the index knows where it is", arguments: [true, false])
  func foundAtOnce(ofEverybody: Bool) async throws {
    for (text, found) in [("zanzibar", [1]), ("zanzibar castle", []), ("timbuktu", [])] as [(String, [Int64])] {
      let query = AttemptQuery(email: ofEverybody ? nil : ann, search: AttemptSearch(text))
      let task = Task { [store] in
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.page(of: query, before: nil, limit: 50)
      }
      let page = try await task.value
      #expect(page.attempts.map(\.id.number) == found)
      #expect(page.next?.number == found.first)
    }
  }

  @Test("A long log comes in pages, each attempt once and in order", arguments: ["", "castle", "c", "castle c"])
  func pages(text: String) async throws {
    let query = AttemptQuery(email: ann, search: AttemptSearch(text))
    var numbers: [Int64] = []
    var last: AttemptID?
    repeat {
      let page = try await store.page(of: query, before: last, limit: 17)
      numbers += page.attempts.map(\.id.number)
      last = page.next
    } while last != nil
    let oldest: Int64 = text.isEmpty ? 1 : 11
    #expect(numbers == stride(from: Int64(rows) - 9, through: oldest, by: -10).map(\.self))
  }

  @Test("A search that takes too long ends as busy, and the store works on")
  func tooLong() async throws {
    let hasty = SQLiteStore(at: .memory, clock: ManualClock(), pace: SearchPace(longestSlice: .zero))
    let id = try await hasty.admit(ann)
    await #expect(throws: StoreError.unreachable(.busy, path: ":memory:")) {
      try await hasty.page(of: AttemptQuery(email: ann, search: AttemptSearch("castle")), before: nil, limit: 9)
    }
    try await hasty.settle(id, as: .refused)
  }

  @Test("A page is as long as requested, but never empty, and never so long that it could exhaust memory")
  func lengths() async throws {
    let query = AttemptQuery(email: ann)
    for (limit, count) in [(Int.min, 1), (0, 1), (1, 1), (200, 200), (.max, 200)] {
      #expect(try await store.page(of: query, before: nil, limit: limit).attempts.count == count)
    }
  }

  @Test("A gap in the numbers, which only damage can cause, is skipped", arguments: [Int64.min, -1, .max])
  func gaps(number: Int64) async throws {
    try await store.write { db in
      try db.execute("DROP TRIGGER attempt_not_changed")
      try db.execute("UPDATE attempt SET id = ? WHERE id = 1", [number])
      try db.execute("INSERT INTO attempt_text (attempt_text) VALUES ('rebuild')")
    }
    for (person, text) in [(ann, "zanzibar"), (ann, "z"), (nil, "zanzibar"), (nil, "z")] {
      let query = AttemptQuery(email: person, search: AttemptSearch(text))
      let page = try await store.page(of: query, before: nil, limit: 50)
      #expect(page.attempts.map(\.id.number) == [number])
    }
  }
}
