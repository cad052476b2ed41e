public import Identity

/// The activity of the account that signed in on a connection to a server.
public struct RemoteActivity: ReadingActivity {
  private let client: RemoteAccounts

  /// - Parameter client: The connection.
  public init(_ client: RemoteAccounts) {
    self.client = client
  }

  /// Asks for a page of the attempts that match `search`.
  public nonisolated(nonsending) func page(
    of search: AttemptSearch, before id: AttemptID?
  ) async throws(StoreError) -> AttemptPage {
    let answer = try await client.ask(.page(search, before: id))
    guard case .endOfRows(let next) = answer.reply else { throw .service(.nonsense) }
    return AttemptPage(attempts: answer.rows, next: next)
  }

  /// Asks for the sign-in before the newest one.
  public nonisolated(nonsending) func previousSignIn() async throws(StoreError) -> PreviousSignIn? {
    guard case .previous(let previous) = try await client.ask(.previousSignIn).reply else { throw .service(.nonsense) }
    return previous
  }
}

/// The account that signed in on a connection to a server.
public struct RemoteAccount: ReadingAccount {
  private let client: RemoteAccounts

  /// - Parameter client: The connection.
  public init(_ client: RemoteAccounts) {
    self.client = client
  }

  /// Asks for the account as it is now.
  public nonisolated(nonsending) func overview() async throws(StoreError) -> AccountOverview {
    guard case .account(let overview) = try await client.ask(.overview).reply else { throw .service(.nonsense) }
    return overview
  }
}
