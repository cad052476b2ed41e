import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The form without a screen")
struct LinePresenterTests {
  @Test("Email and password are asked for, the password unseen, and the answer is what somebody hears last")
  func signsIn() async {
    // given
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    #expect(script.heard() == ["Sign in. Ctrl-D cancels.", "Email: "])
    // when
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("correct horse")
    #expect(script.heard() == ["Signing in.", "(deaf)"])
    // then
    await script.refuse()
    #expect(script.heard() == ["Wrong email or password.", "Password: (unseen)"])
    #expect(script.ending == nil)
    script.answer("correct horse")
    await script.signIn()
    #expect(script.ending == "signed in as ada@lovelace.example")
  }

  @Test("What is not valid is said once, as the form says it, and asked again")
  func rules() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = script.heard()
    script.answer("ada")
    #expect(script.heard() == ["Entered email is not valid.", "Email: "])
    script.answer("ada@lovelace.example")
    _ = script.heard()
    script.answer("short")
    #expect(script.heard() == ["Password has to be from 6 to 20 characters long.", "Password: (unseen)"])
  }

  @Test("With late validation and with hints it is the same: a line is a field that was left")
  func timings() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false, timing: .late, showsHints: true)
    _ = script.heard()
    script.answer("ada")
    #expect(script.heard() == ["Entered email is not valid.", "Email: "])
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Email is valid.", "Password: (unseen)"])
  }

  @Test("An email that is known is said; an empty line leads back to it, and another takes it as it is")
  func back() {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    #expect(script.heard() == ["Sign in. Ctrl-D cancels.", "Email: ada@lovelace.example", "Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Email [ada@lovelace.example]: "])
    script.answer("")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("")
    _ = script.heard()
    script.answer("grace@hopper.example")
    #expect(script.heard() == ["Password: (unseen)"])
  }

  @Test("An email from the command line that is none is said to be so, and asked for")
  func wrongPrefill() {
    let script = PlainScript(.signIn(email: "ada"), allowsSignUp: false)
    _ = script.heard()
    script.answer("correct horse")
    #expect(script.heard() == ["Entered email is not valid.", "Email [ada]: "])
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Signing in.", "(deaf)"])
  }

  @Test("A throttle's countdown is said when it begins, and not each second")
  func throttled() async {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    script.answer("correct horse")
    _ = script.heard()
    await script.answerAttempt(.throttled(seconds: 4))
    #expect(script.heard() == ["Too many attempts. Try again in 4 s.", "Password: (unseen)"])
    script.scheduler.advance(by: .seconds(5))
    #expect(script.heard() == [])
  }

  @Test("A store out of reach, and the last of the attempts")
  func failures() async {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false, attempts: 2)
    script.answer("correct horse")
    await script.refuse()
    script.answer("correct horse")
    _ = script.heard()
    await script.answerAttempt(.unavailable(.unreachable(.notFile, path: "/x")))
    #expect(script.heard() == ["Can't sign in right now: /x isn't a file.", "Password: (unseen)"])
    script.answer("correct horse")
    await script.refuse()
    #expect(script.ending == "refused")
  }

  @Test("Ctrl-D cancels, while a sign-in is under way too")
  func endOfInput() async {
    let idle = PlainScript(.signIn(email: nil), allowsSignUp: false)
    idle.send(.endOfInput)
    #expect(idle.ending == "cancelled")
    let busy = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    busy.answer("correct horse")
    busy.send(.endOfInput)
    #expect(busy.ending == "cancelled")
  }

  @Test("After a stop the question is asked once more")
  func continued() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = script.heard()
    script.send(.continued)
    #expect(script.heard() == ["Email: "])
  }

  @Test("A line that no field takes is refused whole, and said to be too long")
  func tooLong() {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    _ = script.heard()
    script.answer(String(repeating: "x", count: 5000))
    #expect(script.heard() == ["The line is too long. Use at most 4096 bytes.", "Password: (unseen)"])
  }

  @Test("Capitals only are remarked upon, since nobody sees them")
  func capitals() {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    _ = script.heard()
    script.answer("CORRECT HORSE")
    #expect(script.heard() == ["All letters are capitals. Is Caps Lock on?", "Signing in.", "(deaf)"])
  }

  @Test("The idle limit is said ten seconds before its end; a line starts it anew")
  func idle() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false, idleSeconds: 60)
    _ = script.heard()
    script.scheduler.advance(by: .seconds(51))
    #expect(script.heard() == ["Closing in 10 s. Press Enter to stay.", "Email: "])
    script.answer("ada@lovelace.example")
    _ = script.heard()
    script.scheduler.advance(by: .seconds(49))
    #expect(script.heard() == [])
    script.scheduler.advance(by: .seconds(12))
    #expect(script.heard() == ["Closing in 10 s. Press Enter to stay.", "Password: (unseen)"])
    #expect(script.ending == "timed out")
  }

  @Test("Whether to remember an email is asked when it is another, and an empty line leaves it as it is")
  func remembers() async {
    let memory = RememberingMemory()
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false, memory: memory)
    _ = script.heard()
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Remember my email? (y/n) [n]: "])
    script.answer("y")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("correct horse")
    await script.signIn()
    #expect(memory.email == "ada@lovelace.example")
  }

  @Test("A new account: the strength is said, the password repeated, and what differs asked again")
  func signUp() async {
    // given
    let script = PlainScript(.signUp(email: nil))
    #expect(script.heard() == ["Create account. Ctrl-D cancels.", "Email: "])
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("password")
    #expect(script.heard() == ["That password is too common.", "Password: (unseen)"])
    script.answer("correct horse 42")
    #expect(script.heard() == ["This is a strong password.", "Password again: (unseen)"])
    // when
    script.answer("correct house 42")
    #expect(script.heard() == ["The passwords don't match.", "Password again: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("correct house 42")
    #expect(script.heard() == ["This is a strong password.", "Password again: (unseen)"])
    script.answer("correct house 42")
    #expect(script.heard() == ["Creating account.", "(deaf)"])
    // then
    script.signUp.answer(await script.signUp.nextAttempt(), .notAdded(.exists))
    _ = await eventually {
      script.presenter.settle(); return !script.isEmpty
    }
    #expect(script.heard() == ["That email already has an account.", "Email [ada@lovelace.example]: "])
  }

  @Test("The email + leads to a new account where that is allowed, and nowhere else")
  func createAccount() {
    let open = PlainScript(.signIn(email: nil))
    #expect(open.heard() == ["Sign in. Ctrl-D cancels. To create an account, enter + instead of an email.", "Email: "])
    open.answer("+")
    #expect(open.heard() == ["Create account. Ctrl-D cancels.", "Email: "])
    let gate = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = gate.heard()
    gate.answer("+")
    #expect(gate.heard() == ["Entered email is not valid.", "Email: "])
  }

  @Test("A store without accounts leads to the first one, or ends where none may be created")
  func emptyStore() {
    let open = PlainScript(nil)
    open.navigator.didFindNoAccounts()
    open.presenter.settle()
    #expect(open.heard() == ["Create account. Ctrl-D cancels.", "Email: "])
    let gate = PlainScript(nil, allowsSignUp: false)
    gate.navigator.didFindNoAccounts()
    #expect(gate.ending == "no accounts")
  }
}
