public import Identity
public import Testing

/// The rules for every store, written against the ports only. A new store must pass these clauses:
///
///     @Test("keeps every clause of the contract", arguments: StoreContract.clauses)
///     func contract(_ clause: StoreContract.Clause) async throws {
///       let clock = ManualClock()
///       try await clause.check(MyStore(clock: clock), clock)
///     }
public enum StoreContract {
  /// A store with all seven ports.
  public typealias Store = AccountStore & SessionStore & AttemptLog & ThrottleStore & SubjectStore & SecondStepStore
    & OwnerStore

  /// One rule, as a story on an empty store and its clock.
  public struct Clause: Sendable, CustomTestStringConvertible {
    /// The rule in plain words.
    public let sentence: String
    /// Records an issue, or throws, if the rule is broken.
    public let check: @Sendable (any Store, ManualClock) async throws -> Void
    /// Whether the store must notice that its clock was set. A server's clock says nothing of that, so a store of many
    /// machines leaves it to those who keep the server's time.
    public let isAboutSettingTheClock: Bool

    // The stories write `async throws` themselves: the compiler doesn't infer it inside a macro.
    init(
      _ sentence: String, isAboutSettingTheClock: Bool = false,
      check: @escaping @Sendable (any Store, ManualClock) async throws -> Void
    ) {
      self.sentence = sentence
      self.isAboutSettingTheClock = isAboutSettingTheClock
      self.check = check
    }

    /// The sentence.
    public var testDescription: String { sentence }
  }

  /// All clauses.
  public static let clauses: [Clause] =
    accounts + sessions + throttling + sources + attempts + searching + changes + limits + subjects + secondSteps
    + keys + unknownLogins + owners + ownChanges + homes + blocked
}

extension StoreContract.Clause {
  /// The accounts and sources of the stories.
  static let ann = email("Ann@example.com")
  static let bob = email("bob@example.com")
}
