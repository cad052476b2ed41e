public import Identity
import Secrets

extension BadRow {
  /// Names the row's lines and its fault, and never repeats the row's content.
  public func sentence(in file: String) -> String {
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
    case .email: Sentence.emailNotValid
    case .noSecret: translated("There is neither a password nor a hash.")
    case .twoSecrets: translated("There is a password and a hash. Leave one of them empty.")
    case .notUTF8: translated("The password is not text in UTF-8. Check the encoding of the file.")
    case .password(let error): error.sentence
    case .violation(let violation): violation.sentence
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

extension AccountFileError {
  /// States the fault of the file, and the form that it should have.
  public func sentence(in file: String) -> String {
    let problem: String
    switch self {
    case .inputOutput(let number):
      return translated("{file} cannot be read: {error}.", ["file": file, "error": systemError(number)])
    case .empty: problem = translated("{file} is empty.", ["file": file])
    case .header(let fault):
      problem = translated(
        "{file}, line {line}: {problem}", ["file": file, "line": "1", "problem": fault.sentence])
    case .missing(.email): problem = translated("{file} has no column email.", ["file": file])
    case .missing: problem = translated("{file} has no column password or hash.", ["file": file])
    case .repeated(let column):
      problem = translated("{file} has the column {column} twice.", ["file": file, "column": column.rawValue])
    case .unknown(let column):
      problem = translated(
        "Column {column} of {file} means nothing here.", ["column": String(column), "file": file])
    }
    return problem + " " + translated("The first line has to name the columns: email, and password or hash or both.")
  }
}
