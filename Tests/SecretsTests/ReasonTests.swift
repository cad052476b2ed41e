import Secrets
import Testing

@Suite("A reason in words")
struct ReasonTests {
  @Test("has values in place of their names, and what looks like a name in a value stays as it is")
  func filled() {
    let reason = Reason("{path} cannot be opened: {error}", ["path": "/tmp/{error}", "error": "{path}"])
    #expect(reason.text == "/tmp/{error} cannot be opened: {path}")
  }

  @Test("keeps braces that name nothing")
  func braces() {
    #expect(Reason("password = { least = 15 } { {x", ["x": "y"]).text == "password = { least = 15 } { {x")
  }

  @Test("is the same as another that reads the same")
  func same() {
    #expect(Reason("{n} bytes", ["n": "7"]) == Reason("{count} bytes", ["count": "7"]))
    #expect(Reason("{n} bytes", ["n": "7"]) != Reason("{n} bytes", ["n": "8"]))
  }
}
