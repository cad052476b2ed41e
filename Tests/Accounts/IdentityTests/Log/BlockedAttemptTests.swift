import TestSupport
import Testing

@testable import Identity

/// The row of the log that a blocked attempt joins, or begins.
@Suite struct BlockedAttemptTests {
  private let ada = email("ada@example.com")
  private let source = AttemptSource(tty: "pts/3", uid: 1000, host: "castle", program: "menu")
  /// Noon of the 21st of November 2026.
  private let noon = Timestamp(milliseconds: 1_795_262_400_000)

  private func row(
    _ number: Int64, of key: String = "ada@example.com", _ outcome: AttemptOutcome = .throttled, uid: UInt32 = 1000,
    host: String = "castle", ago: Duration = .seconds(60)
  ) -> BlockedAttempt.Row {
    let time = noon.advanced(by: .zero - ago)
    return BlockedAttempt.Row(
      id: AttemptID(time: time, number: number), time: time, key: key, outcome: outcome, uid: uid, host: host)
  }

  private func attempt(isKnown: Bool = true, isOfSource: Bool = false, person: UInt32? = nil) -> BlockedAttempt {
    let source = AttemptSource(tty: "pts/3", uid: 1000, host: "castle", program: "menu", person: person)
    return BlockedAttempt(ada, isKnown: isKnown, from: source, isOfSource: isOfSource)
  }

  @Test func `It counts for its email, or for the email of many if only its source is blocked and nobody has it`() {
    #expect(attempt().key == "ada@example.com")
    #expect(attempt(isKnown: false).key == "ada@example.com")
    #expect(attempt(isOfSource: true).key == "ada@example.com")
    #expect(attempt(isKnown: false, isOfSource: true).key == "unknown@0000000000000000")
    #expect(attempt().uid == 1000)
    #expect(attempt(person: 7).uid == 7)
  }

  @Test func `It joins the newest row of its email from its user and host, unless another outcome came between`() {
    let (one, other) = (row(5), row(3))
    func record(_ rows: BlockedAttempt.Row...) -> BlockedAttempt.Record {
      attempt().record(ofEmail: rows, ofUser: [], at: noon)
    }
    #expect(record(one, other) == .joins(one.id, of: ada, from: source))
    #expect(record(row(7, uid: 1001), row(6, host: "moor"), other) == .joins(other.id, of: ada, from: source))
    #expect(record(row(7, .refused), other) == .begins(ada, from: source))
    #expect(record(row(7, uid: 1001), row(6, host: "moor")) == .begins(ada, from: source))
    #expect(record() == .begins(ada, from: source))
  }

  @Test func `One of a blocked source joins a row of its user of that day, with its email and host`() {
    let (one, other) = (row(5), row(3))
    func record(_ rows: BlockedAttempt.Row...) -> BlockedAttempt.Record {
      attempt(isOfSource: true).record(ofEmail: [], ofUser: rows, at: noon)
    }
    #expect(record(one, other) == .joins(one.id, of: ada, from: source))
    #expect(
      record(row(7, of: "bob@example.com"), row(6, host: "moor"), other) == .joins(other.id, of: ada, from: source))
    #expect(record(row(5, ago: .seconds(12 * 3600))) != .begins(ada, from: source))
    #expect(record(row(5, ago: .seconds(12 * 3600 + 1))) == .begins(ada, from: source))
    #expect(record(row(7, of: "bob@example.com")) == .begins(ada, from: source))
  }

  @Test func `The 65th row of a user in 64 minutes is that of all who have none of their own`() {
    // given
    let rows = (0..<64).map { row(Int64(100 - $0), of: "user\($0)@example.com", ago: .seconds(60 * $0)) }
    let many = EmailAddress.ofMany
    let rest = AttemptSource(tty: "", uid: 1000, host: "*", program: "")
    func record(_ rows: [BlockedAttempt.Row]) -> BlockedAttempt.Record {
      attempt().record(ofEmail: [], ofUser: rows, at: noon)
    }
    // then
    #expect(record(Array(rows.dropLast())) == .begins(ada, from: source))
    #expect(record(rows) == .begins(many, from: rest))
    // when that row is there, it is joined
    let common = row(200, of: "unknown@0000000000000000", host: "*")
    #expect(record([common] + rows) == .joins(common.id, of: many, from: rest))
    // but neither one of another host, nor one of the email of many elsewhere
    let others = [row(200, of: "unknown@0000000000000000"), row(201, host: "*")]
    #expect(record(others + rows) == .begins(many, from: rest))
  }

  @Test func `Rows that are older than 64 minutes, or of a clock that was ahead, leave room for others`() {
    let rows = (0..<64).map { row(Int64(100 - $0), of: "user\($0)@example.com") }
    func record(lastAgo: Duration) -> BlockedAttempt.Record {
      let last = row(1, of: "last@example.com", ago: lastAgo)
      return attempt().record(ofEmail: [], ofUser: rows.dropLast() + [last], at: noon)
    }
    #expect(record(lastAgo: .seconds(3840)) == .begins(ada, from: source))
    #expect(record(lastAgo: .seconds(3839)) != .begins(ada, from: source))
    #expect(record(lastAgo: .zero) != .begins(ada, from: source))
    #expect(record(lastAgo: .milliseconds(-1)) == .begins(ada, from: source))
  }
}
