import Glibc
import Identity
import Secrets
import SignInUI

extension BadRow {
  /// Where it is and what is wrong with it. Nothing of what stands in the row.
  func sentence(in file: String) -> String {
    lines.count == 1
      ? translated(
        "{file}, line {line}: {problem}", ["file": file, "line": String(lines.lowerBound), "problem": sentence])
      : translated(
        "{file}, lines {first} to {last}: {problem}",
        [
          "file": file, "first": String(lines.lowerBound), "last": String(lines.upperBound), "problem": sentence,
        ])
  }

  private var sentence: String {
    switch reason {
    case .csv(let problem): problem.sentence
    case .fieldCount(let count, let expected):
      translated(
        "The number of fields is {count}, but the header has {expected}. "
          + "A field with commas has to be in quotation marks.",
        ["count": String(count), "expected": String(expected)])
    case .email: translated("Entered email is not valid.")
    case .noSecret: translated("There is neither a password nor a hash.")
    case .twoSecrets: translated("There is a password and a hash. Leave one of them empty.")
    case .notUTF8: translated("The password is not text in UTF-8. Check the encoding of the file.")
    case .password(let error): error.reason.translation
    case .violation(let violation): Failure(violation).sentence
    case .hash(.malformed):
      translated(
        "The hash has to be an argon2id PHC string of version 19 with p=1, a salt of 16 bytes and a hash of 32.")
    case .hash(.absurdCost(let cost)):
      translated(
        "The hash asks for more memory or work than is allowed: m={memory}, t={passes}.",
        ["memory": String(cost.memoryKiB), "passes": String(cost.passes)])
    case .repeated(let line): translated("The email stands in line {line} already.", ["line": String(line)])
    case .exists: translated("The email has an account already.")
    }
  }
}

extension CSVProblem {
  fileprivate var sentence: String {
    switch self {
    case .strayQuote:
      translated(
        "There is a quotation mark within a field. Put the field in quotation marks, and write two for each.")
    case .textBehindQuote: translated("There is something between a closing quotation mark and the end of its field.")
    case .openQuote: translated("A quotation mark is never closed.")
    case .strayReturn: translated("There is a carriage return without a line feed.")
    case .tooLong: translated("The row is too long.")
    }
  }
}

extension Failure {
  /// A file that has no rows to be read.
  init(_ error: AccountFileError, in file: String) {
    switch error {
    case .inputOutput(let number):
      self.init(
        .inputOutput,
        translated("{file} cannot be read: {error}.", ["file": file, "error": String(cString: strerror(number))]))
    case .empty: self.init(.unacceptable, translated("{file} is empty.", ["file": file]) + Self.headerRule)
    case .header(let problem):
      self.init(
        .unacceptable,
        translated(
          "{file}, line {line}: {problem}", ["file": file, "line": "1", "problem": problem.sentence]) + Self.headerRule)
    case .missing(.email):
      self.init(.unacceptable, translated("{file} has no column email.", ["file": file]) + Self.headerRule)
    case .missing:
      self.init(.unacceptable, translated("{file} has no column password or hash.", ["file": file]) + Self.headerRule)
    case .repeated(let column):
      self.init(
        .unacceptable,
        translated("{file} has the column {column} twice.", ["file": file, "column": column.rawValue]) + Self.headerRule
      )
    case .unknown(let column):
      self.init(
        .unacceptable,
        translated("Column {column} of {file} means nothing here.", ["column": String(column), "file": file])
          + Self.headerRule)
    }
  }

  private static var headerRule: String {
    " " + translated("The first line has to name the columns: email, and password or hash or both.")
  }
}
