import Measure

/// The measured program and its store.
struct Program {
  let path: String
  let store: String

  /// Runs the program, and names the store at the end of its arguments.
  @discardableResult
  func run(_ arguments: [String], input: String = "") throws -> ProgramRun {
    try ProgramRun(path, arguments + ["--store", "sqlite:\(store)"], input: input)
  }
}
