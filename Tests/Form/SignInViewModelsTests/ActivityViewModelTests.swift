import Identity
import SignInViewModels
import Signals
import TestSupport
import Testing

@Suite("The list of activity")
struct ActivityViewModelTests {
  private static let failure = StoreError.unreachable(.busy, path: "S")
  private static let message = Message.activityUnavailable(failure)

  // MARK: The first page

  @Test("It loads the first page and shows the newest attempt first")
  func start() async {
    let activity = Activity()
    #expect(activity.rows.values == [[]])
    #expect(activity.loading.values == [nil, .firstPage])
    #expect(activity.emptyMessage.values == [nil])
    #expect(activity.errorMessage.values == [nil])
    #expect(activity.details.values == [nil])

    await activity.answer([3, 2, 1])
    #expect(activity.numbers == [3, 2, 1])
    #expect(activity.loading.values == [nil, .firstPage, nil])
    #expect(activity.canLoadMore.values == [false])
    #expect(activity.emptyMessage.values == [nil])
  }

  @Test(
    "A row gives its time, and its day as today, yesterday or a date; a date of another year has the year",
    arguments: [
      (Duration.zero, ActivityRow.Day.today, "00:00:00"), (.seconds(1), .yesterday, "23:59:59"),
      (.seconds(86_400), .yesterday, "00:00:00"), (.seconds(86_401), .dateWithYear(.init(number: 20_452)), "23:59:59"),
      (.seconds(-86_400), .date(.init(number: 20_455)), "00:00:00"),
    ])
  func times(ago: Duration, day: ActivityRow.Day, time: String) async throws {
    // given a clock that shows 2026-01-01 00:00
    let activity = Activity()
    await activity.answer(.success([.sample(1, .refused, ago: ago, tty: "pts/7", host: "h", program: "p")]))
    let row = try #require(activity.rows.last?.first)
    #expect(row.day == day)
    #expect(row.time.seconds == time)
    #expect(row.outcome == .refused)
    #expect([row.tty, row.host, row.program] == ["pts/7", "h", "p"])
  }

  @Test("A list that stays open over midnight shows the days anew")
  func midnight() async {
    // given a clock that shows 2026-01-01 00:00, and runs a second slower than the timers
    let activity = Activity()
    await activity.answer(.success([.sample(1, ago: .zero)]))
    var days: [ActivityRow.Day?] { activity.rows.values.map(\.first?.day) }
    #expect(days == [nil, .today])

    activity.clock.advance(by: .seconds(86_399))
    activity.scheduler.advance(by: .seconds(86_400))
    #expect(days == [nil, .today])
    activity.clock.advance(by: .seconds(1))
    activity.scheduler.advance(by: .seconds(1))
    #expect(days == [nil, .today, .yesterday])

    activity.clock.advance(by: .seconds(86_400))
    activity.scheduler.advance(by: .seconds(86_400))
    #expect(days == [nil, .today, .yesterday, .date(CalendarDate(number: 20_454))])
  }

  @Test("A refresh shows the days anew, after the machine slept over midnight")
  func slept() async {
    let activity = Activity()
    await activity.answer(.success([.sample(1, ago: .zero)]))
    activity.clock.advance(by: .seconds(86_400))
    activity.inputs.didTapRefresh()
    await activity.answer(.success([.sample(1, ago: .zero)]))
    #expect(activity.rows.last?.first?.day == .yesterday)
  }

  @Test("A future or damaged time is given as a date", arguments: [Int64.max / 1_000, Int64.min / 1_000])
  func damaged(seconds: Int64) async throws {
    let activity = Activity()
    await activity.answer(.success([.sample(1, ago: .seconds(seconds))]))
    let row = try #require(activity.rows.last?.first)
    #expect(row.day == .dateWithYear(row.time.date))
  }

  @Test("An empty list says so once the store has answered")
  func noAttempts() async {
    let activity = Activity()
    #expect(activity.emptyMessage.values == [nil])
    await activity.answer([])
    #expect(activity.emptyMessage.values == [nil, .noActivity])
  }

  @Test("It reports the previous sign-in with its terminal or else its host, and the failures since")
  func previous() async {
    let attempt = Attempt.sample(1, ago: .seconds(60), tty: "tty1", host: "castle")
    let time = CivilTime(attempt.time, secondsAhead: 0)
    for (previous, last, failures) in [
      (PreviousSignIn(attempt, failures: 3), Message.lastSignIn(time, isThisYear: false, from: "tty1"), 3),
      (PreviousSignIn(attempt, failures: 0), .lastSignIn(time, isThisYear: false, from: "tty1"), 0),
      (
        PreviousSignIn(.sample(1, ago: .seconds(60), tty: "", host: "castle"), failures: 1),
        .lastSignIn(time, isThisYear: false, from: "castle"), 1
      ),
    ] {
      let activity = Activity(previous: .success(previous))
      await activity.lastSignInMessage.wait { $0.count > 1 }
      #expect(activity.lastSignInMessage.values == [nil, last])
      #expect(activity.failuresMessage.last == .some(failures > 0 ? .failedAttemptsSince(failures) : nil))
    }
  }

  @Test("Failures count even if the previous sign-in is too long ago to be known")
  func unknownPrevious() async {
    let activity = Activity(previous: .success(PreviousSignIn(nil, failures: 999)))
    await activity.failuresMessage.wait { $0.count > 1 }
    #expect(activity.failuresMessage.values == [nil, .failedAttempts(999)])
    #expect(activity.lastSignInMessage.values == [nil])
  }

  @Test("A first sign-in, or one whose past can't be read, reports nothing")
  func noPrevious() async {
    for previous in [.success(nil), .failure(Self.failure)] as [Result<PreviousSignIn?, StoreError>] {
      let activity = Activity(previous: previous)
      await activity.answer([1])
      #expect(activity.lastSignInMessage.values == [nil])
      #expect(activity.failuresMessage.values == [nil])
    }
  }

  // MARK: Further pages

  @Test("Near the end the next page is loaded and appended, with its own loading state")
  func nextPage() async {
    let activity = await Activity.showing(9, 8, 7, next: 7)
    #expect(activity.canLoadMore.values == [false, true])
    activity.inputs.didReachEnd()
    #expect(activity.loading.last == .nextPage)
    let request = await activity.store.nextRequest()
    #expect(request.start == 7)
    activity.store.answer(request, .success(AttemptPage(attempts: [.sample(6), .sample(5)], next: nil)))
    await activity.loading.wait { $0.last == .some(nil) }
    #expect(activity.numbers == [9, 8, 7, 6, 5])
    #expect(activity.canLoadMore.values == [false, true, false])
    #expect(activity.rows.values.map(\.count) == [0, 3, 5])
  }

  @Test("Only one page is loaded at a time, and none after the last")
  func oneAtATime() async {
    let activity = await Activity.showing(9, 8, next: 8)
    for _ in 1...3 { activity.inputs.didReachEnd() }
    await activity.answer([7])
    #expect(activity.numbers == [9, 8, 7])
    activity.inputs.didReachEnd()
    // The next request is the search, so there was none before it.
    activity.search("x")
    #expect(await activity.store.nextRequest().words == ["x"])
  }

  @Test("A row that arrives twice, because others are being written, is shown once")
  func noRepeats() async {
    let activity = await Activity.showing(9, 8, next: 8)
    activity.inputs.didReachEnd()
    await activity.answer([9, 8, 7], next: 7)
    #expect(activity.numbers == [9, 8, 7])
  }

  @Test("An empty page that isn't the last loads the next one by itself")
  func emptyPage() async {
    let activity = Activity()
    await activity.store.answer([], next: 500)
    let second = await activity.store.nextRequest()
    #expect(second.start == 500)
    #expect(activity.emptyMessage.values == [nil])
    activity.store.answer(second, .success(AttemptPage(attempts: [.sample(3)], next: nil)))
    await activity.rows.wait { $0.last?.isEmpty == false }
    #expect(activity.numbers == [3])
  }

  @Test("F5 loads the newest rows; the old ones stay until then")
  func refresh() async {
    let activity = await Activity.showing(2, 1)
    activity.inputs.didTapRefresh()
    #expect(activity.loading.last == .firstPage)
    #expect(activity.numbers == [2, 1])
    await activity.answer([3, 2, 1])
    #expect(activity.rows.values.map(\.count) == [0, 2, 3])
  }

  // MARK: Searching

  @Test("A search starts when the user pauses, with the text at that moment")
  func debounced() async {
    let activity = await Activity.showing(3, 2, 1)
    activity.inputs.didChangeSearch("p")
    activity.scheduler.advance(by: .milliseconds(149))
    activity.inputs.didChangeSearch("pts")
    activity.scheduler.advance(by: .milliseconds(149))
    #expect(activity.loading.last == .some(nil))
    activity.scheduler.advance(by: .milliseconds(1))
    #expect(activity.loading.last == .firstPage)
    #expect(activity.numbers == [3, 2, 1])
    #expect(activity.markedWords.values == [[], ["pts"]])
    let request = await activity.store.nextRequest()
    #expect(request.words == ["pts"])
    #expect(request.start == nil)
    activity.store.answer(request, .success(AttemptPage(attempts: [.sample(2)], next: nil)))
    await activity.rows.wait { $0.last?.count == 1 }
    #expect(activity.numbers == [2])
  }

  @Test("A search that finds nothing says so")
  func nothingFound() async {
    let activity = await Activity.showing(1)
    activity.search("nowhere")
    await activity.answer([])
    #expect(activity.emptyMessage.values == [nil, .nothingFound])
    #expect(activity.numbers.isEmpty)
  }

  @Test("Surrounding blanks, and changes undone within the pause, start no new search")
  func sameSearch() async {
    let activity = await Activity.showing(2, 1)
    activity.search("pts")
    await activity.answer([2])
    activity.inputs.didChangeSearch("pts/")
    activity.search(" pts ")
    #expect(activity.loading.last == .some(nil))
    #expect(activity.numbers == [2])
  }

  @Test("Clearing the search shows the loaded list at once and sends no request")
  func emptied() async {
    let activity = await Activity.showing(9, 8, next: 8)
    activity.inputs.didReachEnd()
    await activity.answer([7, 6], next: 6)
    activity.search("x")
    await activity.answer([8])
    #expect(activity.numbers == [8])

    activity.inputs.didChangeSearch("")
    #expect(activity.numbers == [9, 8, 7, 6])
    #expect(activity.canLoadMore.last == true)
    #expect(activity.loading.last == .some(nil))
    activity.scheduler.advance(by: .seconds(1))
    // The next request continues at the end of the list, so there was none before it.
    activity.inputs.didReachEnd()
    #expect(await activity.store.nextRequest().start == 6)
  }

  @Test("A search cleared before the pause ends sends no request either")
  func emptiedInTime() async {
    let activity = await Activity.showing(2, 1, next: 1)
    activity.inputs.didChangeSearch("x")
    activity.inputs.didChangeSearch("")
    activity.scheduler.advance(by: .seconds(1))
    #expect(activity.rows.values.map(\.count) == [0, 2])
    activity.inputs.didReachEnd()
    #expect(await activity.store.nextRequest().words.isEmpty)
  }

  @Test("Clearing a search made before the list was loaded loads the list")
  func emptiedTooEarly() async {
    let activity = Activity()
    let first = await activity.store.nextRequest()
    activity.search("x")
    _ = await activity.store.nextRequest()
    await activity.store.answerLate(first, .success(AttemptPage(attempts: [.sample(1)], next: nil)))
    activity.inputs.didChangeSearch("")
    await activity.answer([2, 1])
    #expect(activity.rows.values.map(\.count) == [0, 2])
  }

  @Test("A newer search cancels the older one and drops its late page")
  func newerSearch() async {
    let activity = await Activity.showing(3, 2, 1)
    activity.search("old")
    let old = await activity.store.nextRequest()
    activity.search("new")
    let new = await activity.store.nextRequest()
    await activity.store.answerLate(old, .success(AttemptPage(attempts: [.sample(1)], next: nil)))
    #expect(activity.store.abandoned == [["old"]])
    activity.store.answer(new, .success(AttemptPage(attempts: [.sample(2)], next: nil)))
    await activity.loading.wait { $0.last == .some(nil) }
    #expect(activity.rows.values.map { $0.map(\.id.number) } == [[], [3, 2, 1], [2]])
  }

  @Test("A late page or failure of the list never reaches the results of a search")
  func latePage() async {
    for late in [.success(AttemptPage(attempts: [.sample(1)], next: nil)), .failure(Self.failure)]
      as [Result<AttemptPage, StoreError>]
    {
      let activity = await Activity.showing(9, 8, next: 8)
      activity.inputs.didReachEnd()
      let page = await activity.store.nextRequest()
      activity.search("new")
      let search = await activity.store.nextRequest()
      activity.store.answer(search, .success(AttemptPage(attempts: [.sample(8)], next: nil)))
      await activity.loading.wait { $0.last == .some(nil) }
      await activity.store.answerLate(page, late)
      activity.inputs.didTapRefresh()
      await activity.answer([8, 7])
      #expect(activity.rows.values.map { $0.map(\.id.number) } == [[], [9, 8], [8], [8, 7]])
      #expect(activity.errorMessage.values == [nil])
    }
  }

  @Test("The results of a search are paged too")
  func pagedSearch() async {
    let activity = await Activity.showing(9, 8)
    activity.search("x")
    await activity.answer([7], next: 7)
    activity.inputs.didReachEnd()
    let request = await activity.store.nextRequest()
    #expect(request.words == ["x"])
    #expect(request.start == 7)
  }

  // MARK: Failures

  @Test("A failure is shown and keeps the rows; F5 requests the same page again")
  func failedPage() async {
    let activity = await Activity.showing(9, 8, next: 8)
    activity.inputs.didReachEnd()
    await activity.answer(.failure(Self.failure))
    #expect(activity.errorMessage.values == [nil, Self.message])
    #expect(activity.numbers == [9, 8])
    // Reaching the end again does not retry.
    activity.inputs.didReachEnd()
    #expect(activity.loading.last == .some(nil))

    activity.inputs.didTapRefresh()
    #expect(activity.errorMessage.values == [nil, Self.message, nil])
    #expect(activity.loading.last == .nextPage)
    await activity.answer([7])
    #expect(activity.rows.values.map(\.count) == [0, 2, 3])
  }

  @Test("A failed first page is not called empty, and F5 requests it again")
  func failedFirstPage() async {
    let activity = Activity()
    await activity.answer(.failure(Self.failure))
    #expect(activity.errorMessage.last == Self.message)
    #expect(activity.emptyMessage.values == [nil])
    activity.inputs.didTapRefresh()
    await activity.answer([1])
    #expect(activity.numbers == [1])
    #expect(activity.errorMessage.last == .some(nil))
  }

  @Test("A failed search keeps the rows of the list; clearing it clears the error")
  func failedSearch() async {
    let activity = await Activity.showing(2, 1)
    activity.search("x")
    await activity.answer(.failure(Self.failure))
    #expect(activity.numbers == [2, 1])
    activity.inputs.didChangeSearch("")
    #expect(activity.errorMessage.last == .some(nil))
    #expect(activity.loading.last == .some(nil))
    #expect(activity.numbers == [2, 1])
  }
}
