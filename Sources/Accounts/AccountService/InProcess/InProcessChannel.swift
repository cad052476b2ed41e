import Glibc
import Identity
import Secrets

/// Both ends of a connection in one process: values instead of messages, and no copies of secrets. Each end is called in a turn
/// of its own, so that none is called while it is at work.
@MainActor final class InProcessConnection {
  enum Item {
    case reply(Reply, UInt16)
    case token(SecureToken, of: Session, UInt16)
  }

  var requests: [RequestArrival] = []
  var replies: [Item] = []
  var wakeForm: (@MainActor () -> Void)?
  var wakeService: (@MainActor () -> Void)?
  var (formIsGone, serviceIsGone) = (false, false)

  func formHasNews() { Task { self.wakeForm?() } }
  func serviceHasNews() { Task { self.wakeService?() } }
}

/// The form's end.
@MainActor final class InProcessFormChannel: FormChannel {
  let notNow = ServiceFault.notAllowed
  private let both: InProcessConnection

  init(_ both: InProcessConnection) { self.both = both }

  func watch(_ isReady: @escaping @MainActor () -> Void) { both.wakeForm = isReady }

  func send(_ request: Request, _ number: UInt16) -> Bool { post(.request(request, number)) }

  func send(_ secret: AccountClient.Secret, _ number: UInt16) -> Bool {
    switch secret {
    case .password(let kind, let password, let challenge):
      post(.secret(SecretPrefix(kind, to: challenge, sequence: number), password: password, token: nil))
    case .token(let token): post(.secret(SecretPrefix(.token, sequence: number), password: nil, token: token))
    }
  }

  private func post(_ arrival: RequestArrival) -> Bool {
    both.requests.append(arrival)
    both.serviceHasNews()
    return !both.serviceIsGone
  }

  func receive() -> ReplyArrival {
    if both.replies.isEmpty { return both.serviceIsGone ? .end : .nothing }
    return switch both.replies.removeFirst() {
    case .reply(let reply, let number): .reply(reply, number)
    case .token(let token, _, let number): .token(token, number)
    }
  }

  func finish() {
    both.formIsGone = true
    both.serviceHasNews()
  }

  func close() {
    both.wakeForm = nil
    finish()
  }
}

/// The service's end.
@MainActor final class InProcessServiceChannel: ServiceChannel {
  nonisolated let peer = Peer(uid: getuid(), process: nil)
  nonisolated let copiesSecrets = false
  let isEmpty = true
  let isFull = false
  private let both: InProcessConnection

  init(_ both: InProcessConnection) { self.both = both }

  var unsentSession: Session? {
    for case .token(_, let session, _) in both.replies { return session }
    return nil
  }

  func watch(reads: Bool, writes: Bool, _ isReady: @escaping @MainActor () -> Void) {
    both.wakeService = isReady
    if !both.requests.isEmpty { both.serviceHasNews() }
  }

  func receive(upTo most: Int) -> (RequestArrival, bytes: Int) {
    if both.formIsGone { return (.end, 0) }
    return (both.requests.isEmpty ? .nothing : both.requests.removeFirst(), 0)
  }

  func add(_ reply: Reply, _ number: UInt16) { both.replies.append(.reply(reply, number)) }

  func add(_ token: SecureToken, of session: Session, _ number: UInt16) {
    both.replies.append(.token(token, of: session, number))
  }

  nonisolated func fitting(_ replies: [Reply]) -> [Reply] { replies }

  func flush(atMost count: Int) -> SendingState {
    both.formHasNews()
    return .empty
  }

  func unwatch() { both.wakeService = nil }

  func finish() {
    both.serviceIsGone = true
    both.formHasNews()
  }

  func close() { finish() }
}
