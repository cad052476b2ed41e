import Glibc
import Identity
import Secrets

extension BadRow {
  /// Where it is and what is wrong with it. Nothing of what stands in the row.
  func sentence(in file: String) -> String {
    lines.count == 1
      ? "\(file), line \(lines.lowerBound): \(sentence)"
      : "\(file), lines \(lines.lowerBound) to \(lines.upperBound): \(sentence)"
  }

  private var sentence: String {
    switch reason {
    case .csv(let problem): problem.sentence
    case .fieldCount(let count, let expected):
      "The number of fields is \(count), but the header has \(expected). A field with commas has to be in quotation marks."
    case .email: "Entered email is not valid."
    case .noSecret: "There is neither a password nor a hash."
    case .twoSecrets: "There is a password and a hash. Leave one of them empty."
    case .notUTF8: "The password is not text in UTF-8. Check the encoding of the file."
    case .password(let error): error.reason
    case .violation(let violation): Failure(violation).sentence
    case .hash(.malformed):
      "The hash has to be an argon2id PHC string of version 19 with p=1, a salt of 16 bytes and a hash of 32."
    case .hash(.absurdCost(let cost)):
      "The hash asks for \(cost.memoryKiB) KiB and \(cost.passes) passes, which is out of bounds."
    case .repeated(let line): "The email stands in line \(line) already."
    case .exists: "The email has an account already."
    }
  }
}

extension CSVProblem {
  fileprivate var sentence: String {
    switch self {
    case .strayQuote:
      "There is a quotation mark within a field. Put the field in quotation marks, and write \"\" for each."
    case .textBehindQuote: "There is something between a closing quotation mark and the end of its field."
    case .openQuote: "A quotation mark is never closed."
    case .strayReturn: "There is a carriage return without a line feed."
    case .tooLong: "The row is too long."
    }
  }
}

extension Failure {
  /// A file that has no rows to be read.
  init(_ error: AccountFileError, in file: String) {
    switch error {
    case .inputOutput(let number):
      self.init(.inputOutput, "\(file) cannot be read: \(String(cString: strerror(number))).")
    case .empty: self.init(.unacceptable, "\(file) is empty. \(Self.headerRule)")
    case .header(let problem): self.init(.unacceptable, "\(file), line 1: \(problem.sentence) \(Self.headerRule)")
    case .missing(.email): self.init(.unacceptable, "\(file) has no column email. \(Self.headerRule)")
    case .missing: self.init(.unacceptable, "\(file) has no column password or hash. \(Self.headerRule)")
    case .repeated(let column):
      self.init(.unacceptable, "\(file) has the column \(column.rawValue) twice. \(Self.headerRule)")
    case .unknown(let column):
      self.init(.unacceptable, "Column \(column) of \(file) means nothing here. \(Self.headerRule)")
    }
  }

  private static let headerRule = "Its first line has to name the columns: email, and password or hash or both."
}
