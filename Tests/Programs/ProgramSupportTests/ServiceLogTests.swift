import Testing

@testable import ProgramSupport
@testable import Settings

@Suite struct ServiceLogTests {
  @Test func `An event and its fields are one line`() {
    #expect(ServiceLog.line("reloaded", []) == "reloaded")
    #expect(
      ServiceLog.line("refused", [("limit", "connections"), ("uid", "1001")])
        == "refused limit=\"connections\" uid=\"1001\"")
  }

  @Test func `A text can't look like another field, another line, or a command to a terminal`() {
    let line = ServiceLog.line("settings-mistake", [("reason", "x\" uid=\"0\nstarted \\ \u{1B}[31m")])
    #expect(line.hasPrefix("settings-mistake reason=\"x\\\" uid=\\\"0"))
    #expect(line.contains("\\\\"))
    #expect(!line.contains { $0.isNewline || $0 == "\u{1B}" })
  }
}
