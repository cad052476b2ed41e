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
        counting: count,
        "The row has {count} field, but the first line has {expected}. "
          + "Put fields that contain commas in quotation marks.",
        "The row has {count} fields, but the first line has {expected}. "
          + "Put fields that contain commas in quotation marks.",
        ["expected": String(expected)])
    case .email: Sentence.emailNotValid
    case .noSecret: translated("The row has neither a password nor a hash.")
    case .twoSecrets: translated("The row has both a password and a hash. Leave one of them empty.")
    case .notUTF8(.email): translated("The email isn't UTF-8 text. Check the encoding of the file.")
    case .notUTF8: translated("The password isn't UTF-8 text. Check the encoding of the file.")
    case .password(let error): error.sentence
    case .violation(let violation): violation.sentence
    case .hash(.malformed):
      translated(
        "The hash must be argon2id or argon2i (version 19, at most 16 lanes), "
          + "bcrypt, sha256crypt, sha512crypt or yescrypt.")
    case .hashPrefix(let prefix):
      translated("Remove “{prefix}”, so that the hash begins with “$”.", ["prefix": prefix])
    case .locked:
      translated("The account is locked there, or its hash is elsewhere. Leave the row out, or give it a password.")
    case .hash(.absurdCost(let cost)):
      translated(
        "The hash needs more memory or work than is allowed: m={memory}, t={passes}.",
        ["memory": String(cost.memoryKiB), "passes": String(cost.passes)])
    case .hash(.tooExpensive(let scheme)):
      translated(
        "The hash by {scheme} takes too much work: {limit} is allowed.",
        ["scheme": scheme.rawValue, "limit": scheme.limit])
    case .memory(let memory, let most):
      translated(
        "The hash takes {memory} MiB of memory, and so would every sign-in. "
          + "The limit is {limit} MiB, or hash.memory-kib if that is more.",
        ["memory": String(memory / 1024), "limit": String(most / 1024)])
    case .repeated(let line): translated("The email is already on line {line}.", ["line": String(line)])
    case .exists: translated("That email already has an account.")
    }
  }
}

extension ForeignHash.Scheme {
  /// The most work, in the scheme's own words.
  fileprivate var limit: String {
    switch self {
    case .argon2i: translated("memory of at most {memory} KiB", ["memory": String(HashCost.limit.memoryKiB)])
    case .bcrypt: translated("a cost of at most {number}", ["number": "16"])
    case .sha256crypt, .sha512crypt: translated("a number of at most {number} rounds", ["number": "9999999"])
    case .yescrypt: translated("memory of at most {memory} KiB", ["memory": String(HashCost.limit.memoryKiB)])
    }
  }
}

extension CSVProblem {
  fileprivate var sentence: String {
    switch self {
    case .strayQuote:
      translated(
        "A field contains a quotation mark. "
          + "Put the field in quotation marks, and write \"\" for each one inside.")
    case .textBehindQuote: translated("There is text after a field's closing quotation mark.")
    case .openQuote: translated("A closing quotation mark is missing.")
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
      return translated("{file} can't be read: {error}.", ["file": file, "error": systemError(number)])
    case .utf16: return translated("{file} is UTF-16. Save it as UTF-8.", ["file": file])
    case .separatorLine: problem = translated("{file} begins with a line for spreadsheets. Remove it.", ["file": file])
    case .empty: problem = translated("{file} is empty.", ["file": file])
    case .header(let fault):
      problem = translated(
        "{file}, line {line}: {problem}", ["file": file, "line": "1", "problem": fault.sentence])
    case .missing(.email): problem = translated("{file} has no “email” column.", ["file": file])
    case .missing: problem = translated("{file} has no “password” or “hash” column.", ["file": file])
    case .repeated(let column):
      problem = translated("{file} has the “{column}” column twice.", ["file": file, "column": column.rawValue])
    case .unknown(let column):
      problem = translated("{file} has an unknown name in column {column}.", ["column": String(column), "file": file])
    }
    return problem + " " + translated("The first line must name the columns: email, and password or hash or both.")
  }
}
