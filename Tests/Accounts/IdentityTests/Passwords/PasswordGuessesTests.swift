import Testing

@testable import Identity

@Suite("The guesses for a password, as powers of ten")
struct PasswordGuessesTests {
  @Test(
    "A word takes 500 guesses, wherever it stands and whichever list has it",
    arguments: [
      ("horse", 2.7), ("dragon", 2.7), ("horsetiger", 5.71), ("letmeindragon", 5.71), ("horse tiger", 8.07),
      ("horsexk", 5.04), ("xkhorse", 5.04), ("hors", 4.0), ("horseс", 4.79),
    ] as [(String, Double)])
  func words(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "One capital or all double the guesses for a word, and more capitals multiply them further",
    arguments: [
      ("Horse", 3.0), ("HORSE", 3.0), ("HoRse", 3.6), ("PASsword", 3.9), ("PASSword", 4.21), ("PASSWOrD", 4.21),
    ] as [(String, Double)])
  func capitals(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "A digit or mark in place of a letter doubles the guesses for a word, three times at most",
    arguments: [
      ("hors3", 3.0), ("h0rs3", 3.3), ("pa55w0rd", 3.6), ("pa$$w0rd", 3.6), ("p455w0rd", 3.6), ("p@ssword", 3.0),
      ("Pa55word", 3.6), ("8ell", 3.0), ("6ame", 3.0), ("9ame", 3.0), ("en1gm4", 3.3), ("be11", 3.3), ("be!!", 3.3),
      ("be||", 3.3), ("1llness", 3.0), ("1llne55", 3.6), ("+iger", 3.0), ("7iger", 3.0), ("bo%", 3.0), ("qui2", 3.0),
      ("2ebra", 3.0),
    ] as [(String, Double)])
  func substitutes(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "Each order of the parts is guessed, after all passwords of fewer parts",
    arguments: [
      ("horsetigerzebra", 8.93), ("horsetigerzebraquiz", 12.4), ("horsetigerzebraquizgame", 16.14),
      ("horsetigerzebraquizgamebell", 20.05), ("horsetigerzebraquizgamebellillness", 24.02),
      ("horsetigerzebraquizgamebellillnesspassword", 27.9),
      ("horsetigerzebraquizgamebellillnesspasswordenigma", 31.51), ("xkqvjwzpaaaxkqvjwzp", 18.49),
    ] as [(String, Double)])
  func parts(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "Characters outside of patterns take ten guesses each, whatever their bytes",
    arguments: [
      ("", 0.0), ("x", 1.04), ("xk", 2.0), ("xkq", 3.0), ("xkqvjw", 6.0), ("ж", 1.04), ("жы", 2.0), ("жыщ", 3.0),
      ("xkqvjwzpxkqvjwzphgbnxkqvtwzpxkdvjwzpxkrvjwzpxkqvtwzpbkqvjwzpxkqvjwzpxkqvjwzp", 56.6),
    ] as [(String, Double)])
  func characters(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "Parts of the owner's email take 100 guesses each, with one mark between them or none",
    arguments: [
      ("ada", 2.0), ("ADA", 2.0), ("ada.lovelace", 2.0), ("adalovelace", 4.0), ("ada-lovelace", 4.0),
      ("ada--lovelace", 7.3), ("lovelaceada", 4.0), ("lovelace gmail com", 6.0), ("ada1", 4.0), ("Lovelacexk", 4.48),
      ("lovelac", 7.0), ("xkada.lovelace", 4.48), ("lovelacegmail", 4.0),
    ] as [(String, Double)])
  func email(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "Runs of the alphabet take 20 guesses for each character",
    arguments: [
      ("ab", 2.0), ("abc", 1.78), ("cba", 1.78), ("abcd", 1.91), ("abcdefghij", 2.3), ("98765", 2.0), ("acegi", 5.0),
      ("kabcd", 4.07),
    ] as [(String, Double)])
  func alphabet(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "Runs on the keyboard take 47 guesses for each key, and more for each turn",
    arguments: [
      ("qwe", 2.81), ("qwer", 2.94), ("qwerty", 3.11), ("qwedsa", 4.44), ("qaz", 2.81), ("1qaz", 2.94),
      ("zaq1", 2.94), ("asdfg", 3.03), ("QWERTY", 3.11), ("!@#$", 2.94), ("hgfd", 2.94), ("qazx", 3.6),
      ("rfv", 2.81), ("wdv", 3.0), ("qwet", 4.0), ("tgbnm", 3.7), ("1qwer", 3.7), ("gqwe", 4.0),
      ("horseqwerty", 6.12), ("xqwerty", 4.58),
      ("4esz", 2.94), ("zse4", 2.94),
    ] as [(String, Double)])
  func keyboard(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "A repeat takes the guesses for its unit, times the number of repeats",
    arguments: [
      ("aaa", 1.53), ("aaaa", 1.65), ("aaaaaaaaaaaa", 2.12), ("abab", 2.31), ("xkxk", 2.31), ("xkqxkq", 3.3),
      ("xkqxkqxkq", 3.48), ("xkqvxkqvxkqv", 4.48), ("horsehorse", 3.0), ("aaabbb", 4.18), ("xkxkx", 4.16),
      ("жж", 1.36), ("xkhorsehorse", 5.32), ("horseaaa", 4.79), ("xkaaaaxkaaaa", 6.3),
    ] as [(String, Double)])
  func repeats(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "A year from 1800 to 2099 takes 200 guesses",
    arguments: [
      ("1800", 2.3), ("1815", 2.3), ("1799", 4.0), ("2099", 2.3), ("2100", 4.0), ("181", 3.0), ("1815x", 4.16),
      ("xk1815", 4.7), ("xk1815xk", 8.0),
    ] as [(String, Double)])
  func years(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "A date takes 40,000 guesses, with a day and a month in either order before or behind the year",
    arguments: [
      ("101215", 4.6), ("310115", 4.6), ("121315", 4.6), ("131315", 4.7), ("310101", 4.6), ("320101", 4.7),
      ("000101", 4.7), ("010001", 6.0), ("10121815", 4.6), ("13131985", 4.96), ("10122099", 4.6), ("10122100", 6.61),
      ("10120999", 6.61), ("18151210", 4.6), ("18151310", 4.6), ("10001210", 4.6), ("09991210", 7.08),
      ("xk18151210", 6.9),
    ] as [(String, Double)])
  func dates(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test(
    "A date has two marks or none",
    arguments: [
      ("10.12.18", 4.6), ("10.12.1815", 4.6), ("10/12/1815", 4.6), ("1815-12-10", 4.6), ("1815.31.01", 4.6),
      ("1815.32.01", 8.6), ("10.12x1815", 8.6), ("10x12.1815", 8.6), ("1815-12x10", 8.6), ("1815x12-10", 8.6),
      ("10.12.1", 7.0), ("10.12.181", 5.95), ("1815-12-1", 7.6), ("xk10.12.1815", 6.9),
    ] as [(String, Double)])
  func marks(_ password: String, _ guesses: Double) {
    expect(guesses, for: password)
  }

  @Test("A part of the email of two letters is guessed as characters")
  func shortPartOfEmail() {
    expect(5.32, for: "lovelace-me", of: "lovelace@me.com")
    expect(4, for: "lovelace-you", of: "lovelace@you.com")
  }

  private let lists = (
    WordList(sortedLines: Array("dragon\nletmein\n".utf8)),
    WordList(
      sortedLines: Array("bell\nbox\nenigma\ngame\nhorse\nillness\npassword\nquiz\ntiger\nzebra\n".utf8))
  )

  private func expect(_ guesses: Double, for password: String, of email: String = "ada.lovelace@gmail.com") {
    var (password, email) = (password, email)
    let found = password.withUTF8 { password in
      email.withUTF8 { PasswordGuesses(password, in: lists, for: $0).all }
    }
    #expect(abs(found - guesses) < 0.02)
  }
}
