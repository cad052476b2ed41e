import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The form without a screen")
struct LinePresenterTests {
  @Test("It asks for email and password, hides the password, and prints the answer last")
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

  @Test("It asks for a user name where the server takes one, and says each place in the queue once")
  func userName() async {
    let script = PlainScript(nil, allowsSignUp: false, memory: RememberingMemory())
    script.logins.send(.name(provider: "pam"))
    script.navigator.transition(to: .signIn(email: nil))
    script.presenter.settle()
    #expect(script.heard() == ["Sign in. Ctrl-D cancels.", "User name: "])
    script.answer("")
    #expect(script.heard() == ["Enter your user name.", "User name: "])
    script.answer("ada")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("x")
    #expect(script.heard() == ["Signing in.", "(deaf)"])
    script.queue.send(2)
    script.scheduler.advance(by: .milliseconds(300))
    script.queue.send(1)
    script.scheduler.advance(by: .milliseconds(300))
    #expect(script.heard() == ["Place 2 in line.", "Place 1 in line."])
    await script.refuse()
    #expect(script.heard() == ["Wrong user name or password.", "Password: (unseen)"])
  }

  @Test func `What is announced names no key, because answers are letters`() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = script.heard()
    script.presenter.announce(.accountCreated)
    script.presenter.announce(.passwordEnds(days: 1, isChangeable: true))
    #expect(script.heard() == ["Welcome! Your account is ready.", "Your password expires in 1 day."])
  }

  @Test("An invalid line gets the form's message once, and is asked for again")
  func rules() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = script.heard()
    script.answer("ada")
    #expect(script.heard() == ["Entered email is not valid. It has no @.", "Email: "])
    script.answer("ada@lovelace.example")
    _ = script.heard()
    script.answer("short")
    #expect(script.heard() == ["Password has to be from 6 to 20 characters long.", "Password: (unseen)"])
  }

  @Test("Late validation and hints work as in the form: a finished line is a field that was left")
  func timings() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false, timing: .late, showsHints: true)
    _ = script.heard()
    script.answer("ada")
    #expect(script.heard() == ["Entered email is not valid. It has no @.", "Email: "])
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Email is valid.", "Password: (unseen)"])
  }

  @Test("Somebody else's form for a new account, cancelled, leads back to the account")
  func cancelsAnothersSignUp() async {
    let script = PlainScript(
      .account(SignedIn(email: email("ada@lovelace.example"))),
      account: ScriptedAccount(.success(.sample(at: ActivityPlay.now))), clock: ManualClock(ActivityPlay.now))
    func wait(for prompt: String) async {
      var said: [String] = []
      let isAsked = await eventually {
        script.presenter.settle()
        said += script.heard()
        return said.last?.hasPrefix(prompt) == true
      }
      #expect(isAsked, "\(said)")
    }
    await wait(for: "What to do?")
    script.answer("s")
    await wait(for: "Email: ")
    script.answer("+")
    await wait(for: "Email: ")
    script.send(.endOfInput)
    await wait(for: "What to do?")
    #expect(script.ending == nil)
  }

  @Test("A known email is printed; two empty lines go back to it, and another one accepts it")
  func back() {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    #expect(script.heard() == ["Sign in. Ctrl-D cancels.", "Email: ada@lovelace.example", "Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Press Enter once more to go back.", "Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Email [ada@lovelace.example]: "])
    script.answer("")
    #expect(script.heard() == ["Password: (unseen)"])
    script.answer("")
    script.answer("")
    _ = script.heard()
    script.answer("grace@hopper.example")
    #expect(script.heard() == ["Password: (unseen)"])
  }

  @Test("An invalid email from the command line is reported and asked for")
  func wrongPrefill() {
    let script = PlainScript(.signIn(email: "ada"), allowsSignUp: false)
    _ = script.heard()
    script.answer("correct horse")
    #expect(script.heard() == ["Entered email is not valid.", "Email [ada]: "])
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Signing in.", "(deaf)"])
  }

  @Test("While attempts are blocked, the wait is printed once; Enter prints what is left of it, and asks again")
  func throttled() async {
    // given
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    script.answer("correct horse")
    _ = script.heard()
    // when
    await script.answerAttempt(.throttled(seconds: 4))
    // then
    #expect(script.heard() == ["Too many attempts. Try again in 4 s."])
    script.scheduler.advance(by: .seconds(3))
    #expect(script.heard() == [])
    script.send(.continued)
    #expect(script.heard() == ["Too many attempts. Try again in 1 s."])
    script.answer("hunter22x")
    #expect(script.heard() == ["Too many attempts. Try again in 1 s.", "Password: (unseen)"])
    script.answer("correct horse")
    await script.answerAttempt(.throttled(seconds: 1))
    #expect(script.heard() == ["Too many attempts. Try again in 1 s."])
    script.scheduler.advance(by: .seconds(1))
    script.presenter.settle()
    #expect(script.heard() == ["Password: (unseen)"])
  }

  @Test("A refusal that begins a block is repeated at its end, with the attempts left")
  func refusedAndBlocked() async {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    script.answer("wrong horse")
    await script.refuse()
    script.answer("wrong horse")
    _ = script.heard()
    await script.answerAttempt(.refused(blockedFor: 64))
    #expect(script.heard() == ["Wrong email or password. Try again in 1 min 4 s."])
    script.scheduler.advance(by: .seconds(64))
    script.presenter.settle()
    #expect(script.heard() == ["Wrong email or password. 3 attempts left.", "Password: (unseen)"])
  }

  @Test("After a refusal two empty lines lead back to the email, and another one keeps it")
  func backAfterRefusal() async {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    script.answer("wrong horse")
    await script.refuse()
    _ = script.heard()
    script.answer("")
    #expect(script.heard() == ["Press Enter once more to go back.", "Password: (unseen)"])
    script.answer("")
    #expect(script.heard() == ["Email [ada@lovelace.example]: "])
    script.answer("")
    #expect(script.heard() == ["Password: (unseen)"])
  }

  @Test("A store failure gives its reason and asks again; the last refusal ends it")
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

  @Test("Ctrl-D cancels, even during a sign-in")
  func endOfInput() async {
    let idle = PlainScript(.signIn(email: nil), allowsSignUp: false)
    idle.send(.endOfInput)
    #expect(idle.ending == "cancelled")
    let busy = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    busy.answer("correct horse")
    busy.send(.endOfInput)
    #expect(busy.ending == "cancelled")
  }

  @Test("After a suspension the question is asked again")
  func continued() {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = script.heard()
    script.send(.continued)
    #expect(script.heard() == ["Email: "])
  }

  @Test("An overlong line is refused whole, with a message")
  func tooLong() {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    _ = script.heard()
    script.answer(String(repeating: "x", count: 5000))
    #expect(script.heard() == ["The line is too long. Use at most 4096 bytes.", "Password: (unseen)"])
  }

  @Test("All capitals are noted, because the password is hidden")
  func capitals() {
    let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false)
    _ = script.heard()
    script.answer("CORRECT HORSE")
    #expect(script.heard() == ["All letters are capitals. Is Caps Lock on?", "Signing in.", "(deaf)"])
  }

  @Test("Ten seconds before the idle limit there is a warning; a line restarts the limit")
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

  @Test("Nothing is asked between the password and the sign-in, and an email is remembered where the last one was")
  func remembers() async {
    for isRemembering in [false, true] {
      let memory = RememberingMemory(isRemembering ? "grace@hopper.example" : nil)
      let script = PlainScript(.signIn(email: "ada@lovelace.example"), allowsSignUp: false, memory: memory)
      _ = script.heard()
      script.answer("correct horse")
      #expect(script.heard() == ["Signing in.", "(deaf)"])
      await script.signIn()
      #expect(memory.email == (isRemembering ? "ada@lovelace.example" : nil))
    }
  }

  @Test("A new account: the strength is shown, and a repetition that differs is asked for again")
  func signUp() async {
    // given
    let script = PlainScript(.signUp(email: nil))
    #expect(script.heard() == ["Create account. Ctrl-D cancels.", "Email: "])
    script.answer("ada@lovelace.example")
    #expect(script.heard() == ["Use 6 to 20 characters.", "Password: (unseen)"])
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

  @Test("The email + creates a new account if sign-up is allowed, and otherwise is invalid")
  func createAccount() {
    let open = PlainScript(.signIn(email: nil))
    #expect(open.heard() == ["Sign in. Ctrl-D cancels. To create an account, enter + instead of an email.", "Email: "])
    open.answer("+")
    #expect(open.heard() == ["Create account. Ctrl-D cancels.", "Email: "])
    let gate = PlainScript(.signIn(email: nil), allowsSignUp: false)
    _ = gate.heard()
    gate.answer("+")
    #expect(gate.heard() == ["Entered email is not valid. It has no @.", "Email: "])
  }

  @Test("An empty store leads to the first account, or ends if sign-up is not allowed")
  func emptyStore() {
    let open = PlainScript(nil)
    open.navigator.didFindNoAccounts()
    open.presenter.settle()
    #expect(open.heard() == ["Create account. Ctrl-D cancels.", "Email: "])
    let gate = PlainScript(nil, allowsSignUp: false)
    gate.navigator.didFindNoAccounts()
    #expect(gate.ending == "no accounts")
  }

  @Test("A lock asks for the password only: an empty line and Ctrl-D lead nowhere")
  func lock() async {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false, lock: email("ada@lovelace.example"))
    #expect(
      script.heard() == [
        "Locked. The password unlocks this terminal.", "Email: ada@lovelace.example", "Password: (unseen)",
      ])
    script.answer("")
    #expect(script.heard() == ["Enter your password.", "Password: (unseen)"])
    script.send(.endOfInput)
    #expect(script.ending == nil)
    script.answer("correct horse")
    #expect(script.heard() == ["Unlocking.", "(deaf)"])
    await script.signIn()
    #expect(script.ending == "signed in as ada@lovelace.example")
  }

  @Test("A lock says its email once, and a changed one above the password, which it asks for again")
  func emailOfLock() async {
    let script = PlainScript(.signIn(email: nil), allowsSignUp: false, lock: email("ada@lovelace.example"))
    _ = script.heard()
    script.emailOfLock.send("Ada@lovelace.example")
    script.presenter.settle()
    #expect(script.heard() == [])
    script.emailOfLock.send("ada@byron.example")
    script.presenter.settle()
    #expect(script.heard() == ["Email: ada@byron.example", "Password: (unseen)"])
    script.answer("correct horse")
    script.emailOfLock.send("ada@byron.example")
    #expect(script.heard() == ["Unlocking.", "(deaf)"])
    await script.refuse()
    #expect(script.heard() == ["The password is wrong.", "Password: (unseen)"])
  }
}
