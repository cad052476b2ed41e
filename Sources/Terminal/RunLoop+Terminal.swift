internal import Unix

extension RunLoop {
  /// Returns a loop that receives the process's signals from now on.
  static func hearingSignals() throws(TerminalError) -> RunLoop {
    do throws(SystemError) {
      return RunLoop(signals: try ProcessSignals.install())
    } catch {
      throw .unusable(errno: error.number)
    }
  }
}
