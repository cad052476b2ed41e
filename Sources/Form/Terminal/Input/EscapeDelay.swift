/// The milliseconds that the terminal has for the rest of a sequence after ESC. After them, ESC is the Esc key.
public nonisolated enum EscapeDelay {
  /// On a terminal of this machine.
  public static let local = 25
  /// Behind a network, which tears sequences apart.
  static let remote = 100
  /// The longest delay that `ESCDELAY` can set.
  static let longest = 10_000

  /// Reads the environment: `ESCDELAY` in milliseconds, as ncurses(3X) has it, or what sshd and mosh set.
  /// - Parameter variable: Returns the value of an environment variable.
  static func milliseconds(_ variable: (String) -> String?) -> Int {
    if let delay = variable("ESCDELAY").flatMap({ Int($0) }), (0...longest).contains(delay) { return delay }
    let isRemote = variable("SSH_CONNECTION") != nil || variable("SSH_TTY") != nil || variable("MOSH") != nil
    return isRemote ? remote : local
  }
}
