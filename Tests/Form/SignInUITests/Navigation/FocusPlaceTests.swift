import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// Screen readers and braille displays follow the terminal's cursor, shown or hidden.
@Suite("The cursor stands at what has the focus")
struct FocusPlaceTests {
  /// The text of the row from the cursor on.
  private func read(_ play: Play) -> String {
    let frame = play.drawn
    guard let place = frame.cursor ?? frame.focus else { return "nothing" }
    return (place.column..<frame.size.columns).map { column in
      String(String.UnicodeScalarView(frame[Position(row: place.row, column: column)].scalars))
    }.joined()
  }

  @Test("Sign-in: in the fields behind their text, at the tick of the box, and at the word of the button")
  func signIn() {
    let play = Play.signIn()
    play.type("ada")
    #expect(play.cursor == Position(row: 8, column: 19))
    play.press(.tab)
    #expect(play.cursor == Position(row: 12, column: 16))
    play.press(.tab)
    #expect(play.cursor == nil && read(play).hasPrefix(" ] Remember my email"))
    play.press(.scalar(" "))
    #expect(read(play).hasPrefix("✓] Remember my email"))
    play.press(.tab)
    #expect(play.cursor == nil && read(play).hasPrefix("Sign in ⏎"))
  }

  @Test("While a sign-in runs, and on a screen too small for all controls, it is where the focus is")
  func waiting() {
    let play = Play.filled()
    play.press(.enter)
    #expect(play.cursor == nil && play.drawn.focus?.row == 12)
    let small = Play.signIn(columns: 24, rows: 6)
    for word in ["nothing", " ] Remember", "Sign in"] {
      if word != "nothing" { #expect(read(small).hasPrefix(word), "\(small.screen)") }
      small.press(.tab)
      if word == "nothing" { small.press(.tab) }
    }
  }

  @Test("Sign-up and a new password: at the button")
  func buttons() async {
    let signUp = Play(.signUp(email: nil))
    signUp.press(.tab, .tab, .tab)
    #expect(read(signUp).hasPrefix("Create account ⏎"))
    let change = Play(.account(SignedIn(email: email("ada@lovelace.example"))), activity: ScriptedActivity())
    change.press(.function(4), .tab, .tab, .tab)
    #expect(read(change).hasPrefix("Change password ⏎"))
  }

  @Test("A code: in the cell of the next digit. Codes to keep: at the box, and at the button")
  func codes() async {
    let scene = ChallengePlay()
    await scene.go(on: .ask(Question([Challenge(.code(digits: 6))])))
    scene.play.type("42")
    let cell = scene.play.cursor
    scene.play.type("7")
    #expect(cell != nil && scene.play.cursor?.row == cell?.row && scene.play.cursor != cell)
    let keep = ChallengePlay(activity: ScriptedActivity(), isSetUp: true)
    await keep.go(on: .tell(.recoveryCodes(["abcd-efgh"])))
    #expect(read(keep.play).hasPrefix(" ] I have saved these codes"))
    keep.play.press(.tab)
    #expect(read(keep.play).hasPrefix("Continue ⏎"), "\(keep.play.screen)")
  }

  @Test(
    "The list: in the search while that is typed, at the selected row when it moves, in the details while they are open"
  )
  func list() async {
    let activity = await ActivityPlay.showing(ActivityPlay.attempts)
    let play = activity.play
    #expect(play.cursor != nil)
    play.press(.down)
    #expect(play.cursor == nil && activity.selected.contains(read(play).prefix(40)))
    #expect(read(play).hasPrefix("03:36"), "\(play.screen)")
    play.press(.enter)
    #expect(play.cursor == nil && read(play).hasPrefix("When"), "\(play.screen)")
    play.press(.escape)
    #expect(read(play).hasPrefix("03:36"))
    play.type("c")
    #expect(play.cursor != nil)
  }

  @Test("The account: at the selected line, or at the question")
  func account() async {
    let account = ScriptedAccount(
      .success(.sample(at: ActivityPlay.now, others: [(tty: "tty1", host: "castle", program: "menu")], codes: 7)))
    let play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), activity: ScriptedActivity(), account: account,
      clock: ManualClock(ActivityPlay.now))
    await play.wait { play.screen.contains("7 recovery codes") }
    play.press(.tab)
    #expect(read(play).hasPrefix("Session"))
    play.press(.end)
    #expect(play.cursor == nil && read(play).trimmed.hasPrefix("tty1, castle"), "\(play.screen)")
    play.press(.function(8))
    play.type("x")
    #expect(read(play).contains("?") || !play.screen.contains("Esc no"), "\(play.screen)")
  }

  @Test("The panel of keys: at its title. Too small a screen: at its sentence")
  func panel() {
    let play = Play.signIn()
    play.press(.function(1))
    #expect(play.cursor == nil && read(play).hasPrefix("Sign in: keys"))
    play.press(.escape)
    play.resize(columns: 12, rows: 3)
    #expect(play.cursor == nil && read(play).hasPrefix("This"))
  }
}

extension String {
  fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
