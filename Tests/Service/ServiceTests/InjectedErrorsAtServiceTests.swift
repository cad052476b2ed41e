import Foundation
import Identity
import TestSupport
import Testing
import AccountService
import Messages

/// A service whose system calls fail one by one, or at which it is killed, while a form signs in.
@Suite(.fewAtOnce, .enabled(if: geteuid() == 0, "other users need root"))
final class InjectedErrorsAtServiceTests {
  private static let password = "correct horse"
  /// The exit statuses in signin-serve(8).
  private static let statuses: [Int32] = [0, 64, 69, 74, 78]

  private let service: PlayedService
  private var user: UInt32 = 1000

  init() throws {
    service = try PlayedService()
  }

  @Test(.tags(.failuresLetNobodyIn), arguments: InjectedError.numbers + ["SIGKILL"])
  func `Whichever call of a service fails, a wrong password stays wrong, and a right one is on record`(
    _ number: String
  ) async throws {
    for error in try await errors(number).prefix(LongRun.rounds(2, promised: .max)) { try await check(error) }
  }

  @Test func `If the system does not release a lock of the store, the service opens the store again`() async throws {
    try await check(InjectedError(call: "fcntl", when: "2", number: "EIO"))
  }

  private func check(_ error: InjectedError) async throws {
    for password in ["wrong horse", Self.password] {
      // given
      let person = email("user\(user)@example.com")
      let isNew = await (try nextForm(as: person)).converse(.signUp, Self.password)
      #expect(isNew == .signedIn(person, nil, isNew: true))
      // when
      let (ending, source) = try await attempt(password, as: person, error.options)
      // then the next form is served, at once or by the next service
      let form = try await nextForm(as: person, after: error)
      let next = await form.converse(.signIn, Self.password)
      #expect(next == .signedIn(person, nil, isNew: false), "\(error)")
      // and the attempt was what the log says
      guard case .rows(let rows)? = await form.answer(to: .page(AttemptSearch(""), before: nil)) else {
        Issue.record("\(error): There are no rows.")
        return
      }
      let isSignedIn = if case .signedIn? = ending { true } else { false }
      let isOnRecord = rows.contains { $0.source.uid == source && $0.outcome == .signedIn }
      #expect(!isSignedIn || isOnRecord && password == Self.password, "\(error)")
      #expect(!isOnRecord || password == Self.password, "\(error)")
    }
  }

  /// The system calls of a service while a form signs in with the right password, each with this error, in an order that
  /// is the same each time.
  private func errors(_ number: String) async throws -> [InjectedError] {
    let person = email("first@example.com")
    _ = await (try nextForm(as: person)).converse(.signUp, Self.password)
    let trace = service.sandbox.path("trace")
    let (ending, _) = try await attempt(Self.password, as: person, ["-f", "-o", trace])
    guard case .signedIn? = ending else { throw PlayedService.Unwelcome() }
    let errors = InjectedError.all(of: try service.sandbox.contents(of: "trace"), number)
    #expect(errors.missing(["accept4", "poll", "recvmsg", "pwrite64", "fdatasync"]) == [])
    var random = SeededGenerator(seed: UInt64(number.utf8.reduce(0) { $0 + Int($1) }))
    return errors.shuffled(using: &random)
  }

  /// One sign-in, while strace follows the service with these options. The end is nil if the service gives none.
  private func attempt(
    _ password: String, as person: EmailAddress, _ options: [String]
  ) async throws -> (Ending?, uid: UInt32) {
    let tracer = try service.sandbox.start("strace", options + ["-p", "\(service.program.id)"])
    #expect(await eventually { isTraced })
    user += 1
    var ending: Ending?
    if let form = service.connected(user, as: person), case .welcome? = await form.hello() {
      ending = await form.converse(.signIn, password, wantsSession: true)
    }
    // If it may detach, it waits for ever for threads that were killed.
    tracer.send(signal: SIGKILL)
    _ = try await tracer.finish()
    return (ending, user)
  }

  /// Whether strace follows all threads of the service, or the service is gone.
  private var isTraced: Bool {
    let tasks = "/proc/\(service.program.id)/task"
    return ((try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []).allSatisfy { task in
      (try? String(contentsOfFile: "\(tasks)/\(task)/status", encoding: .utf8))?.contains("TracerPid:\t0\n") != true
    }
  }

  /// Another form, which was welcomed. The service may say once that its store is busy: if the system did not release a
  /// lock, it waits for that, and then opens its store again. If the service has ended, it did so in an orderly way, and
  /// is started again.
  private func nextForm(as person: EmailAddress, after error: InjectedError? = nil) async throws -> ServiceWithClient {
    user += 1
    guard let error else { return try await service.welcomed(user, as: person) }
    for answer in 1...2 {
      guard let form = service.connected(user, as: person) else { break }
      switch await form.hello() {
      case .welcome: return form
      case .unavailable(.store(.unreachable(.busy, _))) where answer == 1: continue
      default: break
      }
    }
    switch try await service.program.finish().ending {
    case .exited(let status): #expect(Self.statuses.contains(status), "\(error): \(status)")
    case .signalled(let signal): #expect(signal == SIGKILL && error.number == "SIGKILL" || error.mayCrash, "\(error)")
    }
    try service.startAgain()
    return try await service.welcomed(user, as: person)
  }
}
