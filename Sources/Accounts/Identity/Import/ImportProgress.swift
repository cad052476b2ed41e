/// An event during an import.
public enum ImportEvent: Sendable, Equatable {
  /// A row is bad.
  case bad(BadRow)
  /// A row is done, or a step begins.
  case progress(ImportProgress)
}

/// The progress of an import.
public struct ImportProgress: Sendable, Hashable {
  /// A step of an import.
  public enum Step: Sendable, Hashable {
    /// The rows are read and checked.
    case checking
    /// The rows are read and their passwords hashed.
    case hashing
    /// The accounts are added to the store.
    case adding
  }

  /// The step under way.
  public let step: Step
  /// The rows done so far in this step. In the last step, the rows to add.
  public let rows: Int
  /// The bytes of the file before the next row.
  public let bytes: Int
}

/// The result of an import.
public struct ImportResult: Sendable, Hashable {
  /// The number of accounts added.
  public let addedCount: Int
  /// The number of bad rows. An import of all or none that stopped has ``ImportAccountsUseCase/badRowLimit`` or more.
  public let badCount: Int
}

/// The reason why nothing was imported, whatever the rows are.
public enum ImportError: Error, Sendable, Hashable {
  /// The file cannot be read.
  case file(AccountFileError)
  /// The store failed, or a password could not be hashed.
  case unavailable(StoreError)
}
