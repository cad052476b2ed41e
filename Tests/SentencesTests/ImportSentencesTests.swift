import Glibc
import Identity
import Secrets
import Sentences
import Testing

@Suite("Sentences about account files")
struct ImportSentencesTests {
  @Test(
    "A bad row is described without quoting its content",
    arguments: [
      (.csv(.textBehindQuote), "There is something between a closing quotation mark and the end of its field."),
      (.csv(.openQuote), "A quotation mark is never closed."),
      (.csv(.strayReturn), "There is a carriage return without a line feed."),
      (.csv(.tooLong), "The row is too long."),
      (
        .csv(.strayQuote),
        "There is a quotation mark within a field. Put the field in quotation marks, and write two for each."
      ),
      (
        .fieldCount(3, expected: 2),
        "The number of fields is 3, but the header has 2. A field with commas has to be in quotation marks."
      ),
      (.email, "Entered email is not valid."), (.noSecret, "There is neither a password nor a hash."),
      (.twoSecrets, "There is a password and a hash. Leave one of them empty."),
      (.notUTF8, "The password is not text in UTF-8. Check the encoding of the file."),
      (.password(.empty), "The password is empty. Enter one."),
      (.violation(.common), "This password is one of the most common ones. Choose another."),
      (
        .hash(.malformed),
        "The hash has to be an argon2id PHC string of version 19 with p=1, a salt of 16 bytes and a hash of 32."
      ),
      (
        .hash(.absurdCost(HashCost(memoryKiB: 8, passes: 0))),
        "The hash asks for more memory or work than is allowed: m=8, t=0."
      ),
      (.repeated(line: 2), "The email stands in line 2 already."), (.exists, "The email has an account already."),
    ] as [(BadRow.Reason, String)])
  func rows(reason: BadRow.Reason, sentence: String) {
    #expect(BadRow(lines: 7...7, reason: reason).sentence(in: "a.csv") == "a.csv, line 7: " + sentence)
    #expect(BadRow(lines: 7...9, reason: reason).sentence(in: "a.csv") == "a.csv, lines 7 to 9: " + sentence)
  }

  @Test(
    "A file without a usable header gets a sentence about the right header",
    arguments: [
      (.empty, "a.csv is empty."), (.header(.openQuote), "a.csv, line 1: A quotation mark is never closed."),
      (.missing(.email), "a.csv has no column email."), (.missing(.password), "a.csv has no column password or hash."),
      (.repeated(.hash), "a.csv has the column hash twice."),
      (.unknown(column: 3), "Column 3 of a.csv means nothing here."),
    ] as [(AccountFileError, String)])
  func headers(error: AccountFileError, sentence: String) {
    let rule = "The first line has to name the columns: email, and password or hash or both."
    #expect(error.sentence(in: "a.csv") == sentence + " " + rule)
  }

  @Test("An unreadable file gets a sentence with the reason")
  func unreadable() {
    #expect(
      AccountFileError.inputOutput(errorNumber: EIO).sentence(in: "a.csv")
        == "a.csv cannot be read: Input/output error.")
  }
}
