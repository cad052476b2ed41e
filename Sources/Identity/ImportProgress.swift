/// What is told while accounts are imported.
public enum ImportEvent: Sendable, Equatable {
  /// A row is bad.
  case bad(BadRow)
  /// A row is done, or a step begins.
  case progress(ImportProgress)
}

/// How far an import is.
public struct ImportProgress: Sendable, Hashable {
  /// What is being done.
  public enum Step: Sendable, Hashable {
    /// The rows are read and checked.
    case checking
    /// The rows are read and their passwords hashed.
    case hashing
    /// The accounts are put into the store.
    case adding
  }

  /// What is being done.
  public let step: Step
  /// The rows so far in this step; of the last one, all there are to add.
  public let rows: Int
  /// The bytes of the file before the next row.
  public let bytes: Int

  /// A progress of the given properties.
  public init(step: Step, rows: Int, bytes: Int) {
    self.step = step
    self.rows = rows
    self.bytes = bytes
  }
}

/// What became of an import.
public struct ImportResult: Sendable, Hashable {
  /// How many accounts were added.
  public let addedCount: Int
  /// How many rows are bad; of an import of all or none ``ImportAccountsUseCase/badRowLimit`` or more when it gave up.
  public let badCount: Int

  /// A result of the given properties.
  public init(addedCount: Int, badCount: Int) {
    self.addedCount = addedCount
    self.badCount = badCount
  }
}

/// Why nothing was imported, whatever the rows are like.
public enum ImportError: Error, Sendable, Hashable {
  /// The file cannot be read.
  case file(AccountFileError)
  /// The store could not be asked, or a password not be hashed.
  case unavailable(StoreError)
}
