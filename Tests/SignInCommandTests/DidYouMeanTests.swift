import Testing

@testable import SignInCommand

@Suite("A mistyped word")
struct DidYouMeanTests {
  @Test(
    "is taken for the nearest, or for the only one that begins like it",
    arguments: [
      ("lst", "list"), ("--theem", "--theme"), ("DARK", "dark"), ("accoumt", "account"), ("sessiom", "session"),
      ("acc", "account"),
    ])
  func near(typed: String, meant: String) {
    let words = ["list", "--theme", "dark", "account", "session"]
    #expect(DidYouMean.word(typed, among: words) == meant)
  }

  @Test("is taken for none that is far, or that is one of several", arguments: ["frobnicate", "", "l", "lo", "it's"])
  func far(typed: String) {
    #expect(DidYouMean.word(typed, among: ["list", "lock", "lower"]) == nil)
  }
}
