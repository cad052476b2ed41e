// The service of one form: serves the socket on descriptor 3 from a store, and ends with it. Arguments: as ServedStore gives
// them, `--store URL [--config FILE]`.
import Glibc
import Identity
import AccountService
import Server
import Workers
import SignInProgram
import ProgramSupport
import Settings
import Unix
import Messages

Program.run { () throws(Failure) in
  var (named, config) = (String?.none, String?.none)
  var rest = CommandLine.arguments.dropFirst()
  while let option = rest.popFirst(), let value = rest.popFirst() {
    if option == "--config" {
      config = value
    } else {
      named = value
    }
  }
  guard let socket = SeqpacketSocket(inherited: 3) else { exit(64) }
  let (workers, signals): (WorkThreads, Int32)
  do throws(SystemError) {
    (workers, signals) = (try WorkThreads(count: 2), try ProcessSignals.install())
    try RunLoop.serveMainActor()
  } catch {
    throw .noThread(error)
  }
  let loop = RunLoop(signals: signals)
  let pool = WorkerPool(loop)
  let settings = try Settings.ofService(store: named, file: config)
  let store = try SQLiteEngine.open(settings, in: nil)
  let configuration = try store.configuration(settings, pool) { _ in }
  let server = AccountServer(loop, workers, configuration)
  server.onIdle = { loop.stop() }
  server.serve(socket)
  if case .signal = loop.run() {
    server.stop()
    while !server.isIdle { _ = loop.run() }
  }
  pool.end()
  store.close(loop, workers)
}
