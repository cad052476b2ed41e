import Identity
import Secrets
import ServiceTestSupport
import TestSupport
import Unix

@testable import AccountService

/// A client, and a service that a test plays at the other end of its channel. There is no socket, so it happens step by step.
@MainActor final class ScriptedService {
  let client: AccountClient
  /// The channels of its connections, the latest one last.
  private(set) var channels: [Channel] = []
  private(set) var welcomes = 0
  private(set) var faults: [StoreError] = []
  private(set) var places: [Int] = []
  private(set) var endedSessions: [SecureToken?] = []
  private(set) var limits: [Duration] = []
  /// Why the next connection fails. One that is busy has a place later, unless that fails, too.
  var refusal: StoreError?
  /// What it means that the service takes no such request.
  var notNow = ServiceFault.ended
  /// The channel of a place that is free later.
  let later: Channel
  private let fixture = ServiceFixture()
  private let loop: RunLoop

  static let hello = Hello(program: "test", source: ServiceFixture.source)
  static let welcome = Welcome(
    program: "service", acceptedLengths: 6...20, newLengths: 8...20, hasAccounts: true, signUp: nil)

  private final class Box {
    weak var service: ScriptedService?
  }

  /// - Parameter laterRefusal: Why there is no place later where the service is busy.
  init(laterRefusal: StoreError? = nil) {
    let (box, loop) = (Box(), fixture.stillLoop())
    self.loop = loop
    let later = Channel(notNow: .ended)
    self.later = later
    client = AccountClient(loop, Self.hello) { () throws(StoreError) in
      guard let service = box.service else { throw .service(.ended) }
      return try service.connect()
    } orWait: { () throws(StoreError) in
      if let laterRefusal { throw laterRefusal }
      return { later }
    } didLeave: {
      box.service?.limits.append($0)
    }
    box.service = self
    client.onWelcome = { [unowned self] _ in welcomes += 1 }
    client.onFault = { [unowned self] in faults.append($0) }
    client.onQueue = { [unowned self] in places.append($0) }
    client.onSessionEnd = { [unowned self] in endedSessions.append($0) }
  }

  /// A service that has said welcome.
  static func welcoming() -> ScriptedService {
    let service = ScriptedService()
    service.client.start()
    service.answer(.welcome(welcome), to: 0)
    return service
  }

  private func connect() throws(StoreError) -> any FormChannel {
    if let refusal { throw refusal }
    let channel = Channel(notNow: notNow)
    channels.append(channel)
    return channel
  }

  /// The channel of its only connection, or of the latest one.
  var channel: Channel { channels[channels.count - 1] }

  /// The requests of the latest connection without the hello, and their numbers.
  var requests: [Request] { channel.requests.dropFirst().map(\.request) }
  var numbers: [UInt16] { channel.requests.dropFirst().map(\.number) }

  // MARK: The service

  func answer(_ reply: Reply, to number: UInt16) { arrive(.reply(reply, number)) }

  func arrive(_ arrivals: ReplyArrival...) {
    channel.arrivals += arrivals
    channel.isReady()
  }

  /// Makes the deadlines due that are due after that time.
  func skip(_ duration: Duration) async {
    fixture.skip(duration)
    await turn(atMost: 5) { false }
  }

  // MARK: The form

  typealias Asking = Task<Result<AccountClient.Response, StoreError>, Never>

  /// Asks, and turns until the request was taken.
  func ask(
    _ request: Request?, _ secrets: [AccountClient.Secret] = [], in number: UInt16? = nil, waiting: Duration = .zero
  ) async -> Asking {
    var isBegun = false
    let asking = Asking {
      isBegun = true
      do throws(StoreError) {
        return .success(try await client.ask(request, secrets, in: number, waiting: waiting))
      } catch {
        return .failure(error)
      }
    }
    await turn { isBegun }
    return asking
  }

  /// Turns until a task has its value; nil if it never has.
  func value<Value: Sendable>(of task: Task<Value, Never>) async -> Value? {
    var value: Value?
    Task { value = await task.value }
    await turn { value != nil }
    return value
  }

  /// The answer to what was asked, or its failure.
  func result(of asking: Asking) async throws(StoreError) -> AccountClient.Response {
    guard let result = await value(of: asking) else { throw .service(.nonsense) }
    return try result.get()
  }

  /// Turns the loop, and lets the other work of the main actor run.
  func turn(atMost turns: Int = 20_000, until isDone: () -> Bool) async {
    await loop.step(until: isDone, atMost: turns)
  }

  /// The form's end of a connection.
  final class Channel: FormChannel {
    let notNow: ServiceFault
    var arrivals: [ReplyArrival] = []
    /// Whether nothing can be sent any more, and no secrets.
    var (isBroken, takesNoSecrets) = (false, false)
    private(set) var isReady: @MainActor () -> Void = {}
    private(set) var requests: [(request: Request, number: UInt16)] = []
    private(set) var secrets: [UInt16] = []
    private(set) var (finishes, closes) = (0, 0)

    init(notNow: ServiceFault) { self.notNow = notNow }

    func watch(_ isReady: @escaping @MainActor () -> Void) { self.isReady = isReady }

    func send(_ request: Request, _ number: UInt16) -> Bool {
      requests.append((request, number))
      return !isBroken
    }

    func send(_ secret: AccountClient.Secret, _ number: UInt16) -> Bool {
      secrets.append(number)
      return !takesNoSecrets
    }

    func receive() -> ReplyArrival { arrivals.isEmpty ? .nothing : arrivals.removeFirst() }

    func finish() { finishes += 1 }

    func close() { closes += 1 }
  }
}
