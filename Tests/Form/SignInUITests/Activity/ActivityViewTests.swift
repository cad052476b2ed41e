import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The activity scene")
struct ActivityViewTests {
  private static let tries = ActivityPlay.attempts
  private static let previous = PreviousSignIn(ActivityPlay.lastSignIn, failures: 2)

  // MARK: On the screen

  @Test("Loading is shown, and so is the search")
  func loading() async {
    let activity = await ActivityPlay()
    #expect(
      activity.screen == """
          ◆ Activity

          › type to search
          ────────────────────────────────────────────────────────────────────────────
          When      Result          From                  Terminal    Program

















          ⠋ Loading
          Tab account   F6 two-step   F4 password   F10 sign out   F1 keys   Esc leave
        """)
    #expect(activity.cursor == Position(row: 2, column: 4))
  }

  @Test("Attempts are a table of time, result and source under their days; the first row is selected")
  func table() async {
    let activity = await ActivityPlay.showing(Self.tries, previous: Self.previous)
    #expect(
      activity.screen == """
          ◆ Activity
          Last sign-in Fri 20 Nov 17:25, tty1 · ✗ 2 failed attempts since

          › type to search                                                      1 of 6
          ────────────────────────────────────────────────────────────────────────────
          When      Result          From                  Terminal    Program
          Today
        ▌ 03:41     ✓ signed in     castle                pts/3       signin
          03:36     ✗ refused       castle                pts/3       signin
          03:35     ! blocked       harbour               tty1        /usr/bin/passwd
          Yesterday
          02:10     - cancelled     the.very.long.name.›  pts/12      signin
          Friday 20 November
          17:25     ✓ signed in     日本語のホスト        tty1        menu
          Saturday 18 October 2025
          09:02     ? not finished  castle                            signin







          Tab account   F6 two-step   F4 password   F10 sign out   F1 keys   Esc leave
        """)
  }

  @Test("At 40x12 titles and state stay, and only time and result")
  func small() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 40, rows: 12, previous: Self.previous)
    #expect(
      activity.screen == """
          ◆ Activity
          Last sign-in Fri 20 Nov 17:25, tty1
          ✗ 2 failed attempts since
          › type to search              1 of 6
          When      Result
          Today
        ▌ 03:41     ✓ signed in
          03:36     ✗ refused
          03:35     ! blocked

          ↓ 3 more
          Tab account   F1 keys   Esc leave
        """)
  }

  @Test("At 20x5 a row is a time and a result under its day, in letters without UTF-8")
  func tiny() async {
    let activity = await ActivityPlay.showing(
      Self.tries, columns: 20, rows: 5, previous: Self.previous, glyphs: .ascii)
    #expect(
      activity.screen == """
          > type to search
          2 failed attempts
          Today
        > 03:41 v signed in
          F1 keys  Esc leave
        """)
  }

  @Test("At 200x60 no column grows without end, and the list is in the middle")
  func wide() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 200, rows: 60, previous: Self.previous)
    let margin = String(repeating: " ", count: 40)
    let head = "  When      Result          From                                      Terminal    Program"
    #expect(activity.lines[5] == margin + head)
    #expect(activity.lines[0] == margin + "  ◆ Activity")
    #expect(
      activity.selected == margin
        + "▌ 03:41     ✓ signed in     castle                                    pts/3       signin")
  }

  @Test("A smaller screen asks for more room")
  func tooSmall() async {
    let activity = await ActivityPlay(columns: 19, rows: 5)
    #expect(activity.screen.hasPrefix("This terminal is\ntoo small."))
  }

  @Test("A name with any content takes one row, and no control character is drawn")
  func hostile() async {
    let activity = await ActivityPlay.showing([
      .sample(2, host: "a\nb\u{1b}[31mc\r\u{9b}d", program: "x\ty"), .sample(1, host: "below"),
    ])
    let lines = activity.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 24)
    #expect(lines[7].contains("below"))
    #expect(!activity.screen.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }

  @Test("An empty list and an empty search result say so")
  func empty() async {
    let activity = await ActivityPlay.showing([])
    #expect(activity.screen.contains("\n  No sign-in attempts yet.\n"))
    activity.search("x")
    await activity.answer([])
    #expect(activity.screen.contains("\n  Nothing found.\n"))
  }

  // MARK: Selecting

  @Test("Keys and wheel move the selection, which stays within the screen and the rows")
  func moving() async {
    let activity = await ActivityPlay.showing(40)
    #expect(activity.selected.contains("host40 "))
    for (key, host) in [
      (Key.Code.up, 40), (.down, 39), (.pageDown, 24), (.pageDown, 9), (.pageDown, 1), (.down, 1), (.pageUp, 16),
      (.home, 40), (.end, 1), (.up, 2),
    ] {
      activity.play.press(key)
      #expect(activity.selected.contains("host\(host) "), "\(key)")
    }
    activity.point(.wheelUp, row: 8, column: 8)
    #expect(activity.selected.contains("host5 "))
    activity.point(.wheelDown, row: 8, column: 8)
    #expect(activity.selected.contains("host2 "))
    #expect(activity.place == "39 of 40")
    #expect(activity.state == "↑ 24 more")
  }

  @Test("The numbers of rows outside the screen are shown, and the day of the first visible row")
  func outside() async {
    let activity = await ActivityPlay.showing(40, rows: 16)
    #expect(activity.lines[5] == "  Wednesday 31 December 2025")
    #expect(activity.state == "↓ 32 more")
    for _ in 1...10 { activity.play.press(.down) }
    #expect(activity.lines[5] == "  Wednesday 31 December 2025")
    #expect(activity.state == "↑ 3 more   ↓ 29 more")
  }

  @Test("A resize keeps the selected row visible")
  func resizing() async {
    let activity = await ActivityPlay.showing(40)
    for _ in 1...20 { activity.play.press(.down) }
    for (columns, rows) in [(40, 12), (20, 5), (200, 60), (80, 24)] {
      activity.play.resize(columns: columns, rows: rows)
      activity.play.press(.up, .down)
      activity.play.resize(columns: 80, rows: rows)
      #expect(activity.selected.contains("host20 "), "\(columns)x\(rows)")
    }
  }

  @Test("New rows leave the selected attempt selected; a selected first row stays the first row")
  func refreshing() async {
    let activity = await ActivityPlay.showing(3)
    activity.play.press(.down, .function(5))
    await activity.answer((1...4).reversed().map { .sample($0, host: "host\($0)") })
    #expect(activity.selected.contains("host2 "))
    activity.play.press(.home)
    activity.play.send(.key(.control("r")))
    await activity.answer((1...5).reversed().map { .sample($0, host: "host\($0)") })
    #expect(activity.selected.contains("host5 "))
  }

  @Test("The next page is loaded one screen before the end, and the state says so")
  func paging() async {
    let activity = await ActivityPlay.showing((51...90).reversed().map { .sample($0, host: "host\($0)") }, next: 51)
    #expect(activity.place == "1 of 40+")
    #expect(activity.state == "↓ 24+ more")
    activity.play.press(.pageDown, .pageDown)
    let request = await activity.store.nextRequest()
    #expect(request.start == 51)
    #expect(activity.state == "⠋ Loading more")
    activity.store.answer(request, .success(AttemptPage(attempts: [.sample(50)], next: nil)))
    await activity.play.wait { activity.place == "31 of 41" }
    #expect(activity.place == "31 of 41")
    #expect(activity.selected.contains("host60 "))
  }

  @Test("A page shorter than the screen is followed by the next at once")
  func tall() async {
    let activity = await ActivityPlay(rows: 60)
    await activity.store.answer([.sample(9), .sample(8)], next: 8)
    #expect(await activity.store.nextRequest().start == 8)
  }

  // MARK: Searching

  @Test("Typing searches, and the matches are marked")
  func searching() async {
    let activity = await ActivityPlay.showing(Self.tries)
    activity.search("CAST pts")
    await activity.answer([Self.tries[0], Self.tries[1]])
    #expect(activity.play.underlined(in: "03:41") == "castpts")
    #expect(activity.play.underlined(in: "03:36") == "castpts")
    #expect(activity.play.style(of: "cast", in: "03:36")?.attributes == [.bold, .underline])
    activity.play.send(.key(.control("u")))
    #expect(activity.play.underlined(in: "03:41") == "")
    #expect(activity.screen.contains("harbour"))
    #expect(activity.place == "1 of 6")
  }

  @Test("A click selects a row, a second click opens it; the search takes clicks and pastes")
  func mouse() async {
    let activity = await ActivityPlay.showing(3)
    activity.play.click(on: "host2 ")
    #expect(activity.selected.contains("host2 "))
    activity.play.click(on: "host2 ")
    #expect(activity.screen.contains("─ Details ─"))
    activity.play.press(.escape)
    activity.play.send(.pasteBegan)
    for scalar in "bd".unicodeScalars { activity.play.send(.pasted(scalar)) }
    activity.play.send(.pasteEnded)
    activity.point(.press(.left), row: 2, column: 5)
    activity.play.type("c")
    #expect(activity.searched == "bcd")
  }

  @Test("A paste that the search has no room for is refused with a message, until the next key")
  func pasteTooLong() async {
    let activity = await ActivityPlay.showing(3)
    let keys = activity.play.lastRow
    activity.play.paste(String(repeating: "x", count: 300))
    #expect(activity.play.lastRow == "Too long to paste: the limit is 256 bytes.")
    activity.play.press(.down)
    #expect(activity.play.lastRow == keys)
    activity.play.paste("castle")
    #expect(activity.play.lastRow == keys.replacing("Esc leave", with: "Esc clear"))
    let narrow = await ActivityPlay.showing(3, columns: 40)
    narrow.play.paste(String(repeating: "x", count: 300))
    #expect(narrow.play.lastRow == "Too long to paste: the limit is 256 b›")
  }

  // MARK: Failures

  @Test("A failure is shown above the keys and keeps the rows; F5 tries again")
  func failing() async {
    let activity = await ActivityPlay.showing(3)
    activity.play.press(.function(5))
    await activity.answer(.failure(.unreachable(.notFile, path: "/var/lib/signin/signin.db")))
    #expect(
      activity.rows(21...23) == """
        Can't show your activity: /var/lib/signin/signin.db isn't a file.

        Tab account  Enter details  F5 try again  F10 sign out  F1 keys  Esc leave
        """)
    #expect(activity.play.style(of: "Can't show your activity")?.foreground == .red)
    #expect(activity.selected.contains("host3 "))
    activity.play.press(.function(5))
    #expect(!activity.screen.contains("Can't show"))
    await activity.answer([.sample(4, host: "host4")])
    #expect(activity.selected.contains("host4 "))
  }

  @Test("At 20x5 a failure leaves one row of the list and names the key to try again")
  func failingTiny() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 20, rows: 5)
    activity.play.press(.function(5))
    await activity.answer(.failure(.unreachable(.busy, path: "S")))
    #expect(
      activity.screen == """
          › type to search
        ▌ 03:41 ✓ signed in
          Can't show your
          activity: S is in
          F5 try again
        """)
  }

  // MARK: Details, and ways out

  @Test("Enter opens the details over the list; Esc closes them; the next Esc leaves, signed in")
  func details() async {
    let activity = await ActivityPlay.showing(Self.tries)
    let list = activity.screen
    activity.play.press(.down, .down, .enter)
    #expect(
      activity.rows(8...14) == """
        ▌ 03:35     ! blocked       harbour               tty1        /usr/bin/passwd
          Yesterda╭─ Details ────────────────────────────────────────────────╮
          02:10   │ When      2026-11-22 03:35:00                            │
          Friday 2│ Result    ! blocked                                      │
          17:25   │ From      harbour                                        │
          Saturday│ Terminal  tty1                                           │
          09:02   │ Program   /usr/bin/passwd                                │
        """)
    activity.play.type("x")
    activity.play.press(.escape)
    #expect(activity.play.ending == nil)
    activity.play.press(.home)
    #expect(activity.screen == list)
    activity.play.press(.escape)
    #expect(activity.play.ending == "signed in as ada@lovelace.example")
  }

  @Test("On a small screen the details scroll")
  func detailsTiny() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 20, rows: 5)
    activity.play.press(.enter, .down, .down, .down)
    #expect(
      activity.screen == """
        ╭─ Details ────────╮
        │ Result           │
        │  ✓ signed in     │
        │ From             │
        ╰─ Esc close ──────╯
        """)
    activity.play.press(.end)
    #expect(activity.rows(1...3).hasSuffix("│ Program          │\n│  signin          │"))
  }

  @Test("F10 and Alt-O sign out, even from the details")
  func signingOut() async {
    for key in [Key(.function(10)), .alt("o")] {
      let activity = await ActivityPlay.showing(1)
      activity.play.press(.enter)
      activity.play.send(.key(key))
      #expect(activity.play.ending == "signed out")
    }
  }

  @Test("F1 shows the keys of the list and of the search box, all of them on 80x24")
  func keys() async {
    let activity = await ActivityPlay.showing(1)
    activity.play.resize(columns: 80, rows: 24)
    activity.play.press(.function(1))
    for part in [
      "F4 or Alt-P   change password", "Backspace or Ctrl-H  delete left", "  Ctrl-A               to the start",
      "Alt-_                redo", "Any key returns",
    ] { #expect(activity.play.screen.contains(part)) }
    activity.play.press(.escape)
    #expect(activity.screen.contains("host1 "))
  }

  @Test("The idle limit ends the list, and the user is still signed in")
  func unattended() async {
    let activity = await ActivityPlay(idleSeconds: 30)
    activity.play.scheduler.advance(by: .seconds(20))
    #expect(activity.play.lastRow == "Closing in 10 s. Press any key to stay.")
    activity.play.scheduler.advance(by: .seconds(10))
    #expect(activity.play.ending == "signed in as ada@lovelace.example")
  }
}
