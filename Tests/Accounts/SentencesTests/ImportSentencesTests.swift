import Glibc
import Secrets
import Sentences
import Testing

@testable import Identity

@Suite("Sentences about account files")
struct ImportSentencesTests {
  @Test(
    "A bad row is described without quoting its content",
    arguments: [
      (.csv(.textBehindQuote), "There is text after a field's closing quotation mark."),
      (.csv(.openQuote), "A closing quotation mark is missing."),
      (.csv(.strayReturn), "There is a carriage return without a line feed."),
      (.csv(.tooLong), "The row is too long."),
      (
        .csv(.strayQuote),
        "A field contains a quotation mark. Put the field in quotation marks, and write \"\" for each one inside."
      ),
      (
        .fieldCount(3, expected: 2),
        "The row has 3 fields, but the first line has 2. Put fields that contain commas in quotation marks."
      ),
      (
        .fieldCount(1, expected: 2),
        "The row has 1 field, but the first line has 2. Put fields that contain commas in quotation marks."
      ),
      (.email, "Entered email is not valid."), (.noSecret, "The row has neither a password nor a hash."),
      (.twoSecrets, "The row has both a password and a hash. Leave one of them empty."),
      (.notUTF8(.email), "The email isn't UTF-8 text. Check the encoding of the file."),
      (.notUTF8(.password), "The password isn't UTF-8 text. Check the encoding of the file."),
      (.password(.empty), "The password is empty. Enter one."),
      (.violation(.common), "That password is too common. Choose another."),
      (
        .hash(.malformed),
        "The hash must be argon2id or argon2i (version 19, at most 16 lanes), "
          + "bcrypt, sha256crypt, sha512crypt or yescrypt."
      ),
      (.hashPrefix("{CRYPT}"), "Remove “{CRYPT}”, so that the hash begins with “$”."),
      (
        .locked, "The account is locked there, or its hash is elsewhere. Leave the row out, or give it a password."
      ),
      (
        .hash(.absurdCost(HashCost(memoryKiB: 8, passes: 0))),
        "The hash needs more memory or work than is allowed: m=8, t=0."
      ),
      (
        .hash(.tooExpensive(.bcrypt)), "The hash by bcrypt takes too much work: a cost of at most 16 is allowed."
      ),
      (
        .memory(1_048_576, most: 262_144),
        "The hash takes 1024 MiB of memory, and so would every sign-in. "
          + "The limit is 256 MiB, or hash.memory-kib if that is more."
      ),
      (.repeated(line: 2), "The email is already on line 2."), (.exists, "That email already has an account."),
    ] as [(BadRow.Reason, String)])
  func rows(reason: BadRow.Reason, sentence: String) {
    #expect(BadRow(lines: 7...7, reason: reason).sentence(in: "a.csv") == "a.csv, line 7: " + sentence)
    #expect(BadRow(lines: 7...9, reason: reason).sentence(in: "a.csv") == "a.csv, lines 7 to 9: " + sentence)
  }

  @Test(
    "A file without a usable header gets a sentence about the right header",
    arguments: [
      (.empty, "a.csv is empty."),
      (.separatorLine, "a.csv begins with a line for spreadsheets. Remove it."),
      (.header(.openQuote), "a.csv, line 1: A closing quotation mark is missing."),
      (.missing(.email), "a.csv has no “email” column."),
      (.missing(.password), "a.csv has no “password” or “hash” column."),
      (.repeated(.hash), "a.csv has the “hash” column twice."),
      (.unknown(column: 3), "a.csv has an unknown name in column 3."),
    ] as [(AccountFileError, String)])
  func headers(error: AccountFileError, sentence: String) {
    let rule = "The first line must name the columns: email, and password or hash or both."
    #expect(error.sentence(in: "a.csv") == sentence + " " + rule)
  }

  @Test("An unreadable file gets a sentence with the reason")
  func unreadable() {
    #expect(
      AccountFileError.inputOutput(errorNumber: EIO).sentence(in: "a.csv")
        == "a.csv can't be read: Input/output error.")
    #expect(AccountFileError.utf16.sentence(in: "a.csv") == "a.csv is UTF-16. Save it as UTF-8.")
  }
}
