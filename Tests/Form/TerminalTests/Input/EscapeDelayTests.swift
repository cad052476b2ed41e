import Testing

@testable import Terminal

@Suite("The delay of Esc")
struct EscapeDelayTests {
  private func delay(_ environment: [String: String]) -> Int {
    EscapeDelay.milliseconds { environment[$0] }
  }

  @Test("It is 25 ms, and 100 ms below sshd and mosh", arguments: ["SSH_CONNECTION", "SSH_TTY", "MOSH"])
  func network(variable: String) {
    #expect(delay([:]) == 25)
    #expect(delay([variable: "x"]) == 100)
  }

  @Test("ESCDELAY comes first", arguments: ["0", "10", "400", "10000"])
  func variable(value: String) {
    #expect(delay(["ESCDELAY": value]) == Int(value))
    #expect(delay(["ESCDELAY": value, "SSH_TTY": "/dev/pts/1"]) == Int(value))
  }

  @Test(
    "An ESCDELAY that is no delay is ignored", arguments: ["", "-1", "x", "1s", " 5", "10001", "99999999999999999999"])
  func nonsense(value: String) {
    #expect(delay(["ESCDELAY": value]) == 25)
    #expect(delay(["ESCDELAY": value, "SSH_CONNECTION": "a"]) == 100)
  }
}
