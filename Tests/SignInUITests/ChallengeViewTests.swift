import Foundation
import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The scene of a further step")
struct ChallengeViewTests {
  private static let codes = [
    "abcd-efgh-ijkl-mnop", "bcde-fghi-jklm-nopq", "cdef-ghij-klmn-opqr", "defg-hijk-lmno-pqrs", "efgh-ijkl-mnop-qrst",
    "fghi-jklm-nopq-rstu", "ghij-klmn-opqr-stuv", "hijk-lmno-pqrs-tuvw", "ijkl-mnop-qrst-uvwx", "jklm-nopq-rstu-vwxy",
  ]

  /// Three squares, where a QR code has them.
  private static let offer: CodeOffer = {
    var picture = BitMatrix(size: 37)
    for (top, left) in [(0, 0), (0, 30), (30, 0)] {
      for row in 0..<7 {
        for column in 0..<7 where row % 6 == 0 || column % 6 == 0 || (2...4).contains(row) && (2...4).contains(column) {
          picture[top + row, left + column] = true
        }
      }
    }
    return CodeOffer(picture: picture, secret: "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")
  }()

  private static let code = SignInStep.ask(
    Question([Challenge(.code(digits: 6))], methods: [.recoveryCode], timeLimit: .seconds(120)))
  private static let confirmation = SignInStep.ask([Challenge(.confirmation(offer, digits: 6))])

  private func signIn(
    meeting steps: SignInStep..., columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil, glyphs: Glyphs = .unicode,
    hasColours: Bool = true, activity: ScriptedActivity? = nil, memory: RememberingMemory? = nil
  ) async -> ChallengePlay {
    let play = ChallengePlay(
      columns: columns, rows: rows, idleSeconds: idleSeconds, glyphs: glyphs, hasColours: hasColours, activity: activity,
      memory: memory)
    for step in steps { await play.go(on: step) }
    return play
  }

  // MARK: Codes

  @Test("A code is one field; the other way to answer is in the line of keys")
  func code() async {
    let play = await signIn(meeting: Self.code).play
    try? play.screen.write(toFile: "/tmp/scene.screens/code80", atomically: false, encoding: .utf8)
  }

  @Test("At 40x12 the same parts stand closer")
  func codeSmall() async {
    let play = await signIn(meeting: Self.code, columns: 40, rows: 12).play
    play.type("12 34")
    play.press(.enter)
    try? play.screen.write(toFile: "/tmp/scene.screens/code40", atomically: false, encoding: .utf8)
  }

  @Test("At 200x60 they stay in the middle")
  func codeLarge() async {
    let play = await signIn(meeting: Self.code, columns: 200, rows: 60).play
    try? play.screen.write(toFile: "/tmp/scene.screens/code200", atomically: false, encoding: .utf8)
  }

  @Test("At 20x5 the field and the keys are left")
  func codeTiny() async {
    let play = await signIn(meeting: Self.code, columns: 20, rows: 5).play
    play.type("12345")
    try? play.screen.write(toFile: "/tmp/scene.screens/code20", atomically: false, encoding: .utf8)
  }

  @Test("A wrong code says so at the field, which is empty again")
  func wrong() async {
    let scene = await signIn(meeting: Self.code)
    let play = scene.play
    play.type("123 456")
    await scene.go(on: .ask(Question([Challenge(.code(digits: 6))], methods: [.recoveryCode], fault: .wrong)))
    #expect(play.text(in: "Code from your device") == "")
    #expect(play.label(of: "Code from your device") == "✗ The code is wrong. Enter the one that your\\ndevice shows now.")
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
    play.scheduler.advance(by: .seconds(78))
    #expect(play.screen == before)
    play.scheduler.advance(by: .seconds(0))
    play.scheduler.advance(by: .seconds(1))
    #expect(play.screen.contains("Answer within 41 s."))
    #expect(play.rows(10...13) == before.split(separator: "\n", omittingEmptySubsequences: false)[10...13]
      .joined(separator: "\n").unindented)
    play.scheduler.advance(by: .seconds(41))
    #expect(play.label(of: "Password") == "✗ The time to answer is over. Sign in again.")
    #expect(play.text(in: "Email") == "ada@lovelace.example")
  }

  // MARK: Other questions and notices

  @Test("A new password is asked for twice, with the reason and its strength")
  func newPassword() async {
    let play = await signIn(meeting: .ask([Challenge(.newPassword(.oneTime))])).play
    play.type("horse12")
    try? play.screen.write(toFile: "/tmp/scene.screens/new80", atomically: false, encoding: .utf8)
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
    try? play.screen.write(toFile: "/tmp/scene.screens/prompts80", atomically: false, encoding: .utf8)
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
    try? play.screen.write(toFile: "/tmp/scene.screens/wait80", atomically: false, encoding: .utf8)
    play.press(.escape)
    #expect(play.title == "Sign in")
    #expect(play.text(in: "Email") == "ada@lovelace.example")
  }

  // MARK: Setting up

  @Test("The offer is a picture beside the secret and the field")
  func offer() async {
    let play = await setUp(meeting: Self.confirmation).play
    try? play.screen.write(toFile: "/tmp/scene.screens/offer80", atomically: false, encoding: .utf8)
    #expect(play.holdsSecret)
  }

  @Test("The picture is dark on light, with its quiet zone, whatever the theme")
  func colours() async {
    let frame = await setUp(meeting: Self.confirmation).play.drawn
    func isDark(_ row: Int, _ column: Int) -> Bool {
      let style = frame.style(at: Position(row: row / 2, column: column))
      let cell = String(String.UnicodeScalarView(frame[Position(row: row / 2, column: column)].scalars))
      let colour = row % 2 == 0 && cell == "▀" ? style.foreground : style.background
      #expect(colour == .palette(16) || colour == .palette(231))
      return colour == .palette(16)
    }
    for row in 0..<45 {
      for column in 0..<45 {
        let isInside = (4..<41).contains(row) && (4..<41).contains(column)
        #expect(isDark(row, column) == (isInside && Self.offer.picture[row - 4, column - 4]))
      }
    }
  }

  @Test("At 40x12, in ASCII and without colours there is no picture, only the secret", arguments: [0, 1, 2])
  func noPicture(way: Int) async {
    let play = await setUp(
      meeting: Self.confirmation, columns: way == 0 ? 40 : 80, rows: way == 0 ? 12 : 24,
      glyphs: way == 1 ? .ascii : .unicode, hasColours: way != 2
    ).play
    #expect(!play.screen.contains("▀"))
    #expect(play.screen.contains("Type this secret into the app"))
    #expect(play.screen.contains("JBSW Y3DP"))
  }

  @Test("At 40x12 the secret stands above the field")
  func offerSmall() async {
    let play = await setUp(meeting: Self.confirmation, columns: 40, rows: 12).play
    try? play.screen.write(toFile: "/tmp/scene.screens/offer40", atomically: false, encoding: .utf8)
  }

  @Test("At 200x60 picture and form are in the middle")
  func offerLarge() async {
    let play = await setUp(meeting: Self.confirmation, columns: 200, rows: 60).play
    try? play.screen.write(toFile: "/tmp/scene.screens/offer200", atomically: false, encoding: .utf8)
  }

  @Test("At 20x5 the offer asks for a larger screen, and is there after a resize")
  func offerTiny() async {
    let play = await setUp(meeting: Self.confirmation, columns: 20, rows: 5).play
    try? play.screen.write(toFile: "/tmp/scene.screens/offer20", atomically: false, encoding: .utf8)
    play.resize(columns: 80, rows: 24)
    #expect(play.screen.contains("JBSW Y3DP"))
  }

  @Test("Recovery codes are in two columns; the button is dim until the box is ticked")
  func codes() async {
    let scene = await setUp(meeting: .tell(.recoveryCodes(Self.codes)))
    let play = scene.play
    try? play.screen.write(toFile: "/tmp/scene.screens/codes80", atomically: false, encoding: .utf8)
    #expect(play.holdsSecret)
    play.press(.enter)
    #expect(!scene.script.isAsked)
    play.press(.scalar(" "))
    #expect(play.screen.contains("[x] I have kept these codes"))
    #expect(play.isEnabled("Continue"))
    play.press(.enter)
    #expect(await scene.go(on: .ended(.changed)) == .proceed)
    #expect(play.lastRow == "Two-step sign-in is on.")
    #expect(!play.holdsSecret)
    #expect(!play.screen.contains("mnop"))
  }

  @Test("At 40x12 they just fit")
  func codesSmall() async {
    let play = await setUp(meeting: .tell(.recoveryCodes(Self.codes)), columns: 40, rows: 12).play
    try? play.screen.write(toFile: "/tmp/scene.screens/codes40", atomically: false, encoding: .utf8)
  }

  @Test("Esc sets nothing up, and returns to the activity")
  func cancelled() async {
    let scene = await setUp(meeting: .tell(.recoveryCodes(Self.codes)))
    scene.play.press(.escape)
    #expect(scene.play.screen.contains("Activity  "))
    #expect(await eventually { scene.script.released == 1 })
  }

  @Test("A refusal returns to the activity, which says so")
  func refused() async {
    let scene = await setUp(meeting: .ask([Challenge(.password)]))
    #expect(scene.play.focus == "Current password")
    scene.play.type("wrong horse")
    scene.play.press(.enter)
    await scene.go(on: .ended(.refused(blockedFor: 8)))
    #expect(scene.play.lastRow == "The answer was wrong. Try again in 8 s.")
  }

  @Test("The idle limit ends the set-up; the user stays signed in")
  func unattended() async {
    let play = await setUp(meeting: Self.confirmation, idleSeconds: 30).play
    play.scheduler.advance(by: .seconds(30))
    #expect(play.ending == "signed in as ada@lovelace.example")
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
    #expect(scene.play.label(of: "Password") == "✗ The answer was wrong. Try again in 8 s.")
    scene.play.scheduler.advance(by: .seconds(8))
    #expect(scene.play.label(of: "Password") == "✗ The answer was wrong.")
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
  }

  @Test("The idle limit ends the program while a code is asked for")
  func idle() async {
    let play = await signIn(meeting: Self.code, idleSeconds: 30).play
    play.scheduler.advance(by: .seconds(30))
    #expect(play.ending == "timed out")
  }

  // MARK: Arrangement

  /// The set-up, begun by F6 in the list of activity.
  private func setUp(
    meeting steps: SignInStep..., columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil, glyphs: Glyphs = .unicode,
    hasColours: Bool = true
  ) async -> ChallengePlay {
    let play = ChallengePlay(
      columns: columns, rows: rows, idleSeconds: idleSeconds, glyphs: glyphs, hasColours: hasColours,
      activity: ScriptedActivity(), isSetUp: true)
    for step in steps { await play.go(on: step) }
    return play
  }
}

/// A form or a list that leads to a conversation, and the conversation.
private final class ChallengePlay {
  let script = ScriptedConversation()
  let play: Play

  init(
    columns: Int = 80, rows: Int = 24, idleSeconds: Int? = nil, glyphs: Glyphs = .unicode, hasColours: Bool = true,
    activity: ScriptedActivity? = nil, memory: RememberingMemory? = nil, remembers: Bool = false, isSetUp: Bool = false
  ) {
    let owner = SignedIn(email: email("ada@lovelace.example"))
    play = Play(
      isSetUp ? .activity(owner) : .signIn(email: nil), columns: columns, rows: rows, allowsSignUp: false,
      idleSeconds: idleSeconds, memory: memory, glyphs: glyphs, theme: Play.theme, hasColours: hasColours,
      signIn: script, secondStep: script, activity: activity)
    guard !isSetUp else {
      play.press(.function(6))
      return
    }
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("correct horse")
    if remembers { play.press(.tab, .scalar(" ")) }
    play.press(.enter)
  }

  /// Gives the next step, waits until the screen shows it, and returns the answer before it.
  @discardableResult
  func go(on step: SignInStep) async -> ScriptedConversation.Said {
    let (before, result) = (play.screen, play.ending)
    let said = await script.go(on: step)
    await play.wait { play.screen != before || play.ending != result }
    return said
  }
}
