import Glibc
import Identity
import AccountService
import Messages

/// A form at a service, without a screen.
final class Form {
  private let socket: SeqpacketSocket
  private let person: EmailAddress
  private var number: UInt16 = 1

  init(_ socket: SeqpacketSocket, _ person: EmailAddress) {
    self.socket = socket
    self.person = person
  }

  deinit { socket.close() }

  /// Says hello, and waits to be welcomed.
  func isWelcome() -> Bool {
    let source = AttemptSource(tty: "pts/1", uid: 0, host: "", program: "bench")
    _ = socket.send(Request.hello(Hello(program: "bench", source: source)).message(number))
    while waits() {
      if case .message(let message) = socket.receive() {
        guard case .welcome? = Envelope<Reply>(message)?.body else { return false }
        return true
      }
    }
    return false
  }

  /// Begins a conversation with a password, and waits for nothing.
  func begin(_ purpose: Begin.Purpose, _ password: String) {
    number += 1
    _ = socket.send(Request.begin(Begin(purpose, person, wantsSession: false)).message(number))
    var password = password
    _ = password.withUTF8 { socket.send(SecretPrefix(.password, to: nil, sequence: number), $0) }
  }

  /// Begins a conversation with each form. Returns the forms of those that have signed in, and when, in milliseconds from
  /// now. The others had no answer within a minute, or another one.
  static func signIns(of forms: [Form], _ purpose: Begin.Purpose = .signIn) -> [(form: Int, milliseconds: Double)] {
    let start = ContinuousClock.now
    for form in forms { form.begin(purpose, Programs.password) }
    var ends: [(form: Int, milliseconds: Double)] = []
    wait(for: forms) { index in
      ends.append((index, (ContinuousClock.now - start) / .milliseconds(1)))
      return false
    }
    return ends
  }

  /// Waits for the sign-ins of forms, which have all begun. `didSignIn` says whether the form has begun another one.
  static func wait(for forms: [Form], _ didSignIn: (Int) -> Bool) {
    var waiting = Set(forms.indices)
    while !waiting.isEmpty {
      let indices = Array(waiting)
      var sources = indices.map { pollfd(fd: forms[$0].socket.descriptor, events: Int16(POLLIN), revents: 0) }
      guard poll(&sources, nfds_t(sources.count), 60_000) > 0 else { return }
      for (index, source) in zip(indices, sources) where source.revents != 0 {
        switch forms[index].socket.receive() {
        case .message(let message):
          switch Envelope<Reply>(message)?.body {
          case .queued: break
          case .ended(.signedIn): if !didSignIn(index) { waiting.remove(index) }
          default: waiting.remove(index)
          }
        case .nothing, .secret: break
        default: waiting.remove(index)
        }
      }
    }
  }

  private func waits() -> Bool {
    var source = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, 10_000) > 0
  }
}
