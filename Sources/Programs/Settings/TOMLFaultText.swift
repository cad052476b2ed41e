import Sentences
import TOML

extension TOMLFault.Problem {
  /// The fault and its fix, to follow the file, the line and the key.
  var sentence: String {
    switch self {
    case .notUTF8: translated("this isn't UTF-8 text.")
    case .controlCharacter: translated("remove the control character.")
    case .noKey: translated("the name of a setting is missing.")
    case .noEqualsSign: translated("write = and a value after the name.")
    case .noValue: translated("the value is missing.")
    case .unquoted(let word): translated("put quotation marks around the value: \"{value}\".", ["value": word])
    case .unclosed(let mark): translated("{mark} is missing at the end.", ["mark": String(mark)])
    case .moreOnLine: translated("begin a new line after the value.")
    case .unknownEscape: translated("unknown escape. Write \\\\ for a backslash.")
    case .multilineString: translated("a value must fit on one line.")
    case .date: translated("dates and times aren't used here.")
    case .notWholeNumber: translated("use a whole number of at most 18 digits, such as 12.")
    case .notStringInList: translated("a list can contain only strings in quotation marks.")
    case .arrayOfTables: translated("use single brackets: [ ].")
    case .repeated(let line): translated("it is already set on line {line}.", ["line": String(line)])
    case .tooManyParts: translated("too many levels.")
    }
  }
}
