import Sentences
import Testing

@Suite("A sentence with placeholders")
struct TranslatedTests {
  @Test("has values in place of the placeholders, and keeps a value that looks like a placeholder")
  func filled() {
    let sentence = translated("{path} can't be opened: {error}", ["path": "/tmp/{error}", "error": "{path}"])
    #expect(sentence == "/tmp/{error} can't be opened: {path}")
  }

  @Test("keeps braces that name no value")
  func braces() {
    #expect(translated("password = { least = 15 } { {x", ["x": "y"]) == "password = { least = 15 } { {x")
  }

  @Test("agrees with its number", arguments: [(0, "0 rows of x"), (1, "1 row of x"), (2, "2 rows of x")])
  func counting(count: Int, sentence: String) {
    #expect(translated(counting: count, "{count} row of {file}", "{count} rows of {file}", ["file": "x"]) == sentence)
  }

  @Test("for yes or no is answered by a letter or a word")
  func yesOrNo() {
    #expect(["y", "Y", "yes", " yes "].allSatisfy { Sentence.isYes($0) == true })
    #expect(["n", "NO"].allSatisfy { Sentence.isYes($0) == false })
    #expect(["", "ye", "sure", "y n", "yes yes"].allSatisfy { Sentence.isYes($0) == nil })
  }

  @Test("is the same in the form and in commands")
  func shared() {
    #expect(Sentence.emailNotValid == "Entered email is not valid.")
    #expect(Sentence.wrongEmailOrPassword == "Wrong email or password.")
    #expect(Sentence.tooManyAttempts(seconds: 7) == "Too many attempts. Try again in 7 s.")
    #expect(Sentence.tryAgain(inSeconds: 59) == "Try again in 59 s.")
    #expect(Sentence.tryAgain(inSeconds: 64) == "Try again in 1 min 4 s.")
  }
}
