import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("A further step, line by line")
struct PlainChallengeTests {
  private let script = ScriptedConversation()
  private let dialogue: PlainScript

  init() {
    dialogue = PlainScript(.signIn(email: nil), allowsSignUp: false, signIn: script)
    dialogue.answer("ada@lovelace.example")
    dialogue.answer("correct horse")
    _ = dialogue.heard()
  }

  /// Gives the next step, and waits until it was said.
  @discardableResult
  private func go(on step: SignInStep) async -> ScriptedConversation.Said {
    let said = await script.go(on: step)
    _ = await eventually {
      dialogue.presenter.settle()
      return !dialogue.isEmpty && !dialogue.isDeaf || dialogue.ending != nil || script.isAsked
    }
    return said
  }

  private func ask(_ kinds: Challenge.Kind..., methods: [ProofMethod] = [], fault: AnswerFault? = nil) -> SignInStep {
    .ask(Question(kinds.map { Challenge($0, id: ChallengeID(1)) }, methods: methods, fault: fault))
  }

  @Test("A code is echoed, and sent by Enter; a wrong one is asked for again, with the reason")
  func code() async {
    await go(on: ask(.code(digits: 6)))
    #expect(
      dialogue.heard() == [
        "Second step. Ctrl-D cancels.", "Enter the 6 digits that your authenticator app shows.",
        "Code from your device: ",
      ])
    dialogue.answer("12345")
    #expect(dialogue.heard() == ["The code has 6 digits.", "Code from your device: "])
    dialogue.answer("123 456")
    #expect(dialogue.heard() == ["Signing in.", "(deaf)"])
    #expect(await go(on: ask(.code(digits: 6), fault: .wrong)) == .answer("123456", to: ChallengeID(1)))
    #expect(
      dialogue.heard() == [
        "Second step. Ctrl-D cancels.", "Enter the 6 digits that your authenticator app shows.",
        "Wrong code. Enter the one your app shows now.",
        "Code from your device: ",
      ])
    dialogue.answer("123456")
    await go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(dialogue.ending == "signed in as ada@lovelace.example")
  }

  @Test("A conversation that fails leads back to the form, which says the reason behind its heading")
  func failed() async {
    await go(on: ask(.code(digits: 6)))
    dialogue.answer("123456")
    _ = dialogue.heard()
    await go(on: .ended(.refused(blockedFor: nil)))
    #expect(
      dialogue.heard() == [
        "Sign in. Ctrl-D cancels.", "Email: ada@lovelace.example", "The code is wrong.", "Password: (unseen)",
      ])
  }

  @Test("The last attempt that is refused ends, and no form is announced that never comes")
  func lastAttempt() async {
    let script = ScriptedConversation()
    let dialogue = PlainScript(.signIn(email: nil), allowsSignUp: false, attempts: 1, signIn: script)
    dialogue.answer("ada@lovelace.example")
    dialogue.answer("correct horse")
    await script.go(on: ask(.code(digits: 6)))
    let isAsked = await eventually {
      dialogue.presenter.settle()
      return !dialogue.isDeaf
    }
    #expect(isAsked)
    dialogue.answer("123456")
    _ = dialogue.heard()
    await script.go(on: .ended(.refused(blockedFor: nil)))
    #expect(await eventually { dialogue.ending != nil })
    #expect(dialogue.ending == "refused")
    #expect(dialogue.heard().isEmpty)
  }

  @Test("+ asks for another way to answer")
  func otherMethod() async {
    await go(on: ask(.code(digits: 6), methods: [.recoveryCode]))
    #expect(dialogue.heard().contains("To use a recovery code, enter +."))
    dialogue.answer("+")
    #expect(dialogue.heard() == ["(deaf)"])
    #expect(await go(on: ask(.recoveryCode)) == .method(.recoveryCode))
    #expect(dialogue.heard().last == "Recovery code: ")
  }

  @Test("While a key is asked, Ctrl-D leads to the code; the code says why the key was of no help")
  func keyOfNoHelp() async throws {
    let request = try #require(SignatureRequest(service: "castle", account: 7, .signIn, keys: []))
    await go(on: ask(.signature(request), methods: [.code]))
    #expect(
      dialogue.heard() == ["Second step.", "Touch your key.", "Ctrl-D leads to a code instead.", "(deaf)"])
    #expect(await go(on: ask(.code(digits: 6), methods: [.key])) == .method(.code))
    #expect(
      dialogue.heard() == [
        "Second step. Ctrl-D cancels.", "No ssh-agent answers here.",
        "Enter the 6 digits that your authenticator app shows.", "To use a key, enter +.", "Code from your device: ",
      ])
  }

  @Test("A key that did not count leads to the code at once, which says so")
  func untouchedKey() async throws {
    let request = try #require(SignatureRequest(service: "castle", account: 7, .signIn, keys: []))
    await go(on: ask(.signature(request), methods: [.code], fault: .untouched))
    #expect(dialogue.heard() == ["(deaf)"])
    await go(on: ask(.code(digits: 6)))
    #expect(
      dialogue.heard() == [
        "Second step. Ctrl-D cancels.", "The key signed without a touch, which doesn't count.",
        "Enter the 6 digits that your authenticator app shows.", "Code from your device: ",
      ])
  }

  @Test("A key that did not count signs once more after a y, where nothing else counts")
  func onlyKey() async throws {
    let request = try #require(SignatureRequest(service: "castle", account: 7, .signIn, keys: []))
    await go(on: ask(.signature(request), fault: .untouched))
    #expect(
      dialogue.heard() == [
        "Second step. Ctrl-D cancels.", "The key signed without a touch, which doesn't count.", "Touch your key.",
        "Do it? (y/n): ",
      ])
  }

  @Test("A new password is never echoed, and is asked for twice")
  func newPassword() async {
    await go(on: ask(.newPassword(.expired)))
    #expect(
      dialogue.heard() == [
        "New password. Ctrl-D cancels.", "Your password has expired. Choose a new one.", "Use 6 to 20 characters.",
        "New password: (unseen)",
      ])
    dialogue.answer("battery staple")
    #expect(dialogue.heard().last == "New password again: (unseen)")
    dialogue.answer("battery staple")
    #expect(await go(on: .ended(.cancelled)) == .answer("battery staple", to: ChallengeID(1)))
  }

  @Test("The words of another program are quoted once; a secret prompt is not echoed")
  func prompts() async {
    await go(on: .tell(.quotation("Touch your key.", .information)))
    #expect(dialogue.heard().first == "The system says: “Touch your key.”")
    await go(on: ask(.prompt("PIN:", isSecret: true)))
    #expect(dialogue.heard() == ["Sign in. Ctrl-D cancels.", "“PIN”: (unseen)"])
  }

  @Test("An empty line answers another program, and no other question")
  func emptyLine() async {
    await go(on: ask(.code(digits: 6)))
    _ = dialogue.heard()
    dialogue.answer("")
    #expect(dialogue.heard().last == "Code from your device: ")
    dialogue.answer("123456")
    await go(on: ask(.prompt("Press Enter", isSecret: false)))
    _ = dialogue.heard()
    dialogue.answer("")
    #expect(await go(on: .ended(.cancelled)) == .answer("", to: ChallengeID(1)))
  }

  @Test("A line break in another program's words is one")
  func lines() async {
    let menu = "Duo for ada\r\n\r\n 1. Push to XXX-1234\n 2. Call\n\nPasscode or option (1-2): "
    await go(on: ask(.prompt(menu, isSecret: false)))
    #expect(
      dialogue.heard() == [
        "Sign in. Ctrl-D cancels.", "The system says: “Duo for ada", " 1. Push to XXX-1234", " 2. Call",
        "Passcode or option (1-2): ”", "Your answer: ",
      ])
  }

  @Test("The secret is said without its picture")
  func offer() async {
    await go(on: ask(.confirmation(CodeOffer(picture: BitMatrix(size: 21), secret: "JBSW Y3DP"), digits: 6)))
    #expect(
      dialogue.heard() == [
        "Set up two-step sign-in. Ctrl-D cancels.",
        "From now on, signing in takes your password and a code from your phone.",
        "Type this secret into an authenticator app:",
        "JBSW Y3DP",
        "Then enter the code that it shows.", "Code from your device: ",
      ])
  }

  @Test("The secret's address is said, for programs that take it as text")
  func address() async {
    let offer = CodeOffer(
      picture: BitMatrix(size: 21), secret: "JBSW Y3DP", address: "otpauth://totp/castle:ada?secret=JBSWY3DP")
    await go(on: ask(.confirmation(offer, digits: 6)))
    #expect(
      dialogue.heard().suffix(5) == [
        "JBSW Y3DP", "Or paste this address into it:", "otpauth://totp/castle:ada?secret=JBSWY3DP",
        "Then enter the code that it shows.", "Code from your device: ",
      ])
  }

  @Test("Few recovery codes that are left are said")
  func recoveryCodesLeft() async {
    await go(on: .tell(.recoveryCodesLeft(0)))
    #expect(
      dialogue.heard().first == "That was your last recovery code. Make new ones with N on the account page.")
  }

  @Test("Recovery codes are lines; the sign-in proceeds when they are kept")
  func recoveryCodes() async {
    await go(on: .tell(.recoveryCodes(["abcd-efgh", "bcde-fghi"])))
    #expect(
      dialogue.heard() == [
        "Recovery codes. Ctrl-D cancels.",
        "Each works once, in place of your device. Keep them where only you find them. You will not see them again.",
        "abcd-efgh", "bcde-fghi", "Have you saved these codes? (y/n): ",
      ])
    dialogue.answer("n")
    #expect(
      dialogue.heard() == [
        "Save the codes first, then enter y. Ctrl-D cancels.", "Have you saved these codes? (y/n): ",
      ])
    dialogue.answer("sure")
    #expect(dialogue.heard() == ["Enter y or n.", "Have you saved these codes? (y/n): "])
    dialogue.answer(" Yes ")
    #expect(await go(on: .ended(.cancelled)) == .proceed)
  }

  @Test("An approval is waited for; Ctrl-D leads back to the form")
  func approval() async {
    await go(on: .wait(.approval))
    #expect(
      dialogue.heard() == ["Approve the sign-in on your other device.", "Waiting for approval.", "(deaf)"])
    dialogue.send(.endOfInput)
    #expect(
      dialogue.heard() == ["Sign in. Ctrl-D cancels.", "Email: ada@lovelace.example", "Password: (unseen)"])
    #expect(dialogue.ending == nil)
  }

  @Test("The page of an approval is said once: address, code, and how long the code is good; Ctrl-D gives up")
  func page() async {
    await go(on: .wait(.approval, at: .sample()))
    #expect(
      dialogue.heard() == [
        "Sign in with Example Corp. Ctrl-D cancels.", "Open this address on any device, and enter the code:",
        "https://login.example.com/device", "WDJB-MJHT", "Only continue if you started this sign-in.",
        "The code is good for 15 min.", "(deaf)",
      ])
    dialogue.scheduler.advance(by: .seconds(900))
    #expect(dialogue.heard() == ["The code has ended. Getting a new one."])
    dialogue.send(.endOfInput)
    #expect(
      dialogue.heard() == ["Sign in. Ctrl-D cancels.", "Email: ada@lovelace.example", "Password: (unseen)"])
    #expect(dialogue.ending == nil)
  }
}
