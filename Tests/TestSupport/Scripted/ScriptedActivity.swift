public import Identity

/// An account's activity. The test answers the requests for pages, one after the other.
@MainActor
public final class ScriptedActivity: ReadingActivity {
  /// A request for a page.
  public struct Request {
    /// The words to search for.
    public let words: [String]
    /// The attempt before the page; nil for the first page.
    public let start: Int64?
    fileprivate let answer: Answer
  }

  /// Answers once. At the end of a test it answers by itself, so no task is left waiting.
  @MainActor
  fileprivate final class Answer {
    private var waiting: CheckedContinuation<Result<AttemptPage, StoreError>, Never>?

    init(_ waiting: CheckedContinuation<Result<AttemptPage, StoreError>, Never>) {
      self.waiting = waiting
    }

    func give(_ result: Result<AttemptPage, StoreError>) {
      waiting?.resume(returning: result)
      waiting = nil
    }

    deinit {
      waiting?.resume(returning: .success(AttemptPage(attempts: [], next: nil)))
    }
  }

  /// The searches that were answered after they had been abandoned.
  public private(set) var abandoned: [[String]] = []

  private let previous: Result<PreviousSignIn?, StoreError>
  private var requests: [Request] = []
  private var waiter: CheckedContinuation<Request, Never>?
  private var abandonment: CheckedContinuation<Void, Never>?

  /// - Parameter previous: The immediate answer for the sign-in before the newest one.
  public nonisolated init(previous: Result<PreviousSignIn?, StoreError> = .success(nil)) {
    self.previous = previous
  }

  /// Waits for the test to answer.
  public func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage {
    let answer = await receive(search, before: id)
    if Task.isCancelled { await abandon(search) }
    return try answer.get()
  }

  /// The answer given in the initialiser.
  public func previousSignIn() async throws(StoreError) -> PreviousSignIn? {
    try previous.get()
  }

  private func receive(_ search: AttemptSearch, before id: AttemptID?) async -> Result<AttemptPage, StoreError> {
    await withCheckedContinuation { answer in
      let new = Request(words: search.words, start: id?.number, answer: Answer(answer))
      if let waiter {
        self.waiter = nil
        waiter.resume(returning: new)
      } else {
        requests.append(new)
      }
    }
  }

  private func abandon(_ search: AttemptSearch) {
    abandoned.append(search.words)
    abandonment?.resume()
    abandonment = nil
  }

  /// The next request, waiting until there is one.
  public func nextRequest() async -> Request {
    if !requests.isEmpty { return requests.removeFirst() }
    return await withCheckedContinuation { waiter = $0 }
  }

  /// Answers a request.
  public func answer(_ waiting: Request, _ result: Result<AttemptPage, StoreError>) {
    waiting.answer.give(result)
  }

  /// Answers the next request with these attempts, and the start of the next page.
  public func answer(_ attempts: [Attempt], next: Int64? = nil) async {
    answer(await nextRequest(), .success(AttemptPage(attempts: attempts, next: next.map { .sample($0) })))
  }

  /// Answers an abandoned request, and returns when the answer has been dropped.
  public func answerLate(_ waiting: Request, _ result: Result<AttemptPage, StoreError>) async {
    await withCheckedContinuation {
      abandonment = $0
      answer(waiting, result)
    }
  }
}

extension AttemptID {
  /// An identifier with that number, of a log whose time is the start time of a ``ManualClock`` by default.
  public static func sample(_ number: Int64, at time: Timestamp = ManualClock().now()) -> AttemptID {
    AttemptID(time: time, number: number)
  }
}

extension Attempt {
  /// An attempt with that number, `ago` before the start time of a ``ManualClock``.
  public static func sample(
    _ number: Int64, _ outcome: AttemptOutcome = .signedIn, ago: Duration = .seconds(120), tty: String = "pts/1",
    host: String = "host", program: String = "signin"
  ) -> Attempt {
    sample(
      number, outcome, tty: tty, host: host, program: program,
      at: ManualClock().now().advanced(by: .zero - ago).milliseconds / 1000)
  }

  /// An attempt with that number, so many seconds after 1970-01-01 00:00 UTC.
  public static func sample(
    _ number: Int64, _ outcome: AttemptOutcome = .signedIn, tty: String = "pts/1", host: String = "host",
    program: String = "signin", at seconds: Int64
  ) -> Attempt {
    Attempt(
      id: .sample(number), time: Timestamp(milliseconds: seconds * 1000),
      email: TestSupport.email("ada@lovelace.example"),
      outcome: outcome, source: AttemptSource(tty: tty, uid: 1000, host: host, program: program))
  }
}
