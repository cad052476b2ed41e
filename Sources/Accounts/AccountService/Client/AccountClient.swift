public import Identity
public import Secrets
public import Unix

/// The accounts behind a form, in this process or at a service: the form's side of the connection.
///
/// It connects when ``start()`` is called, and again for the next request after a connection failed. Requests wait for
/// the service's ``Welcome``. All happens in turns of one run loop. A thread is started only while the listen backlog of a
/// service is full.
@MainActor public final class AccountClient {
  /// How long the server may take.
  public struct Timeouts: Sendable {
    /// The timeout of the welcome: nobody waits longer at a service that hangs.
    public var welcome = Duration.seconds(5)
    /// Until it answers a request. An attempt may wait a minute for its turn, and then for hashes of others.
    public var answer = Duration.seconds(150)

    /// 5 s and 150 s.
    public init() {}
  }

  /// Called for each welcome.
  public var onWelcome: (Welcome) -> Void = { _ in }
  /// Called when a request gets another place in the queue for hashes; 1 is the next one.
  public var onQueue: (_ place: Int) -> Void = { _ in }
  /// Called when the server cannot be asked before it has said welcome.
  public var onFault: (StoreError) -> Void = { _ in }
  /// Called when the server reports that ``session`` has ended, or that its account has another email; with its token.
  public var onSessionEnd: (_ token: SecureToken?) -> Void = { _ in }
  /// The token of the session that this form has opened. A service that was started again learns it before any request, so
  /// it knows who asks.
  var session: SecureToken?
  /// Whether somebody has signed in, with or without a session.
  var isSignedIn = false

  /// Called when the connection is closed for good; does what was promised within that time.
  private let didLeave: @MainActor (Duration) -> Void
  private let loop: RunLoop
  private let hello: Hello
  private let connect: () throws(StoreError) -> any FormChannel
  private let waitToConnect: (@Sendable () throws(StoreError) -> Connected)?
  private var lastWait = 0
  private let timeouts: Timeouts?
  private var state = State.apart
  private var lastSequence: UInt16 = 0
  /// The requests that have no answer yet, by their number, the earliest first.
  private var pending: [Pending] = []
  private var greeting: Timers.ID?

  private enum State {
    case apart
    /// A thread waits in the kernel's backlog. The number identifies the wait.
    case linedUp(Int)
    /// Hello is said.
    case greeting(any FormChannel)
    /// Welcome came, and the session is shown in a request of that number.
    case resuming(any FormChannel, Welcome, UInt16)
    /// The server takes requests.
    case together(any FormChannel, Welcome)

    var channel: (any FormChannel)? {
      switch self {
      case .apart, .linedUp: nil
      case .greeting(let channel), .resuming(let channel, _, _), .together(let channel, _): channel
      }
    }
  }

  private struct Pending {
    let sequence: UInt16
    let request: Request?
    let secrets: [Secret]
    var deadline: Timers.ID?
    /// Takes the answer; nil if it is not wanted.
    let answered: ((Result<Response, StoreError>) -> Void)?
    var rows: [Attempt] = []
    /// The end of a conversation whose token is still to come.
    var ending: Ending?
  }

  /// A secret of a request.
  public enum Secret: Sendable {
    /// A password.
    case password(SecretKind, SealedPassword, to: ChallengeID? = nil)
    /// The token to verify.
    case token(SecureToken)

    fileprivate var isReadable: Bool {
      switch self {
      case .password(_, let password, _): password.withUTF8 { _ in true } ?? false
      case .token: true
      }
    }
  }

  /// The answer to a request: its last reply, and what came with it.
  public struct Response: Sendable {
    /// The last reply.
    public let reply: Reply
    /// The rows before it.
    public var rows: [Attempt] = []
    /// The token of the session in it.
    public var token: SecureToken?
  }

  /// Makes the channel of a connection.
  public typealias Connected = @MainActor @Sendable () -> any FormChannel

  /// A client that is not connected yet.
  /// - Parameters:
  ///   - timeouts: How long the service may take; nil for accounts that always answer.
  ///   - connect: Connects without waiting.
  ///   - waitToConnect: Connects and blocks its thread for as long as a person waits. It is called where `connect` throws
  ///     ``ServiceFault/busy``: the kernel lines up who waits, so nobody can push in.
  public init(
    _ loop: RunLoop, _ hello: Hello, timeouts: Timeouts? = Timeouts(),
    connect: @escaping () throws(StoreError) -> any FormChannel,
    orWait waitToConnect: (@Sendable () throws(StoreError) -> Connected)? = nil,
    didLeave: @escaping @MainActor (Duration) -> Void = { _ in }
  ) {
    self.didLeave = didLeave
    self.waitToConnect = waitToConnect
    self.loop = loop
    self.hello = hello
    self.connect = connect
    self.timeouts = timeouts
  }

  /// Connects and says hello, unless that is done.
  public func start() {
    guard case .apart = state else { return }
    do throws(StoreError) {
      greet(over: try connect())
    } catch .service(.busy) {
      lineUp()
    } catch {
      fail(error)
    }
  }

  private func greet(over channel: any FormChannel) {
    state = .greeting(channel)
    channel.watch { [weak self] in self?.receive() }
    greeting = deadline(timeouts?.welcome)
    send(.hello(hello), 0, on: channel)
  }

  private func lineUp() {
    guard let waitToConnect, let thread = try? WorkThreads(count: 1) else { return fail(.busy) }
    lastWait += 1
    let number = lastWait
    state = .linedUp(number)
    Task(executorPreference: thread) { [weak self] in
      let result: Result<Connected, StoreError>
      do throws(StoreError) {
        result = .success(try waitToConnect())
      } catch {
        result = .failure(error)
      }
      await self?.waited(number, result)
    }
  }

  private func waited(_ number: Int, _ result: Result<Connected, StoreError>) {
    guard case .linedUp(number) = state else {
      // The connection is not wanted any more.
      if case .success(let connected) = result { connected().close() }
      return
    }
    state = .apart
    switch result {
    case .success(let connected): greet(over: connected())
    case .failure(let error): fail(error)
    }
  }

  /// Says that no request follows. Answers under way still come.
  public func hangUp() { state.channel?.finish() }

  /// Closes the connection. Requests without an answer fail.
  public func leave(within limit: Duration) {
    leave(.service(.ended))
    didLeave(limit)
  }

  /// Asks the server and waits for the answer. If the task is cancelled, so is the request; its answer comes all the
  /// same.
  /// - Parameters:
  ///   - request: The question; nil if the secret says it all.
  ///   - secrets: The secrets that follow it.
  ///   - sequence: The number of the conversation that goes on; nil for a new request.
  ///   - wait: How long the answer may take besides, because a person does something elsewhere.
  public func ask(
    _ request: Request?, _ secrets: [Secret] = [], in sequence: UInt16? = nil, waiting wait: Duration = .zero
  ) async throws(StoreError) -> Response {
    let sequence = sequence ?? newSequence()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { answered in
        pending.append(
          Pending(
            sequence: sequence, request: request, secrets: secrets,
            deadline: deadline(timeouts.map { $0.answer + wait }), answered: { answered.resume(returning: $0) }))
        if case .together(let channel, _) = state { send(pending[pending.count - 1], on: channel) } else { start() }
      }
    } onCancel: {
      Task { @MainActor in self.cancel(sequence) }
    }
    return try result.get()
  }

  /// Waits for the server's welcome, and connects if need be.
  public func welcome() async throws(StoreError) -> Welcome {
    if case .together(_, let welcome) = state { return welcome }
    guard case .welcome(let welcome) = try await ask(nil).reply else { throw .service(.ended) }
    return welcome
  }

  /// A number for a new request.
  public func newSequence() -> UInt16 {
    lastSequence = lastSequence == .max ? 1 : lastSequence + 1
    return lastSequence
  }

  /// Cancels a request. Its answer may be on the way, or here: the server then ends the session that it opened.
  func cancel(_ sequence: UInt16) {
    if case .together(let channel, _) = state {
      send(.cancel, sequence, on: channel)
    } else if let place = pending.firstIndex(where: { $0.sequence == sequence }) {
      end(place, .success(Response(reply: .ended(.cancelled(isNew: false)))))
    }
  }

  /// Ends a conversation that waits for its form. The answer comes all the same, and is dropped.
  func abandon(_ sequence: UInt16) {
    if case .together = state, !pending.contains(where: { $0.sequence == sequence }) {
      pending.append(
        Pending(
          sequence: sequence, request: .cancel, secrets: [], deadline: deadline(timeouts?.answer), answered: nil))
    }
    cancel(sequence)
  }

  private func send(_ pending: Pending, on channel: any FormChannel) {
    guard pending.secrets.allSatisfy(\.isReadable) else {
      // A form that wiped its password meanwhile does not want the answer.
      if let place = self.pending.firstIndex(where: { $0.sequence == pending.sequence }) {
        end(place, .success(Response(reply: .ended(.cancelled(isNew: false)))))
      }
      return
    }
    if let request = pending.request { send(request, pending.sequence, on: channel) }
    for secret in pending.secrets {
      guard case .together = state else { return }
      if !channel.send(secret, pending.sequence) { fail(.ended) }
    }
  }

  private func send(_ request: Request, _ number: UInt16, on channel: any FormChannel) {
    guard !channel.send(request, number) else { return }
    // The service may have said why it left.
    receive()
    if state.channel === channel { fail(.ended) }
  }

  // MARK: Answers

  private func receive() {
    while let channel = state.channel {
      switch channel.receive() {
      case .nothing: return
      case .end: return fail(.ended)
      case .fault(let fault): fail(fault)
      case .reply(let reply, let number): take(reply, number, on: channel)
      case .token(let token, let number): take(token, number)
      }
    }
  }

  private func take(_ reply: Reply, _ sequence: UInt16, on channel: any FormChannel) {
    switch state {
    case .greeting: return takeGreeting(reply, on: channel)
    case .resuming(_, let welcome, sequence):
      // A server that could not look is asked again by the next request, on a new connection.
      if case .unavailable(let reason) = reply { return fail(reason.error) }
      // If the server does not take the session, it says so to each request.
      greeted(by: channel, welcome)
      return sendWaiting()
    case .apart, .linedUp, .resuming, .together: break
    }
    guard let place = pending.firstIndex(where: { $0.sequence == sequence }), pending[place].ending == nil else {
      return fail(.nonsense)
    }
    switch reply {
    case .rows(let attempts): pending[place].rows += attempts
    case .ended(.signedIn(let email, .some(let session), let isNew)):
      pending[place].ending = .signedIn(email, session, isNew: isNew)
    case .unavailable(.notNow) where session != nil || isSignedIn && channel.notNow == .notAllowed:
      let token = session.take()
      isSignedIn = false
      end(place, .failure(.service(.sessionEnded)))
      onSessionEnd(token)
    case .unavailable(.notNow): end(place, .failure(.service(channel.notNow)))
    case .unavailable(let reason): end(place, .failure(reason.error))
    case .welcome: fail(.nonsense)
    case .queued(let queuePlace):
      // The server is at work, so its time begins anew.
      clear(pending[place].deadline)
      pending[place].deadline = deadline(timeouts?.answer)
      onQueue(queuePlace)
    case .worker, .proven, .expired, .refused, .failed, .administration: fail(.nonsense)
    case .ask, .tell, .wait, .ended, .endOfRows, .previous, .account, .email, .verified, .done:
      end(place, .success(Response(reply: reply, rows: pending[place].rows)))
    }
  }

  private func takeGreeting(_ reply: Reply, on channel: any FormChannel) {
    switch reply {
    case .welcome(let welcome):
      if let fault = welcome.version.fault { return fail(fault) }
      if let session { show(session, channel, welcome) } else { greeted(by: channel, welcome) }
      onWelcome(welcome)
      sendWaiting()
    case .unavailable(let reason): fail(reason.error)
    default: fail(.nonsense)
    }
  }

  private func show(_ session: SecureToken, _ channel: any FormChannel, _ welcome: Welcome) {
    clear(greeting)
    greeting = deadline(timeouts?.answer)
    let sequence = newSequence()
    state = .resuming(channel, welcome, sequence)
    if !channel.send(.token(session), sequence) { fail(.ended) }
  }

  private func greeted(by channel: any FormChannel, _ welcome: Welcome) {
    clear(greeting)
    state = .together(channel, welcome)
  }

  private func sendWaiting() {
    for waiting in pending {
      guard case .together(let channel, let welcome) = state else { return }
      if waiting.request != nil || !waiting.secrets.isEmpty {
        send(waiting, on: channel)
      } else if let place = pending.firstIndex(where: { $0.sequence == waiting.sequence }) {
        end(place, .success(Response(reply: .welcome(welcome))))
      }
    }
  }

  private func take(_ token: SecureToken, _ number: UInt16) {
    guard let place = pending.firstIndex(where: { $0.sequence == number }), let ending = pending[place].ending else {
      return fail(.nonsense)
    }
    end(place, .success(Response(reply: .ended(ending), token: token)))
  }

  private func end(_ place: Int, _ result: Result<Response, StoreError>) {
    let ended = pending.remove(at: place)
    clear(ended.deadline)
    ended.answered?(result)
  }

  private func deadline(_ timeout: Duration?) -> Timers.ID? {
    timeout.map { loop.timers.add(after: $0) { [weak self] in self?.fail(.silent) } }
  }

  private func clear(_ deadline: Timers.ID?) {
    if let deadline { loop.timers.cancel(deadline) }
  }

  private func fail(_ fault: ServiceFault) { fail(.service(fault)) }

  private func fail(_ error: StoreError) {
    let isNews =
      switch state {
      case .apart, .linedUp, .greeting: true
      case .resuming, .together: false
      }
    leave(error)
    if isNews { onFault(error) }
  }

  /// Ends the connection. All that waits fails, and the next request connects again.
  private func leave(_ error: StoreError) {
    clear(greeting)
    if case .linedUp = state { state = .apart }
    if let channel = state.channel {
      state = .apart
      channel.close()
    }
    while !pending.isEmpty { end(0, .failure(error)) }
  }
}
