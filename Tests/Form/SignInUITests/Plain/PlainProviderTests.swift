import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("Another provider in a dialogue")
struct PlainProviderTests {
  private let script = ScriptedConversation()

  @Test("An @ in place of an email leads there")
  func choice() async {
    let dialogue = PlainScript(.signIn(email: nil), allowsSignUp: false, signIn: script, approval: .sample)
    #expect(
      dialogue.heard() == [
        "Sign in. Ctrl-D cancels.", "To sign in with Example Corp, enter @ instead of an email.", "Email: ",
      ])
    dialogue.answer("@")
    #expect(await script.go(on: .wait(.approval, at: .sample())) == .begin(0))
    await wait(dialogue, for: "WDJB-MJHT")
  }

  @Test("An email of its domain leads there without a password, or signs in with one")
  func domain() async {
    let dialogue = PlainScript(.signIn(email: nil), allowsSignUp: false, signIn: script, approval: .sample)
    _ = dialogue.heard()
    dialogue.answer("ada@corp.example")
    #expect(dialogue.heard() == ["Enter without a password signs in with Example Corp.", "Password: (unseen)"])
    dialogue.answer("correct horse")
    #expect(await script.go(on: .ended(.refused(blockedFor: nil))) == .begin(13))
    await wait(dialogue, for: "Password: (unseen)")
    dialogue.answer("")
    #expect(await script.go(on: .wait(.approval, at: .sample())) == .begin(0))
    await wait(dialogue, for: "WDJB-MJHT")
  }

  @Test("Where it is the only way in, Enter begins, and a failure is said before the next question")
  func only() async {
    let dialogue = PlainScript(
      .signIn(email: nil), allowsSignUp: false, signIn: script, approval: .sample, isOnlyProvider: true)
    #expect(dialogue.heard() == ["Sign in with Example Corp. Ctrl-D cancels.", "Press Enter to begin: "])
    dialogue.answer("")
    #expect(dialogue.heard() == ["Asking Example Corp.", "(deaf)"])
    await script.go(on: .ended(.unavailable(.provider(.unreachable))))
    await wait(dialogue, for: "Press Enter to begin: ")
    dialogue.send(.endOfInput)
    #expect(dialogue.ending == "cancelled")
  }

  private func wait(_ dialogue: PlainScript, for line: String) async {
    var heard: [String] = []
    #expect(
      await eventually {
        dialogue.presenter.settle()
        heard += dialogue.heard()
        return heard.contains(line)
      }, "\(heard)")
  }
}
