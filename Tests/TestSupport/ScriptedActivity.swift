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

  private let failures: Result<Int, StoreError>
  private var requests: [Request] = []
  private var waiter: CheckedContinuation<Request, Never>?
  private var abandonment: CheckedContinuation<Void, Never>?

  /// - Parameter failures: The immediate answer for the number of failures between the last two sign-ins.
  public nonisolated init(failures: Result<Int, StoreError> = .success(0)) {
    self.failures = failures
  }

  /// Waits for the test to answer.
  @concurrent
  public func page(of search: AttemptSearch, before id: AttemptID?) async throws(StoreError) -> AttemptPage {
    let answer = await receive(search, before: id)
    if Task.isCancelled { await abandon(search) }
    return try answer.get()
  }

  /// The answer given in the initialiser.
  @concurrent
  public func failuresBetweenSignIns() async throws(StoreError) -> Int {
    try failures.get()
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
    answer(await nextRequest(), .success(AttemptPage(attempts: attempts, next: next.map { AttemptID($0) })))
  }

  /// Answers an abandoned request, and returns when the answer has been dropped.
  public func answerLate(_ waiting: Request, _ result: Result<AttemptPage, StoreError>) async {
    await withCheckedContinuation {
      abandonment = $0
      answer(waiting, result)
    }
  }
}

extension Attempt {
  /// An attempt with that number, `ago` before the start time of a ``ManualClock``.
  public static func sample(
    _ number: Int64, _ outcome: AttemptOutcome = .signedIn, ago: Duration = .seconds(120), tty: String = "pts/1",
    host: String = "host", program: String = "signin"
  ) -> Attempt {
    Attempt(
      id: AttemptID(number), time: ManualClock().now().advanced(by: .zero - ago),
      email: TestSupport.email("ada@lovelace.example"),
      outcome: outcome, source: AttemptSource(tty: tty, uid: 1000, host: host, program: program))
  }
}
