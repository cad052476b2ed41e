import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The scene of a further step")
struct ChallengeViewTests {
  static let code = SignInStep.ask(
    Question([Challenge(.code(digits: 6))], methods: [.recoveryCode], timeLimit: .seconds(120)))

  func signIn(
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





                    ◆ Second step                     ada@lovelace.example

                      Enter the 6 digits that your authenticator app
                      shows.


                      ┏━━━┓ ╭───╮ ╭───╮   ╭───╮ ╭───╮ ╭───╮
                      ┃   ┃ │   │ │   │   │   │ │   │ │   │
                      ┗━━━┛ ╰───╯ ╰───╯   ╰───╯ ╰───╯ ╰───╯


                                                              Sign in ⏎

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
        ◆ Second step       ada@lovelace.example
        Enter the 6 digits that your
        authenticator app shows.


        ┏━ Code from your device ━━━━━━━━━━ ✗ ━┓
        ┃ 12 34                                ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          ✗ The code has 6 digits.
                                    Sign in ⏎

        F7 recovery code   F1 keys   Esc cancel
        """)
  }

  @Test("At 200x60 they stay in the middle")
  func codeLarge() async {
    let play = await signIn(meeting: Self.code, columns: 200, rows: 60).play
    #expect(
      play.screen == """























                                                                                ◆ Second step                     ada@lovelace.example

                                                                                  Enter the 6 digits that your authenticator app
                                                                                  shows.


                                                                                  ┏━━━┓ ╭───╮ ╭───╮   ╭───╮ ╭───╮ ╭───╮
                                                                                  ┃   ┃ │   │ │   │   │   │ │   │ │   │
                                                                                  ┗━━━┛ ╰───╯ ╰───╯   ╰───╯ ╰───╯ ╰───╯


                                                                                                                          Sign in ⏎

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

  @Test("Digits fill the cells, the next one stands out, and the last one goes on; other text gets a box")
  func cells() async {
    let scene = await signIn(meeting: Self.code)
    let play = scene.play
    play.type("427")
    #expect(
      play.rows(11...13) == """
        ╭───╮ ╭───╮ ╭───╮   ┏━━━┓ ╭───╮ ╭───╮
        │ 4 │ │ 2 │ │ 7 │   ┃   ┃ │   │ │   │
        ╰───╯ ╰───╯ ╰───╯   ┗━━━┛ ╰───╯ ╰───╯
        """)
    #expect(play.style(of: "┏━━━┓")?.foreground == .blue)
    #expect(play.cursor?.row == 12)
    play.press(.backspace)
    play.type("-")
    #expect(play.text(in: "Code from your device") == "42-")
    play.press(.backspace)
    #expect(play.rows(12...12).hasPrefix("│ 4 │ │ 2 │ ┃   ┃"))
    play.type("7391")
    guard case .answer(let code, _) = await scene.go(on: .ended(.cancelled)) else {
      Issue.record("The sixth digit submits the code.")
      return
    }
    #expect(code == "427391")
  }

  @Test("A wrong code says so at the field, which is empty again")
  func wrong() async {
    let scene = await signIn(meeting: Self.code)
    let play = scene.play
    play.type("123 456")
    await scene.go(on: .ask(Question([Challenge(.code(digits: 6))], methods: [.recoveryCode], fault: .wrong)))
    #expect(play.screen.contains("✗ Wrong code. Enter the one your app shows now."))
    #expect(!play.screen.contains("│ 1 │") && !play.screen.contains("123"))
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




                    ◆ New password                    ada@lovelace.example

                      That password worked once. Choose your own.

                      ┏━ New password ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
                      ┃ •••••••                                          ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
                        ▰▰▰▱▱ Strength: fair
                      ╭─ New password again ─────────────────────────────╮
                      │                                                  │
                      ╰──────────────────────────────────────────────────╯


                                                              Sign in ⏎

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

  @Test("A line break in another program's words is one, and nothing else of them is obeyed")
  func lines() async {
    let menu = "Duo for ada\r\n\r\n1. Push to \u{9B}2JXXX\n2. Call\n\nOption: "
    let play = await signIn(meeting: .ask([Challenge(.prompt(menu, isSecret: false))])).play
    let rows = play.screen.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }
    let first = rows.firstIndex { $0 == "The system says: “Duo for ada" } ?? 0
    #expect(rows[first...].prefix(6).dropFirst() == ["", "1. Push to �2JXXX", "2. Call", "", "Option: ”"])
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




                    ◆ Sign in                         ada@lovelace.example

                      The system says: “Touch your �[31mkey.”

                      ╭─ “Token” ────────────────────────────────────────╮
                      │ blue                                             │
                      ╰──────────────────────────────────────────────────╯

                      ┏━ “PIN” ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
                      ┃ ••••                                             ┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛


                                                           [  Sign in ⏎  ]

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








                    ◆ Sign in                         ada@lovelace.example

                      Approve the sign-in on your other device.

                                             ⠋ Waiting for approval 3 s

                      Esc cancel









        """)
    play.press(.escape)
    #expect(play.title == "◆ Sign in")
    #expect(play.text(in: "Email") == "ada@lovelace.example")
  }
}
