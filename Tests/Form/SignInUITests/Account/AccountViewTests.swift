import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The account page on the screen")
struct AccountViewTests {
  private static let places = [
    (tty: "tty1", host: "castle", program: "menu"), (tty: "pts/7", host: "192.0.2.7", program: "signin"),
  ]

  /// A page on a screen that is a plain value, and an account that is read as the test says.
  static func page(
    columns: Int = 80, rows: Int = 24, others: Int = 2, codes: Int? = 7, keys: [String]? = nil, hasCodes: Bool = true,
    theme: Theme = Theme(),
    changing: ScriptedConversation? = nil, memory: RememberingMemory? = nil
  ) async -> Play {
    let store = ScriptedActivity(previous: .success(PreviousSignIn(ActivityPlay.lastSignIn, failures: 2)))
    let account = ScriptedAccount(
      .success(
        .sample(
          at: ActivityPlay.now, others: Array(places.prefix(others)), codes: codes, keys: keys, hasCodes: hasCodes)))
    let play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), columns: columns, rows: rows, memory: memory,
      theme: theme, activity: store, account: account, changing: changing,
      clock: ManualClock(ActivityPlay.now))
    await store.answer(Array(ActivityPlay.attempts.prefix(2)))
    await play.wait { !play.screen.contains("…") && !play.screen.contains("Loading") }
    return play
  }

  @Test("A password that another system knows is not offered to be changed, by no key")
  func passwordElsewhere() async {
    let account = ScriptedAccount(.success(AccountOverview(sessions: [], own: nil, twoStep: nil, passwordSet: nil)))
    let play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), activity: ScriptedActivity(), account: account)
    await play.wait { play.screen.contains("another system knows it") }
    play.press(.tab)
    #expect(!play.screen.contains("F4"))
    play.press(.function(1))
    #expect(!play.screen.contains("F4"))
  }

  @Test("The mark of the selected line has the accent, as in the activity; where text is bold, the line is reversed")
  func selection() async {
    let play = await Self.page(theme: Play.theme)
    play.press(.tab, .down)
    #expect(play.style(of: "▌")?.foreground == .blue)
    var bold = Play.theme
    bold[.text] = Style(attributes: .bold)
    let reversed = await Self.page(theme: bold)
    reversed.press(.tab, .end)
    #expect(reversed.style(of: "▌")?.attributes.contains(.reverse) == true)
    #expect(reversed.style(of: "pts/7", in: "▌")?.attributes == [.bold, .reverse])
  }

  @Test("Where the words of a line's keys have no room, the keys stand alone")
  func keysAlone() async {
    let play = await Self.page(columns: 28, rows: 16)
    let lines = play.screen.split(separator: "\n").map { String($0).unindented }
    #expect(lines.contains("Two-step sign-in        F6"))
    #expect(lines.contains("Password       F4 password"))
  }

  @Test("A warning that needs several rows has one mark, and no row is cut")
  func warning() async {
    let play = await Self.page(columns: 28, rows: 12)
    #expect(play.screen.contains("    ✗ 2 failed attempts\n      since\n"))
  }

  @Test("A long email is cut, and marked as cut")
  func longEmail() {
    let owner = SignedIn(email: email("ada@" + String(repeating: "love.", count: 8) + "example"))
    let play = Play(.account(owner), columns: 40, rows: 12, activity: ScriptedActivity())
    #expect(play.rows(0...0) == "◆ Signed in  ada@love.love.love.lov›")
  }

  // MARK: Large screens

  @Test("The account stands above the activity, which has the keys")
  func roomy() async {
    let play = await Self.page()
    #expect(
      play.screen == """
          ◆ Signed in                                             ada@lovelace.example

          Session           until 04:11 if unused                         F10 sign out
          Two-step sign-in  on since Fri 20 Nov, 7 recovery codes left     F6 two-step
          Password          set 41 days ago                                F4 password
          Other sessions    2                                              Tab account

          ◆ Activity
          Last sign-in Fri 20 Nov 17:25, tty1 · ✗ 2 failed attempts since

          › type to search                                                      1 of 2
          ────────────────────────────────────────────────────────────────────────────
          When      Result          From                  Terminal    Program
          Today
        ▌ 03:41     ✓ signed in     castle                pts/3       signin
          03:36     ✗ refused       castle                pts/3       signin







          Tab account   F6 two-step   F4 password   F10 sign out   F1 keys   Esc leave
        """)
    play.type("tty9")
    play.scheduler.advance(by: .milliseconds(150))
    #expect(play.screen.contains("› tty9"))
  }

  @Test("What goes wrong is said whole, in rows of its own above the activity")
  func problem() async {
    let account = ScriptedAccount(.success(.sample(at: ActivityPlay.now)))
    let play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), columns: 80, activity: ScriptedActivity(),
      account: account)
    await play.wait { play.screen.contains("none") }
    account.result = .failure(.socket(.unattended, path: "/run/signin/a-service-with-a-name/signin.sock"))
    play.press(.function(5))
    await play.wait { play.screen.contains("nobody") }
    #expect(
      play.screen.contains(
        """
          Can't show your account: nobody listens at
          /run/signin/a-service-with-a-name/signin.sock; start the service.

          ◆ Activity
        """))
  }

  @Test("Tab leads to the whole page with the other sessions, and back")
  func whole() async {
    let play = await Self.page()
    play.press(.tab)
    #expect(
      play.screen == """
          ◆ Signed in                                             ada@lovelace.example

        ▌ Session           until 04:11 if unused                         F10 sign out
                            Last sign-in Fri 20 Nov 17:25, tty1
                            ✗ 2 failed attempts since
          Two-step sign-in  on since Fri 20 Nov, 7 recovery codes left     F6 two-step
                                                              N new codes   X turn off
          Password          set 41 days ago                                F4 password
          Other sessions    2                                 E end   A end all others
                            tty1, castle, menu, since 02:41
                            pts/7, 192.0.2.7, signin, since 01:41

          ◆ Activity
          › type to search                                                      1 of 2
          When      Result          From                  Terminal    Program
          Today
          03:41     ✓ signed in     castle                pts/3       signin
          03:36     ✗ refused       castle                pts/3       signin





          Tab activity   F6 two-step   E end   F10 sign out   F1 keys   Esc leave
        """)
    #expect(play.style(of: "refused") == play.style(of: "type to search"), "The list is dimmed.")
    #expect(play.cursor == nil)
    play.press(.tab)
    #expect(play.cursor != nil)
    play.press(.tab)
    play.click(on: "refused")
    #expect(play.cursor != nil, "A click into the list gives it the keys.")
  }

  @Test("Lines that no key acts on are skipped, and Enter does what its line says")
  func items() async {
    let play = await Self.page(changing: ScriptedConversation())
    play.press(.tab)
    var selected: [String] = []
    for _ in 0..<6 {
      let line = play.screen.split(separator: "\n").first { $0.hasPrefix("▌") } ?? ""
      selected.append(line.dropFirst().split(separator: " ").first.map(String.init) ?? "")
      play.press(.down)
    }
    #expect(selected == ["Session", "Two-step", "Password", "Other", "tty1,", "pts/7,"])
    play.press(.home, .down, .down, .enter)
    #expect(play.screen.contains("New password again"))
  }

  @Test("After a change the whole page is back where it began there, and the list where that had the keys")
  func comesBack() async {
    let play = await Self.page()
    play.press(.function(4), .escape)
    #expect(play.lastRow.hasPrefix("Tab account"))
    play.press(.tab, .function(4), .escape)
    #expect(play.lastRow.hasPrefix("Tab activity"))
    // Somebody else starts with the list
    play.press(.function(3), .escape)
    #expect(play.lastRow.hasPrefix("Tab account"))
  }

  @Test("A click on a line above the activity does what its key does")
  func clicks() async {
    let play = await Self.page()
    play.send(.mouse(Mouse(.press(.left), at: Position(row: 4, column: 10))))
    #expect(play.screen.contains("New password again"))
  }

  @Test("A click below them reaches the list")
  func clicksList() async {
    let play = await Self.page()
    let row = play.screen.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("refused") }
    let place = Position(row: row ?? 0, column: 10)
    play.send(.mouse(Mouse(.press(.left), at: place)))
    play.send(.mouse(Mouse(.press(.left), at: place)))
    #expect(play.screen.contains("Details"))
    // and the details take Tab
    play.press(.tab)
    #expect(play.screen.contains("Details"))
  }

  // MARK: Small screens

  @Test("40 columns and 12 rows show the page first, and Tab the activity")
  func small() async {
    let play = await Self.page(columns: 40, rows: 12)
    #expect(
      play.screen == """
          ◆ Signed in     ada@lovelace.example

        ▌ Session                 F10 sign out
            until 04:11 if unused
            Last sign-in Fri 20 Nov 17:25,
            tty1
            ✗ 2 failed attempts since
          Two-step sign-in         F6 two-step
            on since Fri 20 Nov, 7 recovery
            codes left

          Tab activity   F1 keys   Esc leave
        """)
    play.press(.tab)
    #expect(play.screen.contains("type to search"))
  }

  @Test("20 columns and 5 rows show it a few rows at a time, to the last session")
  func tiny() async {
    let play = await Self.page(columns: 20, rows: 5)
    #expect(
      play.screen == """
        ▌ Session        F10
            until 04:11 if
            unused
            Last sign-in Fri
          F1 keys  Esc leave
        """)
    play.press(.end)
    #expect(
      play.screen == """
        ▌   pts/7,
            192.0.2.7,
            signin, since
            01:41
          F1 keys  Esc leave
        """)
    play.type("e")
    #expect(
      play.screen == """
        ▌   pts/7,
            192.0.2.7,
          End the session at
          pts/7?
          Enter yes, Esc no
        """)
  }

  @Test("A smaller screen says what it needs")
  func tooSmall() async {
    let play = await Self.page(columns: 40, rows: 12)
    play.resize(columns: 19, rows: 12)
    #expect(play.screen.contains("too small"))
  }

  @Test("A screen that becomes large still shows the question, and the notice goes with the next key")
  func enlarged() async {
    let play = await Self.page(columns: 40, rows: 12)
    play.type("A")
    play.resize(columns: 80, rows: 24)
    #expect(play.lastRow == "End 2 other sessions?  Enter yes, Esc no")
    let other = await Self.page()
    other.presenter.announce(.passwordChanged)
    #expect(other.lastRow.contains("Password changed"))
    other.resize(columns: 40, rows: 12)
    other.press(.down)
    other.resize(columns: 80, rows: 24)
    #expect(!other.lastRow.contains("Password changed"), "\(other.screen)")
  }

  // MARK: Changes

  @Test("A session is chosen and ended, once the question is answered with Enter")
  func ends() async {
    let script = ScriptedConversation()
    let play = await Self.page(changing: script)
    play.press(.tab, .end)
    play.type("e")
    #expect(play.lastRow == "End the session at pts/7?  Enter yes, Esc no")
    play.press(.escape)
    #expect(!play.lastRow.contains("Enter yes"))
    play.type("e")
    play.press(.enter)
    await script.go(on: .ended(.changed))
    await play.wait { play.screen.contains("That session ended.") }
    #expect(play.screen.contains("Signed in"))
  }

  @Test("A question for the password comes in between, and Esc leads back")
  func asks() async {
    let script = ScriptedConversation()
    let play = await Self.page(changing: script)
    play.press(.tab)
    play.type("a")
    #expect(play.lastRow == "End 2 other sessions?  Enter yes, Esc no")
    play.press(.enter)
    await script.go(on: .ask(Question([Challenge(.password, id: ChallengeID(1))])))
    await play.wait { play.screen.contains("Current password") }
    play.press(.escape)
    #expect(play.screen.contains("Cancelled. Nothing has changed."))
  }

  @Test(
    "F6 sets two-step sign-in up; where it is on, the scene says what the new device replaces", arguments: [nil, 7])
  func replaced(codes: Int?) async {
    let offer = CodeOffer(picture: BitMatrix(size: 21), secret: "JBSW Y3DP")
    for toPage in [false, true] {
      let script = ScriptedConversation()
      let play = await Self.page(codes: codes, changing: script)
      if toPage { play.press(.tab) }
      play.press(.function(6))
      await script.go(on: .ask([Challenge(.confirmation(offer, digits: 6))]))
      await play.wait { play.screen.contains("JBSW") }
      #expect(play.screen.contains("Two-step sign-in is on.") == (codes != nil))
      #expect(play.screen.contains("From now on,") == (codes == nil))
    }
  }

  @Test("F10 signs out, Esc leaves, and F3 leads to the form")
  func leaves() async {
    for (key, ending) in [(Key.Code.function(10), "signed out"), (.escape, "signed in as ada@lovelace.example")] {
      for isPage in [false, true] {
        let play = await Self.page()
        if isPage { play.press(.tab) }
        play.press(key)
        #expect(play.ending == ending)
      }
    }
    let play = await Self.page()
    play.press(.function(3))
    #expect(play.screen.contains("Password"))
    #expect(play.ending == nil)
  }

  @Test("F3 leads to an empty form, whatever is remembered, and Esc from there back to the account")
  func another() async {
    let memory = RememberingMemory("ada@lovelace.example")
    let play = await Self.page(memory: memory)
    play.press(.function(3))
    #expect(play.text(in: "Email") == "e.g. ada@example.com", "An empty field shows an example.")
    play.press(.escape)
    #expect(play.screen.contains("Other sessions"))
    #expect(play.ending == nil)
    play.press(.escape)
    #expect(play.ending == "signed in as ada@lovelace.example")
  }

  @Test("F1 lists its keys")
  func keys() async {
    let play = await Self.page()
    play.press(.tab, .function(1))
    #expect(play.screen.contains("end all other sessions"))
    play.press(.escape)
    #expect(play.screen.contains("Other sessions"))
  }
}
