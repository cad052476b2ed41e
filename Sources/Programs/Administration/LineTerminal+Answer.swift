import Glibc
import Terminal
import Unix

extension LineTerminal {
  /// Runs until its loop is stopped. A signal, and the end of the terminal, end the program.
  func waitForAnswer() {
    let signal: Int32
    switch loop.run() {
    case .stopped: return
    case .signal(let number): signal = number
    case .terminalGone: signal = SIGHUP
    }
    close()
    ProcessSignals.die(by: signal)
  }
}
