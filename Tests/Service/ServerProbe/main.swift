// A server that fails on purpose, for the form's tests. KEEPER_FAULT says how: a step, and what happens there.
import Glibc
import Identity
import Secrets
import AccountService
import Messages

let words = (getenv("KEEPER_FAULT").map { String(cString: $0) } ?? "").split(separator: " ")
alarm(120)  // which kills it, long after its test
guard let socket = SeqpacketSocket(inherited: 3), words.count == 2 else { exit(64) }
let (step, fault) = (words[0], words[1])

/// Fails, if this is the step for it.
func fail(at now: Substring, _ sequence: UInt16) {
  guard step == now else { return }
  switch fault {
  case "dies": exit(1)
  case "crashes": abort()
  case "hangs": while true { pause() }
  case "babbles": _ = socket.send(Array("{\"number\":0,\"welcome\":{}}".utf8))
  case "queues":
    reply(.queued(place: 3), sequence)
    reply(.queued(place: 2), sequence)
    while true { pause() }
  case "older": reply(.unavailable(.version(ProtocolVersion(major: 0, minor: 9))), sequence)
  case "newer": reply(.unavailable(.version(ProtocolVersion(major: 9, minor: 0))), sequence)
  case "refuses": reply(.unavailable(.busy), sequence)
  default: exit(64)
  }
}

func reply(_ reply: Reply, _ sequence: UInt16) { _ = socket.send(reply.message(sequence)) }

var logins: LoginKind {
  guard let provider = getenv("KEEPER_PROVIDER").map({ String(cString: $0) }) else { return .email }
  return getenv("KEEPER_EMAILS") == nil ? .name(provider: provider) : .either(provider: provider)
}

/// Asks for the code 123456 after the password, until it comes.
var asked: (email: EmailAddress, count: Int)?
@MainActor func answer(_ text: GuardedText, _ sequence: UInt16) {
  guard let (email, count) = asked else { return }
  if count > 0 && text.withUTF8({ $0.elementsEqual("123456".utf8) }) {
    return reply(.ended(.signedIn(email, nil, isNew: false)), sequence)
  }
  asked = (email, count + 1)
  let code = Challenge(.code(digits: 6), id: ChallengeID(7))
  reply(.ask(Question([code], fault: count == 0 ? nil : .wrong)), sequence)
}

/// Asks for the password of the account that links a name, until it is "correct horse", then for that of the name.
var passwordsToLink = 0
@MainActor func askToLink(_ sequence: UInt16, after text: GuardedText? = nil) {
  if passwordsToLink == 2 { return reply(.ended(.changed), sequence) }
  let isWrong = text.map { !$0.withUTF8 { $0.elementsEqual("correct horse".utf8) } } ?? false
  if !isWrong { passwordsToLink += 1 }
  let password = Challenge(.password, id: ChallengeID(UInt16(passwordsToLink)))
  reply(.ask(Question([password], fault: isWrong ? .wrong : nil)), sequence)
}

fail(at: "start", 0)
while true {
  var place = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
  poll(&place, 1, -1)
  switch socket.receive() {
  case .nothing: continue
  case .end, .malformed: exit(0)
  case .secret(let prefix, let text) where passwordsToLink > 0: askToLink(prefix.sequence, after: text)
  case .secret(let prefix, let text): answer(text, prefix.sequence)
  case .message(let message):
    guard let message = Envelope<Request>(message) else { exit(1) }
    switch message.body {
    case .hello:
      fail(at: "hello", message.number)
      reply(
        .welcome(
          Welcome(
            program: "probe", acceptedLengths: 6...20, newLengths: 6...20, hasAccounts: true, signUp: nil,
            logins: logins)),
        message.number)
      fail(at: "welcome", message.number)
    case .begin(let begin) where words == ["begin", "asks"]: asked = (begin.email, 0)
    case .begin(let begin) where begin.purpose == .link: askToLink(message.number)
    case .begin(let begin):
      fail(at: "begin", message.number)
      reply(.ended(.signedIn(begin.email, nil, isNew: false)), message.number)
      fail(at: "end", message.number)
    case .page:
      fail(at: "page", message.number)
      reply(.endOfRows(next: nil), message.number)
    case .previousSignIn: reply(.previous(nil), message.number)
    case .overview:
      reply(.account(overview: AccountOverview(sessions: [], own: nil, twoStep: nil, passwordSet: nil)), message.number)
    case .signOut, .endSession:
      fail(at: "sign-out", message.number)
      reply(.done, message.number)
    case .cancel, .method, .proceed, .administer, .owner: continue
    }
  }
}
