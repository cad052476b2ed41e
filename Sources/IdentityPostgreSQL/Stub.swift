// A stand-in with the declarations of the real module, which takes its place when the branches are joined.
public import Identity
public import Secrets

public enum PostgreSQLPlaceMistake: Error { case password, notPostgreSQL, unreadable(String) }

public struct PostgreSQLPlace: Sendable, Hashable {
  public let name: String

  public init(_ text: String) throws(PostgreSQLPlaceMistake) {
    guard Self.isNamed(by: text) else { throw .notPostgreSQL }
    if text.hasPrefix("postgresql://:") { throw .unreadable(text) }
    name = text
  }

  public static func isNamed(by text: String) -> Bool {
    text.hasPrefix("postgresql://") || text.hasPrefix("postgres://") || text.hasPrefix("service=")
  }
}

public enum PostgreSQLSchema {
  public static let current = 1
  public static func version(of place: PostgreSQLPlace) throws(StoreError) -> Int? { throw .stub }
  public static func migrate(_ place: PostgreSQLPlace) throws(StoreError) -> (from: Int, to: Int) { throw .stub }
}

public final class PostgreSQLStore: AccountStore, SessionStore, AttemptLog, ThrottleStore, SubjectStore, SecondStepStore
{
  public init(at place: PostgreSQLPlace, retention: Duration? = nil, journal: (any AttemptJournal)? = nil) {}
  public func close() async {}
  public func knownAccount(of email: EmailAddress) async throws(StoreError) -> KnownAccount? { throw .stub }
  public func accounts(after email: EmailAddress?, limit: Int) async throws(StoreError) -> [AccountSummary] {
    throw .stub
  }
  public func add(
    _ email: EmailAddress, _ passwordHash: PasswordHash, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition { throw .stub }
  public func add(
    _ accounts: [NewAccount], _ addition: BulkAddition, allowing lengths: ClosedRange<Int>, from source: AttemptSource
  ) async throws(StoreError) -> [Int] { throw .stub }
  public func change(
    _ email: EmailAddress, _ change: AccountChange, from source: AttemptSource
  ) async throws(StoreError) -> AccountLookup { throw .stub }
  public func widestPasswordLength(including range: ClosedRange<Int>) async throws(StoreError) -> ClosedRange<Int> {
    throw .stub
  }
  public func isEmpty() async throws(StoreError) -> Bool { throw .stub }
  public func account(of email: EmailAddress) async throws(StoreError) -> Account? { throw .stub }
  public func dearestHashCost() async throws(StoreError) -> HashCost? { throw .stub }
  public func replacePassword(
    of account: Account, by passwordHash: PasswordHash, sparing spared: SessionID?, settling attempt: AttemptID
  ) async throws(StoreError) -> Account? { throw .stub }
  public func rehash(_ account: Account, to passwordHash: PasswordHash) async throws(StoreError) { throw .stub }
  public func verify(_ digest: TokenDigest, by bearer: TokenBearer) async throws(StoreError) -> Session? { throw .stub }
  public func sessions(of email: EmailAddress?) async throws(StoreError) -> [Session] { throw .stub }
  public func revoke(_ selection: SessionSelection, from source: AttemptSource) async throws(StoreError) -> Int {
    throw .stub
  }
  public func page(of query: AttemptQuery, before id: AttemptID?, limit: Int) async throws(StoreError) -> AttemptPage {
    throw .stub
  }
  public func charge(
    _ email: EmailAddress, from source: AttemptSource, under throttle: Throttle
  ) async throws(StoreError) -> Charge { throw .stub }
  public func settle(
    _ id: AttemptID, as settlement: Settlement, under throttle: Throttle
  ) async throws(StoreError) -> Settled { throw .stub }
  public func recordSignOut(of email: EmailAddress, from source: AttemptSource) async throws(StoreError) { throw .stub }
  public func throttleState() async throws(StoreError) -> ThrottleState { throw .stub }
  public func clear(_ selection: ThrottleSelection) async throws(StoreError) -> Int { throw .stub }
  public func subjects(of email: EmailAddress) async throws(StoreError) -> [Subject] { throw .stub }
  public func link(
    _ subject: Subject, to email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> SubjectLinking { throw .stub }
  public func unlink(
    _ subject: Subject, of email: EmailAddress, from source: AttemptSource
  ) async throws(StoreError) -> Bool { throw .stub }
  public func account(of subject: Subject) async throws(StoreError) -> Account? { throw .stub }
  public func add(
    _ email: EmailAddress, linkedTo subject: Subject, _ condition: AdditionCondition, from source: AttemptSource
  ) async throws(StoreError) -> AccountAddition { throw .stub }
  public func useCode(of timeStep: Int64, _ account: Account) async throws(StoreError) -> Bool { throw .stub }
  public func countWrongCode(_ account: Account) async throws(StoreError) { throw .stub }
  public func useRecoveryCode(
    _ digest: RecoveryCodeDigest, _ account: Account, from source: AttemptSource
  ) async throws(StoreError) -> Bool { throw .stub }
  public func add(
    _ step: NewSecondStep, to account: Account, sparing spared: SessionID?, from source: AttemptSource
  ) async throws(StoreError) -> Account? { throw .stub }
  public func sealedSecret() async throws(StoreError) -> SealedSecret? { throw .stub }
}

extension StoreError {
  fileprivate static let stub = StoreError.unreachable(.notOpened, path: "stub")
}
