import Identity
import TestSupport
import Testing

/// Conversations of random answers, beside a model that says in a few lines what must come of each.
@Suite("Random conversations with a second step")
struct RandomConversationsTests {
  /// A person's next move.
  fileprivate enum Move: CaseIterable {
    case rightCode, usedCode, wrongCode, rightRecoveryCode, usedRecoveryCode, wrongRecoveryCode
    case otherMethod, pause, leave, answerToNothing
  }

  /// The state of the account, and of the conversation under way.
  private struct Model {
    var codes: [String]
    var usedCodes: [String] = []
    var usedStep: Int64
    var wrongCodes = 0
    var asksForRecovery = false

    var isLocked: Bool { wrongCodes >= SecondStep.mostWrongCodes }
  }

  private enum Result: Equatable {
    case asked(recovery: Bool, AnswerFault?), signedIn, cancelled
  }

  @Test(
    "end in a session exactly where the model says so, with a row for each answer", .tags(.secondStepAddsToPassword),
    arguments: 1...8)
  func model(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    var played = try await PlayedAccount()
    played.throttle = .none
    let start = played.clock.now().milliseconds / 30_000
    let (device, codes) = try await played.secondStep()
    var model = Model(codes: codes, usedStep: start)
    for _ in 1...60 {
      model.asksForRecovery = model.isLocked
      let before = try await played.outcomes().count
      let sessions = try await played.store.sessions(of: nil).count
      let (conversation, first) = try await played.begin(played.signIn())
      var step = first
      #expect(try result(step) == .asked(recovery: model.isLocked, model.isLocked ? .codesLocked : nil))
      var rows = 1
      while case .ask(let question) = step {
        let move = try #require(Move.allCases.randomElement(using: &random))
        guard let (text, expected) = answer(move, &model, device, played.clock) else {
          if move == .leave { break }
          if move == .otherMethod, let other = question.methods.first {
            step = await conversation.next(.method(other))
            model.asksForRecovery.toggle()
            #expect(try result(step) == .asked(recovery: model.asksForRecovery, nil))
          }
          continue
        }
        rows += expected == .cancelled ? 0 : move.usesRecoveryCode ? 2 : 1
        if expected == .cancelled {
          step = await conversation.next(.proceed)
        } else {
          step = try await conversation.answer(question, text)
          // The last ones are counted, and then it goes on.
          if case .tell(.recoveryCodesLeft(model.codes.count)) = step { step = await conversation.next(.proceed) }
        }
        #expect(try result(step) == expected, "\(move)")
      }
      #expect(try await played.outcomes().count - before == rows)
      let isSignedIn = if case .ended(.signedIn) = step { true } else { false }
      #expect(try await played.store.sessions(of: nil).count - sessions == (isSignedIn ? 1 : 0))
    }
  }

  /// The typed text of a move, and its expected result; nil if nothing is typed.
  private func answer(
    _ move: Move, _ model: inout Model, _ device: Device, _ clock: ManualClock
  ) -> (String, Result)? {
    let now = clock.now().milliseconds / 30_000
    switch move {
    case .leave, .otherMethod: return nil
    case .pause:
      clock.advance(by: .seconds(30))
      return nil
    case .answerToNothing: return ("", .cancelled)
    case .rightRecoveryCode:
      guard let code = model.codes.popLast() else { return nil }
      model.usedCodes.append(code)
      model.wrongCodes = 0
      return (code, .signedIn)
    case .usedRecoveryCode, .wrongRecoveryCode:
      let code = move == .usedRecoveryCode ? model.usedCodes.last : "0000-0000-0000-0000"
      return code.map { ($0, .asked(recovery: model.asksForRecovery, .wrong)) }
    case .rightCode, .usedCode, .wrongCode:
      let text =
        switch move {
        case .rightCode: device.code(at: clock.now())
        case .usedCode: device.code(at: Timestamp(milliseconds: model.usedStep * 30_000))
        default: "12345"
        }
      if model.asksForRecovery { return (text, .asked(recovery: true, .wrong)) }
      if model.isLocked {
        model.asksForRecovery = true
        return (text, .asked(recovery: true, .codesLocked))
      }
      switch move {
      case .rightCode where now > model.usedStep:
        model.usedStep = now
        model.wrongCodes = 0
        return (text, .signedIn)
      case .rightCode,
        .usedCode where now - model.usedStep <= 1:
        return (text, .asked(recovery: false, .used))
      default:
        model.wrongCodes += 1
        return (text, .asked(recovery: false, .wrong))
      }
    }
  }

  private func result(_ step: SignInStep) throws -> Result {
    switch step {
    case .ask(let question): .asked(recovery: question.challenges.map(\.kind) == [.recoveryCode], question.fault)
    case .ended(.signedIn): .signedIn
    case .ended(.cancelled): .cancelled
    case .tell, .wait, .ended: throw Unexpected(step)
    }
  }
}

extension RandomConversationsTests.Move {
  /// A recovery code that is used has a row of its own.
  fileprivate var usesRecoveryCode: Bool { self == .rightRecoveryCode }
}
