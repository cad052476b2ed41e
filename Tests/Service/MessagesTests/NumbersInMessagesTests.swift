import AccountService
import Identity
import Messages
import TestSupport
import Testing

/// Numbers have ranges, which both the reader and the writer keep.
@Suite struct NumbersInMessagesTests {
  @Test(arguments: [
    "[-5,3]", "[0,20]", "[6,1025]", "[2000,3000]", "[20,6]", "[9223372036854775807,9223372036854775807]",
  ])
  func `A length that no password has is refused, whatever asks for it`(_ range: String) throws {
    let source = #"{"host":"h","program":"p","tty":"t","uid":1}"#
    let requests = [
      #"{"administer":{"request":{"allow":{"lengths":\#(range)}}},"number":1}"#,
      #"{"administer":{"request":{"addAll":{"addition":"allOrNone","allowing":\#(range),"source":\#(source)}}},"number":1}"#,
    ]
    for request in requests { #expect(Envelope<Request>(Array(request.utf8)) == nil, "\(request)") }
    for field in ["acceptedLengths", "newLengths"] {
      let welcome = String(decoding: Reply.welcome(Samples.welcome).message(1), as: UTF8.self)
      let hostile = welcome.replacing(try Regex(#""\#(field)":\[[0-9,]*\]"#), with: #""\#(field)":\#(range)"#)
      #expect(hostile != welcome)
      #expect(Envelope<Reply>(Array(hostile.utf8)) == nil, "\(hostile)")
    }
  }

  @Test func `The longest and the shortest lengths that a password can have are taken`() throws {
    let lengths = try #require(PasswordLengths(1...1024))
    let request = Request.administer(.allow(lengths))
    #expect(Envelope<Request>(request.message(1))?.body == request)
  }

  @Test func `Nobody can send a welcome that its reader would refuse`() {
    let welcome = Welcome(
      program: "", acceptedLengths: -5...5000, newLengths: 2000...3000, hasAccounts: true, signUp: nil)
    #expect(welcome.acceptedLengths == 1...1024)
    #expect(welcome.newLengths == 1024...1024)
    #expect(Envelope<Reply>(Reply.welcome(welcome).message(1))?.body == .welcome(welcome))
  }

  @Test func `A question has 1 to 32 challenges, each with a number of its own`() {
    func question(_ numbers: [UInt16]) -> Reply {
      .ask(Question(numbers.map { Challenge(.password, id: ChallengeID($0)) }, methods: [], fault: nil, timeLimit: nil))
    }
    #expect(!question([]).isWithinLimits)
    #expect(question([1]).isWithinLimits)
    #expect(question(Array(1...32)).isWithinLimits)
    #expect(!question(Array(1...33)).isWithinLimits)
    #expect(!question([1, 2, 1]).isWithinLimits)
  }

  @Test(arguments: [(0, false), (1, true), (16, true), (17, false)])
  func `A code has 1 to 16 digits`(_ digits: Int, _ isAccepted: Bool) {
    let challenge = Challenge(.code(digits: digits), id: ChallengeID(1))
    let question = Question([challenge], methods: [], fault: nil, timeLimit: nil)
    #expect(Reply.ask(question).isWithinLimits == isAccepted)
  }

  @Test func `An account has up to 32 recovery codes, and a queue begins with place 1`() {
    func codes(_ count: Int) -> Reply { .tell(.recoveryCodes([String](repeating: "abcd", count: count))) }
    #expect(codes(32).isWithinLimits)
    #expect(!codes(33).isWithinLimits)
    #expect(Reply.queued(place: 1).isWithinLimits)
    #expect(!Reply.queued(place: 0).isWithinLimits)
  }

  @Test(
    arguments: [
      (Int64.min, 0), (-1, 0), (0, 0), (253_402_300_799_999, 253_402_300_799_999),
      (253_402_300_800_001, 253_402_300_800_000),
      (Int64.max, 253_402_300_800_000),
    ] as [(Int64, Int64)])
  func `A time outside of the years 1970 to 9999 counts as the nearest one`(_ sent: Int64, _ read: Int64) {
    let request = #"{"number":1,"page":{"before":{"number":1,"time":\#(sent)},"search":[]}}"#
    guard case .page(_, let before)? = Envelope<Request>(Array(request.utf8))?.body else {
      Issue.record("The request was refused.")
      return
    }
    #expect(before?.time.milliseconds == read)
  }

  @Test func `An account has up to 20 keys, and a count of sessions and codes that can be`() {
    func isTaken(keys: Int = 0, codes: Int? = nil, sessions: Int = 0) -> Bool {
      let account = AccountOverview(
        sessions: Array(repeating: Samples.session, count: sessions), own: nil,
        twoStep: codes.map { AccountOverview.TwoStep(recoveryCodes: $0) }, passwordSet: nil,
        keys: Array(repeating: Samples.accountKey, count: keys))
      return Reply.account(overview: account).isWithinLimits
    }
    #expect(isTaken() && isTaken(sessions: 3))
    #expect(isTaken(keys: AccountKey.most) && !isTaken(keys: AccountKey.most + 1))
    #expect(isTaken(codes: 0) && !isTaken(codes: -1))
    func isListed(codes: Int?) -> Bool {
      let summary = AccountSummary(
        email: Samples.email, isLocked: false, added: Timestamp(milliseconds: 0), lastSignIn: nil, recoveryCodes: codes)
      return Reply.administration(.accounts([summary])).isWithinLimits
    }
    #expect(isListed(codes: nil) && isListed(codes: 0) && !isListed(codes: -1))
  }

  @Test func `A row stands for one attempt or more, also as the sign-in before, and in an administrator's list`() {
    for times in [1, 0, -1] {
      let attempt = Attempt(
        id: Samples.attempt.id, time: Samples.attempt.time, email: Samples.email, outcome: .throttled,
        source: Samples.source, times: times, until: Samples.attempt.until)
      let replies: [Reply] = [
        .rows([Samples.attempt, attempt]), .previous(PreviousSignIn(attempt, failures: 0)),
        .administration(.rows([Samples.attempt, attempt])),
      ]
      for reply in replies { #expect(reply.isWithinLimits == (times == 1)) }
    }
    #expect(Reply.previous(nil).isWithinLimits && Reply.previous(PreviousSignIn(nil, failures: 1)).isWithinLimits)
  }
}
