import Testing

@testable import ProgramSupport

@Suite("A mistyped word")
struct DidYouMeanTests {
  @Test(
    "is taken for the nearest word, or for the only one with the same beginning",
    arguments: [
      ("lst", "list"), ("--theem", "--theme"), ("DARK", "dark"), ("accoumt", "account"), ("sessiom", "session"),
      ("acc", "account"),
    ])
  func near(typed: String, meant: String) {
    let words = ["list", "--theme", "dark", "account", "session"]
    #expect(DidYouMean.word(typed, among: words) == meant)
  }

  @Test("is left alone if no word is near, or several are", arguments: ["frobnicate", "", "l", "lo", "it's"])
  func far(typed: String) {
    #expect(DidYouMean.word(typed, among: ["list", "lock", "lower"]) == nil)
  }
}
