public import Secrets

extension LineError {
  /// States the fault and the fix.
  public var sentence: String {
    switch self {
    case .endOfInput: translated("The input ended before a line came. Write one line to it.")
    case .tooLong(let limit): translated("The line is too long. Use at most {limit} bytes.", ["limit": String(limit)])
    case .notUTF8: translated("The line is not text in UTF-8. Check the encoding of the input.")
    case .inputOutput(let number): translated("The input cannot be read: {error}.", ["error": systemError(number)])
    }
  }
}
