import Secrets
import Testing

@testable import SignInViewModels

@Suite("The course of submissions")
struct SubmissionStateTests {
  private enum Change: Equatable {
    case started(Int), unusable(PasswordError), answered(String), abandoned, escaped
  }

  private typealias Course = SubmissionState<Int, Int, String>

  private func changes(_ events: Course.Event...) -> [Change?] {
    var course = Course { content throws(PasswordError) in
      if content < 0 { throw .controlCharacter }
      return content == 0 ? nil : content
    }
    return events.map { event in
      course.receive(event)
      switch course.change {
      case .started(let request): return .started(request)
      case .unusable(let error): return .unusable(error)
      case .answered(let outcome): return .answered(outcome)
      case .abandoned: return .abandoned
      case .escaped: return .escaped
      case nil: return nil
      }
    }
  }

  @Test("One runs at a time; another one is ignored until the answer arrives")
  func oneAtATime() {
    #expect(
      changes(.submitted(1), .submitted(2), .answered("a"), .answered("b"), .submitted(3))
        == [.started(1), nil, .answered("a"), nil, .started(3)])
  }

  @Test("Esc gives it up, and leaves the form only when none is under way")
  func esc() {
    #expect(
      changes(.cancelled, .submitted(1), .cancelled, .answered("late"), .cancelled)
        == [.escaped, .started(1), .abandoned, nil, .escaped])
  }

  @Test("Content that can't be sealed starts nothing")
  func unusable() {
    #expect(changes(.submitted(-1), .submitted(0), .cancelled) == [.unusable(.controlCharacter), nil, .escaped])
  }
}

@Suite("The message of a form")
struct FormMessageTests {
  @Test("A failure is shown until a key, but not while a countdown takes its place")
  func behind() {
    var message = FormMessage()
    message.receive(.failed(.refused(.password)))
    #expect(message.text == .refused(.password))
    message.receive(.blocked(.blocked(.password, seconds: 1)))
    message.receive(.typed)
    #expect(message.text == .blocked(.password, seconds: 1))
    message.receive(.blocked(nil))
    #expect(message.text == .refused(.password))
    message.receive(.typed)
    #expect(message.text == nil)
  }
}

@Suite("A reveal")
struct PasswordRevealValueTests {
  @Test("It ends after five seconds, or when asked again, or when it must be hidden")
  func ends() {
    var reveal = PasswordReveal()
    reveal.receive(.asked)
    for left in [4, 3, 2, 1] {
      reveal.receive(.secondPassed)
      #expect(reveal.secondsLeft == left)
    }
    reveal.receive(.secondPassed)
    #expect(reveal.secondsLeft == nil)
    reveal.receive(.secondPassed)
    #expect(reveal.secondsLeft == nil)
    reveal.receive(.asked)
    reveal.receive(.asked)
    #expect(reveal.secondsLeft == nil)
    reveal.receive(.asked)
    reveal.receive(.hidden)
    #expect(reveal.secondsLeft == nil)
  }
}
