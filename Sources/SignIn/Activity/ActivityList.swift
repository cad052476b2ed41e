import Identity

/// The list of somebody's attempts at one moment: what is shown, what is searched, what is under way.
///
/// A value that only ``receive(_:)`` changes. What it asks for is in ``underWay``; who asks brings the answer back.
struct ActivityList: Hashable {
  /// A page to be read.
  struct Request: Hashable {
    let search: AttemptSearch
    /// Before which attempt; nil for the first page.
    let start: AttemptID?
  }

  enum Event {
    /// The list is looked at for the first time.
    case opened
    case searched(AttemptSearch)
    case reachedEnd
    /// The newest rows are wanted, or the page that failed.
    case refreshed
    case answered(Result<AttemptPage, StoreError>)
  }

  /// Pages in a row, from the newest attempt on.
  private struct Section: Hashable {
    var attempts: [Attempt] = []
    /// Before which attempt there may be more.
    var next: AttemptID?
  }

  private(set) var search = AttemptSearch("")
  private(set) var underWay: Request?
  /// Why the last page did not come. What was shown stays.
  private(set) var failure: StoreError?
  private var failed: Request?
  /// What is shown, nil before the first page.
  private var shown: Section?
  /// Everything that was loaded without a search, nil before its first page.
  private var browsed: Section?

  var attempts: [Attempt] { shown?.attempts ?? [] }
  var canLoadMore: Bool { shown?.next != nil }

  /// Whether there is nothing to show, and nothing more to come.
  var isEmpty: Bool { shown?.attempts == [] && underWay == nil && failure == nil }

  mutating func receive(_ event: Event) {
    switch event {
    case .opened: ask(for: Request(search: search, start: nil))
    case .searched(let search): look(for: search)
    case .reachedEnd:
      if underWay == nil, failure == nil, let next = shown?.next { ask(for: Request(search: search, start: next)) }
    case .refreshed: ask(for: failed ?? Request(search: search, start: nil))
    case .answered(.success(let page)): take(page)
    case .answered(.failure(let error)): (failure, failed, underWay) = (error, underWay, nil)
    }
  }

  private mutating func ask(for request: Request) {
    (underWay, failure, failed) = (request, nil, nil)
  }

  /// Until its first page is there, what was shown before stays.
  private mutating func look(for search: AttemptSearch) {
    guard search != self.search else { return }
    self.search = search
    if search.isEmpty, let browsed {
      shown = browsed
      (underWay, failure, failed) = (nil, nil, nil)
    } else {
      ask(for: Request(search: search, start: nil))
    }
  }

  private mutating func take(_ page: AttemptPage) {
    guard let request = underWay else { return }
    (underWay, failure, failed) = (nil, nil, nil)
    var section = Section(attempts: page.attempts, next: page.next)
    if let start = request.start, let shown {
      section.attempts = shown.attempts + page.attempts.filter { $0.id < start }
    }
    shown = section
    if request.search.isEmpty { browsed = section }
    // A store may give up looking before it has found anything. Then nobody has a last row to come near to.
    if page.attempts.isEmpty, let next = page.next { ask(for: Request(search: request.search, start: next)) }
  }
}
