import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("An approval elsewhere on the screen")
struct ApprovalViewTests {
  @Test("80x24 has a QR code beside address and code")
  func whole() async {
    let play = await waiting().play
    #expect(
      play.screen == """




             ▄▄▄▄▄  ▄▄  ▄▄▄▄ ▄ ▄▄  ▄▄▄▄▄       ◆ Sign in with Example Corp
                    ▄ ▄   ▄ ▄▄  ▄
              ▄▄▄   ▄      ▄  ▄▄▄   ▄▄▄        Scan the QR code, and compare the code.
            ▄▄▄▄▄▄▄ ▄▄▄ ▄   ▄ ▄   ▄▄▄▄▄▄▄      Or open this address, and enter it:
             ▄▄   ▄ ▄▄ ▄▄▄▄▄  ▄▄▄ ▄ ▄▄ ▄▄
             ▄ ▄▄ ▄   ▄  ▄▄     ▄▄ ▄▄▄ ▄       https://login.example.com/device
            ▄▄▄▄ ▄▄   ▄   ▄▄    ▄ ▄▄▄▄▄ ▄
            ▄▄▄▄  ▄ ▄▄ ▄ ▄ ▄ ▄   ▄  ▄▄▄▄       ┏━━━━━━━━━━━┓
               ▄ ▄▄▄  ▄ ▄▄▄ ▄▄▄▄ ▄▄▄▄▄  ▄      ┃ WDJB-MJHT ┃
               ▄▄ ▄    ▄  ▄   ▄       ▄▄       ┗━━━━━━━━━━━┛
            ▄    ▄▄▄ ▄ ▄▄▄▄▄▄▄▄▄ ▄▄▄ ▄
             ▄▄▄▄▄  ▄ ▄ ▄  ▄▄     ▄  ▄▄▄       Only continue if you started this
                      ▄ ▄ ▄▄▄▄ ▄▄▄▄▄▄▄  ▄      sign-in.
              ▄▄▄    ▄ ▄    ▄▄▄ ▄▄ ▄  ▄        The code is good for 15 min.
            ▄▄▄▄▄▄▄ ▄▄▄   ▄  ▄ ▄ ▄ ▄  ▄
                                               C copy   F1 keys   Esc cancel




        """)
  }

  @Test("Without colours there is no QR code, and the words don't speak of one")
  func noColours() async {
    let play = await waiting(hasColours: false).play
    #expect(
      play.screen == """





                    ◆ Sign in with Example Corp

                      Open this address on any device, and enter the code:

                      https://login.example.com/device

                      ┏━━━━━━━━━━━┓
                      ┃ WDJB-MJHT ┃
                      ┗━━━━━━━━━━━┛

                      Only continue if you started this sign-in.
                      The code is good for 15 min.

                      C copy   F1 keys   Esc cancel





        """)
  }

  @Test("40x12 has address and code alone")
  func small() async {
    let play = await waiting(columns: 40, rows: 12).play
    #expect(
      play.screen == """
        ◆ Sign in with Example Corp
        Open this address on any device, and
        enter the code:
        https://login.example.com/device
        ┏━━━━━━━━━━━┓
        ┃ WDJB-MJHT ┃
        ┗━━━━━━━━━━━┛
        Only continue if you started this
        sign-in.
        The code is good for 15 min.
        C copy   F1 keys   Esc cancel

        """)
  }

  @Test("20x5 still has both")
  func smallest() async {
    let play = await waiting(columns: 20, rows: 5).play
    #expect(play.screen.contains("WDJB-MJHT"))
    #expect(play.screen.contains("https://login.exampl"))
  }

  @Test("The time left is counted down, and the next code takes the place of the last one")
  func time() async {
    let scene = await waiting()
    #expect(scene.play.screen.contains("The code is good for 15 min."))
    scene.play.scheduler.advance(by: .seconds(845))
    #expect(scene.play.screen.contains("The code is good for 55 s."))
    scene.play.scheduler.advance(by: .seconds(55))
    #expect(scene.play.screen.contains("The code has ended. Getting a new one."))
    await scene.go(on: .wait(.approval, at: .sample(code: "NEXT-CODE", complete: nil)))
    #expect(scene.play.screen.contains("NEXT-CODE"))
    #expect(!scene.play.screen.contains("WDJB"))
    #expect(scene.play.screen.contains("The code is good for 15 min."))
  }

  @Test("C copies the address, and says so", arguments: ["c", "C"] as [Unicode.Scalar])
  func copies(key: Unicode.Scalar) async {
    let play = await waiting().play
    play.press(.scalar(key))
    #expect(play.written == TerminalClipboard.bytes(copying: "https://login.example.com/device?user_code=WDJB-MJHT"))
    #expect(play.words.contains("Copied, if your terminal allows it. Paste"))
    #expect(!play.takesMouse, "The mouse selects text in the terminal.")
  }

  @Test("Esc leads back to the form with the email, and says nothing")
  func escape() async {
    let play = await waiting().play
    play.press(.escape)
    #expect(play.text(in: "Email") == "ada@lovelace.example")
    #expect(play.ending == nil)
  }

  @Test("An approval signs in, and a further step comes behind it")
  func approved() async {
    let scene = await waiting()
    await scene.go(on: .ask([Challenge(.code(digits: 6))]))
    #expect(scene.play.screen.contains("Second step"))
    scene.play.type("123456")
    await scene.go(on: .ended(.signedIn(SignedIn(email: email("ada@lovelace.example")))))
    #expect(scene.play.ending == "signed in as ada@lovelace.example")
  }

  @Test("A failure leads back to the form, which says why")
  func failed() async {
    let scene = await waiting()
    await scene.go(on: .ended(.unavailable(.provider(.tooLate))))
    #expect(scene.play.words.contains("nobody approved the sign-in in time; try again."))
    #expect(scene.play.text(in: "Email") == "ada@lovelace.example")
  }

  @Test("Whoever acts elsewhere is not idle; at the form the time runs again")
  func idle() async {
    let scene = await waiting(idleSeconds: 30)
    scene.play.scheduler.advance(by: .seconds(600))
    #expect(scene.play.ending == nil)
    scene.play.press(.escape)
    scene.play.scheduler.advance(by: .seconds(31))
    #expect(scene.play.ending != nil)
  }

  @Test("F1 shows the keys")
  func keys() async {
    let play = await waiting().play
    play.press(.function(1))
    #expect(play.screen.contains("copy the address"))
    play.press(.escape)
    #expect(play.screen.contains("WDJB-MJHT"))
  }

  // MARK: The way there

  @Test("The form has a key for the provider, and Enter leads there behind an email of its domain")
  func choice() async {
    let play = Play(.signIn(email: nil), allowsSignUp: false, approval: .sample)
    #expect(play.screen.contains("F8 Example Corp"))
    play.type("ada@corp.example")
    #expect(play.screen.contains("Enter Example Corp"))
  }

  @Test(
    "Enter that leads there is said before every other key", arguments: [(80, 24), (40, 12)])
  func enterIsSaid(columns: Int, rows: Int) async {
    let play = Play(.signIn(email: nil), columns: columns, rows: rows, approval: .sample)
    play.type("ada@corp.example")
    #expect(play.screen.contains("Enter Example Corp"))
    #expect(play.screen.contains("Esc cancel"))
  }

  @Test("A welcome takes away what was typed before it only if the provider turns out to be the only way in")
  func welcomed() async {
    // given
    let play = Play(.signIn(email: nil), allowsSignUp: false, approval: .sample)
    play.type("ada@corp.example")
    // when
    play.navigator.didLearnProviders()
    // then
    #expect(play.screen.contains("ada@corp.example"))
    // and
    play.isOnlyProvider.send(true)
    play.navigator.didLearnProviders()
    #expect(play.screen.contains("Sign in with Example Corp") && !play.screen.contains("ada@corp.example"))
  }

  @Test("A welcome that comes after the end shows nothing more")
  func welcomedAfterTheEnd() async {
    // given
    let play = Play(.signIn(email: nil), allowsSignUp: false, approval: .sample)
    play.press(.escape)
    #expect(play.ending != nil)
    // when
    play.isOnlyProvider.send(true)
    play.navigator.didLearnProviders()
    // then
    #expect(!play.screen.contains("Sign in with Example Corp"))
  }

  @Test("Where the provider is the only way in, there is a button and no field")
  func only() async {
    let script = ScriptedConversation()
    let play = Play(
      .signIn(email: nil), allowsSignUp: false, theme: Play.theme, signIn: script, approval: .sample,
      isOnlyProvider: true)
    #expect(
      play.screen == """









                    ◆ Sign in

                                         [  Sign in with Example Corp ⏎  ]

                      Enter sign in   F1 keys   Esc cancel










        """)
    play.press(.enter)
    #expect(play.screen.contains("Asking Example Corp"))
    await script.go(on: .ended(.unavailable(.provider(.unreachable))))
    await play.wait { play.words.contains("the provider can't be reached") }
    play.press(.escape)
    #expect(play.ending == "cancelled")
  }

  // MARK: Scenes

  private func waiting(
    columns: Int = 80, rows: Int = 24, hasColours: Bool = true, idleSeconds: Int? = nil
  ) async -> ChallengePlay {
    let scene = ChallengePlay(columns: columns, rows: rows, idleSeconds: idleSeconds, hasColours: hasColours)
    await scene.go(on: .wait(.approval, at: .sample()))
    return scene
  }
}

extension Play {
  /// The words on the screen, however they are wrapped.
  fileprivate var words: String { screen.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
