public import Secrets

extension LineError {
  /// States the fault and the fix.
  public var sentence: String {
    switch self {
    case .endOfInput: translated("The input ended where a line was expected.")
    case .tooLong(let limit): translated("The line is too long. Use at most {limit} bytes.", ["limit": String(limit)])
    case .notUTF8: translated("The line isn't UTF-8 text. Check the encoding of the input.")
    case .inputOutput(let number): translated("The input can't be read: {error}.", ["error": systemError(number)])
    }
  }
}
