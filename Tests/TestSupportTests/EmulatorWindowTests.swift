import TestSupport
import Testing

@Suite("Windows of terminal emulators", .fewAtOnce, .enabled(if: LongRun.isLong, "make test-long has the emulators"))
struct EmulatorWindowTests {
  @Test(
    "Keys and clicks have the emulator's own encoding",
    arguments: zip(
      [Emulator.all[0], .rxvtUnicode, .linux],
      ["^[OP^[[1;5D^[[Z^[[<0;31;12M", "^[[11~^[Od^[[Z^[[<0;31;12M", "^[[[A^[OD^[[Z^[[<0;31;12M"]))
  func keys(emulator: Emulator, sent: String) async throws {
    // given a program that asks for clicks and prints its input
    let script = #"stty -icanon -echo; printf '\033[?1000h\033[?1006hready\n'; exec cat -v"#
    let window = try await EmulatorWindow(emulator, running: ["sh", "-c", script], in: Sandbox())
    try await window.wait(for: "ready")
    // when
    try await window.press("F1", "ctrl+Left", "shift+Tab")
    try await window.click(row: 11, column: 30)
    // then
    try await window.wait(for: "ready\n" + sent)
  }

  @Test("A missing text is an error that shows the window's text", arguments: [Emulator.rxvtUnicode, .screen])
  func timedOut(emulator: Emulator) async throws {
    let window = try await EmulatorWindow(emulator, running: ["sh", "-c", "echo here; exec cat"], in: Sandbox())
    try await window.wait(for: "here")
    await #expect {
      try await window.wait(until: "it is there", looks: 5) { $0.contains("there") }
    } throws: { error in
      "\(error)".hasSuffix("it did not come that it is there. \(emulator.term) shows:\nhere")
    }
    try await window.press("ctrl+d")
  }
}
