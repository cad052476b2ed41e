import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The scene of a further step")
struct ChallengeViewTests {
  private static let code = SignInStep.ask(
    Question([Challenge(.code(digits: 6))], methods: [.recoveryCode], timeLimit: .seconds(120)))

  private func signIn(
    meeting steps: SignInStep..., columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil, glyphs: Glyphs = .unicode,
    hasColours: Bool = true, activity: ScriptedActivity? = nil, memory: RememberingMemory? = nil
  ) async -> ChallengePlay {
    let play = ChallengePlay(
      columns: columns, rows: rows, idleSeconds: idleSeconds, glyphs: glyphs, hasColours: hasColours,
      activity: activity,
      memory: memory)
    for step in steps { await play.go(on: step) }
    return play
  }

  // MARK: Codes

  @Test("A code is one field; the other way to answer is in the line of keys")
  func code() async {
    let play = await signIn(meeting: Self.code).play
    #expect(
      play.screen == """






                      Second step



                      ┏━ Code from your device ━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃                                                  ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                                                                Sign in

                      Enter sign in  F7 recovery code  F1 keys  Esc cancel







        """)
  }

  @Test("At 40x12 the same parts stand closer")
  func codeSmall() async {
    let play = await signIn(meeting: Self.code, columns: 40, rows: 12).play
    play.type("12 34")
    play.press(.enter)
    #expect(
      play.screen == """
        Second step



        ┏━ Code from your device ━━━━━━━━━━ ✗ ━┓
        ┃ 12 34                                ┃
        ┗━ The code has 6 digits. ━━━━━━━━━━━━━┛

                                      Sign in

        F7 recovery code   F1 keys   Esc cancel

        """)
  }

  @Test("At 200x60 they stay in the middle")
  func codeLarge() async {
    let play = await signIn(meeting: Self.code, columns: 200, rows: 60).play
    #expect(
      play.screen == """
























                                                                                  Second step



                                                                                  ┏━ Code from your device ━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                                                                                  ┃                                                  ┃
                                                                                  ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                                                                                                                            Sign in

                                                                                  Enter sign in  F7 recovery code  F1 keys  Esc cancel

























        """)
  }

  @Test("At 20x5 the field and the keys are left")
  func codeTiny() async {
    let play = await signIn(meeting: Self.code, columns: 20, rows: 5).play
    play.type("12345")
    #expect(
      play.screen == """
        ┏━ Code from you━━━┓
        ┃ 12345            ┃
        ┗━━━━━━━━━━━━━━━━━━┛

        F1 keys   Esc cancel
        """)
  }

  @Test("A wrong code says so at the field, which is empty again")
  func wrong() async {
    let scene = await signIn(meeting: Self.code)
    let play = scene.play
    play.type("123 456")
    await scene.go(on: .ask(Question([Challenge(.code(digits: 6))], methods: [.recoveryCode], fault: .wrong)))
    #expect(play.text(in: "Code from your device") == "")
    #expect(play.label(of: "Code from your device") == "✗ Wrong code. Enter the one your app shows now.")
  }

  @Test("A pasted code submits itself; F7 asks for a recovery code instead")
  func pasted() async {
    let scene = await signIn(meeting: Self.code)
    scene.play.press(.function(7))
    let recovery = Question([Challenge(.recoveryCode)], methods: [.code])
    #expect(await scene.go(on: .ask(recovery)) == .method(.recoveryCode))
    #expect(scene.play.lastRow.contains("F7 code"))
    scene.play.press(.function(7))
    await scene.go(on: Self.code)
    scene.play.paste("123-456")
    #expect(scene.play.screen.contains("⠋ Signing in"))
  }

  @Test("The last minute to answer is counted down, and nothing moves")
  func countdown() async {
    let play = await signIn(meeting: Self.code).play
    let before = play.screen
    play.scheduler.advance(by: .seconds(59))
    #expect(play.screen == before)
    play.scheduler.advance(by: .seconds(20))
    #expect(play.screen.contains("Answer within 41 s."))
    #expect(play.screen.replacing("Answer within 41 s.", with: "").replacing("              \n", with: "\n") == before)
    play.scheduler.advance(by: .seconds(41))
    #expect(play.label(of: "Password") == "✗ The time to answer is over. Sign in again.")
    #expect(play.text(in: "Email") == "ada@lovelace.example")
  }

  // MARK: Other questions and notices

  @Test("A new password is asked for twice, with the reason and its strength")
  func newPassword() async {
    let play = await signIn(meeting: .ask([Challenge(.newPassword(.oneTime))])).play
    play.type("horse12")
    #expect(
      play.screen == """




                      New password

                      That password worked once. Choose your own.

                      ┏━ New password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
                      ┃ •••••••                                          ┃
                      ┗━ ███░░ Strength: fair ━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                      ╭─ New password again ─────────────────────────────╮
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯

                                                                Sign in

                      Enter next   F2 show   F1 keys   Esc cancel





        """)
  }

  @Test("The store's complaint about a new password is below it, not below its repetition")
  func violation() async {
    let question = Question([Challenge(.newPassword(.oneTime))], fault: .violation(.unchanged))
    let play = await signIn(meeting: .ask(question)).play
    #expect(play.label(of: "New password") == "✗ That is your current password. Choose another.")
    #expect(play.label(of: "New password again") == "")
  }

  @Test("The words of another program are cleaned and quoted; its prompts are fields")
  func prompts() async {
    let play = await signIn(
      meeting: .tell(.quotation("Touch your \u{1B}[31mkey.", .information)),
      .ask([Challenge(.prompt("Token:", isSecret: false)), Challenge(.prompt("PIN:", isSecret: true))])
    ).play
    play.type("blue")
    play.press(.tab)
    play.type("1234")
    #expect(
      play.screen == """




                      Sign in

                      The system says: “Touch your �[31mkey.”

                      ╭─ “Token” ──────────────────────────────────── ✓ ─╮
                      │ blue                                             │
                      ╰──────────────────────────────────────────────────╯

                      ┏━ “PIN” ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
                      ┃ ••••                                             ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛

                                                             [  Sign in  ]

                      Enter sign in   F2 show   F1 keys   Esc cancel





        """)
  }

  @Test("A long prompt is quoted above its field")
  func longPrompt() async {
    let words = "Enter the number that your telephone shows after the second ring"
    let play = await signIn(meeting: .ask([Challenge(.prompt(words, isSecret: false))])).play
    #expect(play.screen.contains("The system says: “Enter the number that your"))
    #expect(play.focus == "Your answer")
  }

  @Test("An approval elsewhere is waited for, and Esc leaves")
  func approval() async {
    let play = await signIn(meeting: .wait(.approval)).play
    play.scheduler.advance(by: .seconds(3))
    #expect(
      play.screen == """








                      Sign in

                      Approve the sign-in on your other device.

                                             ⠋ Waiting for approval 3 s

                      Esc cancel









        """)
    play.press(.escape)
    #expect(play.title == "Sign in")
    #expect(play.text(in: "Email") == "ada@lovelace.example")
  }

  // MARK: The end of a sign-in

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
    #expect(scene.play.screen.contains("[x] Remember my email"))
    #expect(scene.play.ending == nil)
    #expect(await eventually { scene.script.released == 1 })
  }

  @Test("A password that ends soon is said on the scene that follows")
  func passwordEnds() async {
    let asked = await signIn(meeting: .tell(.passwordEnds(days: 3)), Self.code)
    #expect(asked.play.screen.contains("Your password ends in 3 days."))
    let scene = await signIn(meeting: .tell(.passwordEnds(days: 1)), activity: ScriptedActivity())
    await scene.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(scene.play.lastRow == "Your password ends in 1 day. Change it with F4.")
    let gate = await signIn(meeting: .tell(.passwordEnds(days: 0)))
    await gate.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(gate.play.navigator.parting == "Your password ends in less than a day.")
  }

  @Test("The idle limit ends the program while a code is asked for")
  func idle() async {
    let play = await signIn(meeting: Self.code, idleSeconds: 30).play
    play.scheduler.advance(by: .seconds(30))
    #expect(play.ending == "timed out")
  }
}
