package import Identity
package import Secrets
package import Unix

/// The service's end of a connection: a socket, or the form itself in this process.
@MainActor package protocol ServiceChannel: AnyObject, Sendable {
  /// Whoever is at the other end.
  nonisolated var peer: Peer { get }
  /// Whether its secrets are copies of the form's, to be wiped here.
  nonisolated var copiesSecrets: Bool { get }
  /// Whether nothing waits to be sent.
  var isEmpty: Bool { get }
  /// Whether so much waits that its reader should be asked for nothing more.
  var isFull: Bool { get }
  /// The session whose token was never sent.
  var unsentSession: Session? { get }
  /// Calls `isReady` in turns of the loop: when something arrives, when more can be sent.
  func watch(reads: Bool, writes: Bool, _ isReady: @escaping @MainActor () -> Void)
  func unwatch()
  /// What arrived next, or nothing, and its bytes. A message that is longer than `most` bytes is malformed, and not read.
  func receive(upTo most: Int) -> (RequestArrival, bytes: Int)
  /// As few replies as say the same, each small enough to be sent.
  nonisolated func fitting(_ replies: [Reply]) -> [Reply]
  func add(_ reply: Reply, _ number: UInt16)
  func add(_ token: SecureToken, of session: Session, _ number: UInt16)
  /// Sends what the other end takes, but at most `count` items.
  func flush(atMost count: Int) -> SendingState
  /// Says that no reply follows.
  func finish()
  func close()
}

/// Whoever is at the other end of a connection.
package struct Peer: Sendable {
  package let uid: UInt32
  /// The process; nil for the form in this one, which is believed.
  package let process: PeerProcess?

  package init(uid: UInt32, process: PeerProcess?) { (self.uid, self.process) = (uid, process) }

  /// The source of attempts of a form that says hello. Looks at the processes above the peer, of which there may be many.
  /// - Parameter person: The user with whom it counts.
  func source(of hello: Hello, countingWith person: UInt32) -> AttemptSource {
    guard let process else { return hello.source }
    return AttemptSource(claimed: hello.source, uid: uid, mayNameHost: process.mayNameHost).counting(with: person)
  }
}

/// Something from a form, or the lack of it.
package enum RequestArrival {
  case nothing, end
  case malformed(ProtocolVersion?)
  case unknown(UInt16)
  case request(Request, UInt16)
  /// A password, or the token of a session; neither if it can't be read.
  case secret(SecretPrefix, password: SealedPassword?, token: SecureToken?)
}

/// How sending went.
package enum SendingState {
  case empty
  /// The rest waits until the other end reads.
  case waiting
  /// More waits than one reader may have.
  case overfull
  /// The other end is closed.
  case broken
}

extension AttemptSource {
  /// The most bytes of a text that a form claims. An address has 45 at most, and each blocked attempt is a row.
  static let longestClaim = 64

  /// The source of attempts that a form claims to be. Its user is the kernel's word. Its host counts with the user, so it is
  /// believed only of a process that may name one.
  init(claimed: AttemptSource, uid: UInt32, mayNameHost: Bool) {
    self.init(
      tty: Self.cut(claimed.tty, to: Self.longestClaim), uid: uid,
      host: mayNameHost ? Self.cut(claimed.host, to: Self.longestClaim) : "localhost",
      program: Self.cut(claimed.program, to: Self.longestClaim))
  }
}
