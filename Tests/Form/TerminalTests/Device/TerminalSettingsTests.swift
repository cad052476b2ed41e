import Glibc
import TestSupport
import Testing

@testable import Terminal

@Suite("A terminal's line settings")
struct TerminalSettingsTests {
  private func flags(_ settings: TerminalSettings) -> (input: tcflag_t, output: tcflag_t, local: tcflag_t) {
    (settings.termios.c_iflag, settings.termios.c_oflag, settings.termios.c_lflag)
  }

  /// A terminal that no other process uses.
  private func withTerminal(_ body: (Int32) throws -> Void) throws {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    try #require(master >= 0)
    defer { close(master) }
    try body(master)
  }

  @Test("Line mode doesn't depend on the former mode: edited by the kernel, keys make signals, Enter ends a line")
  func lines() throws {
    try withTerminal { terminal in
      // given a terminal in raw mode
      let raw = try TerminalSettings(of: terminal).raw
      // when
      let lines = flags(raw.lines(echo: .everything))
      // then
      #expect(lines.local & tcflag_t(ICANON | ISIG | ECHO | ECHOCTL) == tcflag_t(ICANON | ISIG | ECHO | ECHOCTL))
      #expect(lines.input & tcflag_t(ICRNL) != 0)
      #expect(lines.output & tcflag_t(OPOST | ONLCR) == tcflag_t(OPOST | ONLCR))
    }
  }

  @Test("A visible line is edited and shown by the program, so the kernel shows nothing that is typed ahead")
  func visible() throws {
    try withTerminal { terminal in
      let visible = flags(try TerminalSettings(of: terminal).lines(echo: .byProgram))
      #expect(visible.local & tcflag_t(ICANON | ECHO | ECHONL) == 0 && visible.local & tcflag_t(ISIG) != 0)
      #expect(visible.input & tcflag_t(ICRNL) != 0)
    }
  }

  @Test("Raw mode keeps a serial line's flow control, size of characters and parity; elsewhere none, and eight bits")
  func serial() throws {
    try withTerminal { terminal in
      // given seven bits with parity, and flow control by characters
      var termios = try TerminalSettings(of: terminal).termios
      termios.c_iflag |= tcflag_t(IXON | IXOFF | ISTRIP | ICRNL)
      termios.c_cflag = termios.c_cflag & ~tcflag_t(CSIZE) | tcflag_t(CS7 | PARENB)
      // when
      let wire = TerminalSettings(termios, isSerialLine: true).raw.termios
      let pseudo = TerminalSettings(termios, isSerialLine: false).raw.termios
      // then
      let (input, control) = (tcflag_t(IXON | IXOFF | ISTRIP), tcflag_t(CSIZE | PARENB))
      #expect(wire.c_iflag & input == input && wire.c_iflag & tcflag_t(ICRNL) == 0)
      #expect(wire.c_cflag & control == tcflag_t(CS7 | PARENB))
      #expect(pseudo.c_iflag & input == 0 && pseudo.c_cflag & control == tcflag_t(CS8))
      #expect(wire.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0)
    }
  }

  @Test("A password prompt echoes only line ends, and between prompts nothing is echoed")
  func echo() throws {
    try withTerminal { terminal in
      let found = try TerminalSettings(of: terminal)
      let secret = flags(found.lines(echo: .lineEnds)).local
      #expect(secret & tcflag_t(ECHO) == 0 && secret & tcflag_t(ECHONL) != 0)
      let nothing = flags(found.lines(echo: .nothing)).local
      #expect(nothing & tcflag_t(ECHO | ECHONL) == 0)
    }
  }
}
