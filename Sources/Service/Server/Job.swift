import Identity
import Secrets
import Messages

/// Work for the store, which a ``ConnectionState`` wants done on a thread of its own.
enum Job: Sendable, Equatable {
  /// Say welcome.
  case greet(AccountServer.Entrance)
  /// Begin a conversation, whose secrets are complete.
  case converse(Begin, Member?)
  /// Go on with the conversation of the same number, which is the member's if there is one.
  case goOn(Reaction, Member?)
  /// Read a page of the member's activity.
  case page(AttemptSearch, before: AttemptID?, Member)
  /// Find the member's sign-in before the current one.
  case previousSignIn(Member)
  /// Read the member's account.
  case account(Member)
  /// The member signs out, and the log has a row about it.
  case signOut(Member)
  /// The member's session ends.
  case endSession(Member)
  /// Find the session of a token.
  case verify
  /// Do what an administrator asks, with the accounts of all batches before it.
  case administer(AdminRequest, [NewAccount])
}

extension Job {
  /// The member who wants something that only they may have; nil if anybody may ask, or if the member leaves.
  var onlyFor: Member? {
    switch self {
    case .page(_, _, let member), .previousSignIn(let member), .account(let member): member
    case .converse(let begin, let member): begin.purpose.isForMembers ? member : nil
    case .goOn(_, let member): member
    case .greet, .signOut, .endSession, .verify, .administer: nil
    }
  }

  /// Whether it is a query of the store. Such jobs take turns by user, so that one user cannot starve the others. All
  /// other jobs are limited by rate.
  var takesTurn: Bool {
    switch self {
    case .greet(.signIn), .page, .previousSignIn, .account, .verify: true
    case .greet(.administration), .converse, .goOn, .signOut, .endSession, .administer: false
    }
  }

  /// Whether an answer comes with it that is verified, perhaps by hashing.
  var verifies: Bool {
    switch self {
    case .converse(let begin, _): begin.hasSecrets
    case .goOn(.secret, _): true
    case .goOn, .greet, .page, .previousSignIn, .account, .signOut, .endSession, .verify, .administer: false
    }
  }

  /// Whether it begins a conversation in which a worker proves a name.
  var needsWorker: Bool {
    guard case .converse(let begin, let member) = self else { return false }
    let login = begin.purpose.isConfirmable ? member?.login ?? begin.login : begin.login
    if case .name = login { return true }
    return false
  }
}

/// The answer of a form to a challenge, a notice or a wait.
enum Reaction: Sendable, Equatable {
  case proceed
  case method(ProofMethod)
  /// The secret is beside it.
  case secret(to: ChallengeID)
}

/// The result of a ``Job``.
enum JobResult: Sendable {
  /// The replies in their order.
  case replies([Reply])
  /// A conversation continues. The reply is its next question or notice.
  case step(Reply)
  /// A conversation ended without a sign-in.
  case ended(Ending)
  /// The user signed in. The token goes to the form and nowhere else.
  case signedIn(SignedIn, isNew: Bool)
  /// The token of that digest is that of a session.
  case verified(Session, TokenDigest)
}
