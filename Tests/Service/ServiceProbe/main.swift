// A server that listens for people and for administrators in a folder, on a store. Arguments: FOLDER STORE.
import Glibc
import Identity
import SQLiteStore
import AccountService
import Server
import Secrets
import Unix
import Messages
import Store

let arguments = CommandLine.arguments
guard arguments.count == 3, let workers = try? WorkThreads(count: 2) else { exit(64) }
let (folder, file) = (arguments[1], StoreFile(path: arguments[2]))
let store = SQLiteStore(file: file)
let argon2id = try Argon2id(memoryKiB: HashCost.minimum.memoryKiB, passes: HashCost.minimum.passes)
let rules = AccountService.Rules(
  program: "probe", newPassword: NewPasswordRules(policy: PasswordPolicy(), common: WordList(sortedLines: [])),
  argon2id: argon2id, throttle: Throttle(), session: SessionLifetime(), signUp: nil, verifyUIDs: [])
let dependencies = AccountService.Configuration(
  rules, store: store, authenticator: AccountAuthenticator(accounts: store, argon2id: argon2id)
) {
  () throws(StoreError) in try file.inspect() == .present
}
try RunLoop.serveMainActor()
let loop = RunLoop(signals: try ProcessSignals.install())
let server = AccountServer(loop, workers, dependencies)

@MainActor func listen(on name: String, mode: mode_t, _ serve: @escaping @MainActor (SeqpacketSocket) -> Void) {
  let listener = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (folder + "/" + name).utf8) }
  let size = socklen_t(MemoryLayout.size(ofValue: address))
  let result = withUnsafePointer(to: &address) { address in
    address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
  }
  guard result == 0, chmod(folder + "/" + name, mode) == 0, Glibc.listen(listener, 64) == 0 else { exit(71) }
  loop.watch(listener) { _ in
    let descriptor = accept(listener, nil, nil)
    if let socket = SeqpacketSocket(inherited: descriptor) { serve(socket) }
  }
}

listen(on: "signin.sock", mode: 0o666) { server.serve($0) }
listen(on: "admin.sock", mode: 0o660) { server.serve($0, .administration) }
_ = loop.run()
