// A program for the terminal's tests: it opens a session, reports its events on descriptor 3, draws them, and on
// request crashes or exits in every bad way.
import Glibc
import Terminal
import Unix

func report(_ text: String) {
  let line = text + "\n"
  _ = write(3, line, line.utf8.count)
}

try RunLoop.serveMainActor()
do throws(TerminalError) {
  let probe = try Probe()
  let ending = probe.run()
  report("ended \(ending)")
  probe.close()
  switch ending {
  case .stopped: exit(0)
  case .signal(let number): ProcessSignals.die(by: number)
  case .terminalGone: ProcessSignals.die(by: SIGHUP)
  }
} catch {
  report("\(error)")
  exit(66)
}
