public import Identity
public import Testing

/// What every store has to do, told against the ports only: whoever writes another store runs these clauses on it.
///
///     @Test("keeps every clause of the contract", arguments: StoreContract.clauses)
///     func contract(_ clause: StoreContract.Clause) async throws {
///       let clock = ManualClock()
///       try await clause.check(MyStore(clock: clock), clock)
///     }
public enum StoreContract {
  /// A store that does all there is to do.
  public typealias Store = AccountStore & SessionStore & AttemptLog

  /// One promise, as a story on an empty store and the clock that it reads.
  public struct Clause: Sendable, CustomTestStringConvertible {
    /// The promise in plain words.
    public let sentence: String
    /// Records an issue, or throws, when it is broken.
    public let check: @Sendable (any Store, ManualClock) async throws -> Void

    // The stories say `async throws` themselves: it is not inferred from what stands inside a macro.
    init(_ sentence: String, check: @escaping @Sendable (any Store, ManualClock) async throws -> Void) {
      self.sentence = sentence
      self.check = check
    }

    /// The sentence.
    public var testDescription: String { sentence }
  }

  /// All of them.
  public static let clauses: [Clause] = accounts + sessions + throttling + attempts + searching
}

extension StoreContract.Clause {
  /// People and places of the stories.
  static let ann = email("Ann@example.com")
  static let bob = email("bob@example.com")
}
