internal import Glibc

/// The turn of one of several relays at a terminal, as in a pipeline of two gates. Whoever has it makes the terminal raw, and
/// has restored it before the next one has it. So nobody takes the raw settings of another for those to restore.
nonisolated final class TerminalTurn {
  // TIOCGDEV of ioctl_tty(2), which the importer can't see.
  private static let getDevice: UInt = 0x8004_5432
  private static let pseudoTerminals = 136...143

  /// The terminal's own file, whose lock is the turn; negative where nobody shares it.
  private let file: Int32

  /// The turn at a terminal. `/dev/tty` is one file for all terminals, so it is looked up. Another user's has no turn.
  init(at terminal: Int32) {
    var device: UInt32 = 0
    let isKnown = ioctl(terminal, Self.getDevice, &device) == 0
    guard isKnown, Self.pseudoTerminals.contains(Int(device >> 8 & 0xFFF)) else {
      file = -1
      return
    }
    let minor = (device & 0xFF) | (device >> 12 & 0xFFF00)
    file = open("/dev/pts/\(minor)", O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit {
    if file >= 0 { close(file) }
  }

  /// Takes the turn. Returns false while another relay has it.
  func take() -> Bool {
    file < 0 || flock(file, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK
  }

  /// Ends the turn.
  func end() {
    if file >= 0 { flock(file, LOCK_UN) }
  }
}
