internal import Unix

extension RunLoop {
  /// Receives the process's signals from now on.
  func receiveSignals() throws(TerminalError) {
    do throws(SystemError) {
      receiveSignals(from: try ProcessSignals.install())
    } catch {
      throw .unusable(errno: error.number)
    }
  }

  /// Forgets a terminal that is given back, and its signals. The loop goes on for others.
  func forgetTerminal(_ input: Int32) {
    unwatch(input)
    receiveSignals(from: -1)
    onSignals = { _ in }
    onTurnEnd = {}
  }
}
