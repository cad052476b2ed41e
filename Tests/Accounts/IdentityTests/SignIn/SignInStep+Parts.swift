import Identity
import TestSupport
import Testing

/// The only question of a step.
func question(_ step: SignInStep) throws -> Question {
  guard case .ask(let question) = step else { throw Unexpected(step) }
  return question
}

/// The only challenge of a step.
func challenge(_ step: SignInStep) throws -> Challenge {
  let challenges = try question(step).challenges
  guard challenges.count == 1, let only = challenges.first else { throw Unexpected(step) }
  return only
}

/// The outcome with which a step ends.
func outcome(_ step: SignInStep) throws -> SignInOutcome {
  guard case .ended(let outcome) = step else { throw Unexpected(step) }
  return outcome
}

/// A step that the story does not know.
struct Unexpected: Error {
  let step: SignInStep

  init(_ step: SignInStep) {
    self.step = step
  }
}

/// Records that a sign-in ended as the story does not know it.
func unexpected(_ outcome: SignInOutcome) {
  Issue.record("the sign-in ended as \(outcome)")
}

extension InMemoryStore {
  /// The outcomes of attempts in the log of a person, newest first.
  func outcomes(of person: EmailAddress) async throws -> [AttemptOutcome] {
    try await rows(of: person).map(\.outcome).filter { !$0.isChange }
  }
}
