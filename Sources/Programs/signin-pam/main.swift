// A worker of the provider `pam`: proves the users of this machine, or of any PAM service. The server starts one for each
// sign-in. See Engines.md and Decisions/0123-workers.md.
import CPam
import CWorker
import Glibc
import Identity
import AccountService
import Messages
import Unix
import WorkerSide

/// All refusals come at a multiple of this after the last answer: pam_unix takes 7 ms for an unknown user and 50 ms for a
/// wrong password.
let floorOfRefusals: Int64 = 2000

/// The program was not started by a server.
func explain(_ sentence: String, _ stream: Int32 = 2, _ status: Int32 = 64) -> Never {
  let line = sentence + "\n"
  _ = write(stream, line, line.utf8.count)
  exit(status)
}

/// The user's name and number: a name alone may be given to somebody else one day.
func id(of user: String) -> String {
  var uid: UInt32 = 0
  return signin_pam_uid(user, &uid) == 1 ? "\(user)/\(uid)" : user
}

var service = "signin"
if CommandLine.arguments.count == 3, CommandLine.arguments[1] == "--service" {
  service = CommandLine.arguments[2]
} else if CommandLine.arguments.count != 1 {
  let isHelp = CommandLine.arguments[1] == "--help"
  explain("usage: signin-pam [--service NAME]", isHelp ? 1 : 2, isHelp ? 0 : 64)
}
guard var line = WorkerSocket(inherited: 3) else {
  explain("signin-pam is started by signin, for one sign-in. See Workers in the documentation of signin.")
}
guard signin_worker_protect() == 0, signin_worker_end_with(3) == 0 else { exit(71) }
guard case .hello(let hello) = line.request() else { exit(0) }
guard case .begin(let begin) = line.request(after: .worker(version: .current)), case .name(let name) = begin.login
else {
  exit(0)
}

// Under libpam_wrapper, a tool for tests, libpam looks in that folder.
guard PAMRules.exist(for: service, in: getenv("PAM_WRAPPER_SERVICE_DIR").map { String(cString: $0) }) else {
  signin_worker_log(
    "signin-pam", "There are no rules for the service \(service), see /etc/pam.d, so nobody can sign in.")
  line.send(.unavailable(.notNow))
  exit(0)
}
let prompter = Prompter(line)
guard let stack = Stack(service, user: name.text.isEmpty ? nil : name.text, prompter) else {
  prompter.line.send(.unavailable(.notNow))
  exit(0)
}
stack.set(hello.source)
let outcome = stack.prove()
stack.end()
let spent = signin_worker_now() - prompter.lastAnswer
switch outcome {
case .proven(let user):
  prompter.line.send(.proven(id: id(of: user), name: user))
case .expired(let user): prompter.line.send(.expired(id: id(of: user), name: user))
case .refused, .unavailable:
  signin_worker_wait_until(prompter.lastAnswer + (spent / floorOfRefusals + 1) * floorOfRefusals)
  if case .refused = outcome {
    prompter.line.send(.refused)
  } else {
    prompter.line.send(.unavailable(.notNow))
  }
}
exit(0)
