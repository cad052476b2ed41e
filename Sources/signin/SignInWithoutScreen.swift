import Dispatch
import Glibc
import Identity
import IdentitySQLite
import Secrets
import SignInUI

/// `signin --password-stdin --email E`: one try, nothing asked, nothing shown.
enum SignInWithoutScreen {
  static func run(_ options: FormOptions) throws(Failure) {
    guard let email = EmailAddress(options.email ?? "") else {
      throw Failure(.unacceptable, translated("Entered email is not valid."))
    }
    let service = try Service(Settings.effective(options: options.choices, file: options.config))
    guard service.presence == .present else { throw .noAccounts }
    let password = try StandardInput.readPassword()
    let signIn = service.signIn(from: .current(program: options.program), opensSession: options.opensSession)
    let outcome = waiting { () async -> Result<SignInOutcome, Failure> in
      do throws(StoreError) {
        if try await service.store.isEmpty() { return .failure(.noAccounts) }
      } catch {
        return .failure(Failure(error))
      }
      return .success(await signIn.signIn(email, password))
    }
    service.close()
    switch try outcome.get() {
    case .signedIn(let signedIn): try options.conclude(signedIn)
    case .refused, .cancelled: throw Failure(.refused, translated("Wrong email or password."))
    case .throttled(let seconds): throw .throttled(seconds: seconds)
    case .unavailable(let error): throw Failure(error)
    }
  }
}

/// Waits on this thread for asynchronous work, which runs on others. For where there is no screen that would freeze.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value {
  let semaphore = DispatchSemaphore(value: 0)
  // Written before the signal, read after the wait: the semaphore keeps the two apart.
  nonisolated(unsafe) var value: Value?
  // Let go of before the signal: a store is closed by whoever lets go of it last, and after the signal the program may end.
  nonisolated(unsafe) var work: (@Sendable () async -> Value)? = work
  Task.detached {
    value = await work?()
    work = nil
    semaphore.signal()
  }
  semaphore.wait()
  guard let value else { fatalError("The work was signalled as done before it was.") }
  return value
}

/// Work that goes on beside what else there is to do at the end, and that the program can end without.
struct LastWork {
  private let done = DispatchSemaphore(value: 0)

  /// Begins it.
  init(_ work: @escaping @Sendable () async -> Void) {
    Task.detached { [done] in
      await work()
      done.signal()
    }
  }

  /// Waits for it, for so many milliseconds and no longer.
  func wait(atMost milliseconds: Int) {
    _ = done.wait(timeout: .now() + .milliseconds(milliseconds))
  }
}
