package import Identity
package import Secrets

/// Work for the store, which a ``ConnectionState`` wants done on a thread of its own.
package enum Job: Sendable, Equatable {
  /// Say welcome to a program that came in there.
  case greet(Hello, Entrance)
  /// Begin a conversation, whose secrets are complete.
  case converse(Begin, Member?)
  /// Go on with the conversation of the same number, which is the member's if there is one.
  case goOn(Reaction, Member?)
  /// Do what the member asks about their own account.
  case member(Request, Member)
  /// Find the session of a token.
  case verify
  /// Find the email that an account has now.
  case findOwner(AccountReference)
  /// Do what an administrator asks, with the accounts of all batches before it.
  case administer(AdminRequest, [NewAccount])
}

extension Job {
  /// The member who wants something that only they may have; nil if anybody may ask, or if the member leaves.
  var onlyFor: Member? {
    switch self {
    case .member(let request, let member): request.leaves ? nil : member
    case .converse(let begin, let member): begin.purpose.isForMembers ? member : nil
    case .goOn(_, let member): member
    case .greet, .verify, .findOwner, .administer: nil
    }
  }

  /// Whether it is a query of the store. Such jobs take turns by user, so that one user cannot starve the others. All
  /// other jobs are limited by rate.
  package var takesTurn: Bool {
    switch self {
    case .greet(_, .signIn), .verify, .findOwner: true
    case .member(let request, _): !request.leaves
    case .greet(_, .administration), .converse, .goOn, .administer: false
    }
  }

  /// Whether an answer comes with it that is verified, perhaps by hashing.
  package var verifies: Bool {
    switch self {
    case .converse(let begin, _): begin.hasSecrets
    case .goOn(.secret, _): true
    case .goOn, .greet, .member, .verify, .findOwner, .administer: false
    }
  }

  /// Whether it begins a conversation in which a worker proves a name.
  package var needsWorker: Bool {
    guard case .converse(let begin, let member) = self else { return false }
    let login = begin.purpose.isConfirmable ? member?.login ?? begin.login : begin.login
    if case .name = login { return true }
    return false
  }
}

extension Request {
  /// Whether the member is gone as soon as this was asked for.
  package var leaves: Bool { self == .signOut || self == .endSession }
}

/// The answer of a form to a challenge, a notice or a wait.
package enum Reaction: Sendable, Equatable {
  case proceed
  case method(ProofMethod)
  /// The secret is beside it.
  case secret(to: ChallengeID)
}

/// The result of a ``Job``.
package enum JobResult: Sendable {
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

extension JobResult {
  /// The same, with replies that the channel can take.
  func fitting(_ channel: any ServiceChannel) -> JobResult {
    if case .replies(let replies) = self { .replies(channel.fitting(replies)) } else { self }
  }
}
