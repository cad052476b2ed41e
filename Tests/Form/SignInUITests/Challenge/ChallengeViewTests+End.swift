import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

// The end of a sign-in.
extension ChallengeViewTests {
  @Test("The right answer ends where the form's sign-in ends, and remembers the email")
  func signedIn() async {
    let memory = RememberingMemory()
    let scene = ChallengePlay(memory: memory, remembers: true)
    await scene.go(on: Self.code)
    scene.play.type("123456")
    await scene.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(scene.play.ending == "signed in as ada@lovelace.example")
    #expect(memory.email == "ada@lovelace.example")
  }

  @Test("Too many wrong codes lead back to the form, which counts down")
  func blocked() async {
    let scene = await signIn(meeting: Self.code)
    scene.play.type("123456")
    await scene.go(on: .ended(.refused(blockedFor: 8)))
    #expect(scene.play.label(of: "Password") == "✗ The code is wrong. Try again in 8 s.")
    scene.play.scheduler.advance(by: .seconds(8))
    #expect(scene.play.label(of: "Password") == "✗ The code is wrong.")
  }

  @Test("Esc leads back to the form, which says nothing wrong and keeps the email and the tick")
  func back() async {
    let scene = ChallengePlay(memory: RememberingMemory(), remembers: true)
    await scene.go(on: Self.code)
    scene.play.press(.escape)
    #expect(scene.play.text(in: "Email") == "ada@lovelace.example")
    #expect(scene.play.label(of: "Password") == "")
    #expect(scene.play.screen.contains("[✓] Remember my email"))
    #expect(scene.play.ending == nil)
    #expect(await eventually { scene.script.released == 1 })
  }

  @Test("A password that expires soon is announced on the scene that follows")
  func passwordEnds() async {
    let asked = await signIn(meeting: .tell(.passwordEnds(days: 3)), Self.code)
    #expect(asked.play.screen.contains("Your password expires in 3 days."))
    let scene = await signIn(meeting: .tell(.passwordEnds(days: 1)), activity: ScriptedActivity())
    await scene.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(scene.play.lastRow == "Your password expires in 1 day. Change it with F4.")
    let gate = await signIn(meeting: .tell(.passwordEnds(days: 0)))
    await gate.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(gate.play.navigator.parting == "Your password expires in less than a day.")
  }

  @Test("The idle limit ends the program while a code is asked for")
  func idle() async {
    let play = await signIn(meeting: Self.code, idleSeconds: 30).play
    play.scheduler.advance(by: .seconds(30))
    #expect(play.ending == "timed out")
  }
}
