import Identity
import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The activity scene")
struct ActivityViewTests {
  private static let old = Attempt.sample(1, .pending, ago: .seconds(400 * 86_400), tty: "", host: "castle")
  private static let tries: [Attempt] = [
    .sample(6, ago: .seconds(5), tty: "pts/3", host: "castle"),
    .sample(5, .refused, ago: .seconds(300), tty: "pts/3", host: "castle"),
    .sample(4, .throttled, ago: .seconds(7_200), tty: "tty1", host: "harbour", program: "/usr/bin/passwd"),
    .sample(3, .cancelled, ago: .seconds(80_000), tty: "pts/12", host: "the.very.long.name.of.a.host.example"),
    .sample(2, ago: .seconds(86_000), tty: "pts/0", host: "日本語のホスト"),
    old,
  ]

  // MARK: On the screen

  @Test("Loading is shown, and so is the search box")
  func loading() async {
    let activity = await ActivityPlay()
    #expect(
      activity.play.screen == """
         Activity of ada@lovelace.example
        ┏━ Search ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃ Type to search, e.g. refused                                                 ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
         Time              Outcome         Terminal  Host              Program

















         ⠋ Loading
         Enter details   F5 refresh   F4 password   F10 sign out   F1 keys   Esc leave
        """)
  }

  @Test("Attempts are a table of time, outcome and source; the first row is selected")
  func table() async {
    let activity = await ActivityPlay.showing(Self.tries, failures: 1)
    #expect(
      activity.play.screen == """
         Activity of ada@lovelace.example
        ┏━ Search ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
        ┃ Type to search, e.g. refused                                                 ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
         1 failed attempt since your last sign-in
         Time              Outcome         Terminal  Host              Program
         just now          ✓ signed in     pts/3     castle            signin
         5 min ago         ✗ refused       pts/3     castle            signin
         2 h ago           ! blocked       tty1      harbour           /usr/bin/passwd
         22 h ago          - cancelled     pts/12    the.very.long.n›  signin
         23 h ago          ✓ signed in     pts/0     日本語のホスト    signin
         \(Self.old.time.localTime.prefix(16))  ? not finished            castle            signin










         1 of 6
         Enter details   F5 refresh   F4 password   F10 sign out   F1 keys   Esc leave
        """)
  }

  @Test("At 40x12 titles and state stay, the search is a line, and some columns are left out")
  func small() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 40, rows: 12, failures: 3)
    #expect(
      activity.play.screen == """
         Activity of ada@lovelace.example
         Search  Type to search, e.g. refused
         3 failed attempts since your last
         sign-in
         Time             Outcome     Host
         just now         ✓ signed in castle
         5 min ago        ✗ refused   castle
         2 h ago          ! blocked   harbour
         22 h ago         - cancelled the.very›
         23 h ago         ✓ signed in 日本語の›
         1 of 6
           F10 sign out   F1 keys   Esc leave
        """)
  }

  @Test("At 20x5 a row is a time and an outcome, in letters without UTF-8")
  func tiny() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 20, rows: 5, failures: 3, glyphs: .ascii)
    #expect(
      activity.play.screen == """
         Search  Type to s
         3 failed attempts
         just now         v
         5 min ago        x
         F1 keys  Esc leave
        """)
  }

  @Test("A smaller screen asks for more room")
  func tooSmall() async {
    let activity = await ActivityPlay(columns: 19, rows: 5)
    #expect(activity.play.screen.hasPrefix("This terminal is\ntoo small."))
  }

  @Test("Outcomes have colours and marks")
  func colours() async {
    let activity = await ActivityPlay.showing([.sample(4)] + Self.tries.dropFirst())
    activity.play.press(.end)
    for (outcome, colour) in [
      ("✓ signed in", Colour.green), ("✗ refused", .red), ("! blocked", .red), ("- cancelled", .terminal),
    ] {
      #expect(activity.play.style(of: outcome)?.foreground == colour)
    }
    #expect(activity.play.style(of: "? not finished")?.attributes == .reverse)
  }

  @Test("A name with any content takes one row, and no control character is drawn")
  func hostile() async {
    let activity = await ActivityPlay.showing([
      .sample(2, host: "a\nb\u{1b}[31mc\r\u{9b}d", program: "x\ty"), .sample(1, host: "below"),
    ])
    let lines = activity.play.screen.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count == 24)
    #expect(lines[6].contains("below"))
    #expect(!activity.play.screen.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
  }

  @Test("An empty list and an empty search result say so")
  func empty() async {
    let activity = await ActivityPlay.showing([])
    #expect(activity.play.screen.contains("\n No sign-in attempts yet.\n"))
    activity.search("x")
    await activity.answer([])
    #expect(activity.play.screen.contains("\n Nothing found.\n"))
  }

  // MARK: Selecting

  @Test("Keys and wheel move the selection, which stays within the screen and the rows")
  func moving() async {
    let activity = await ActivityPlay.showing(40)
    #expect(activity.selected.contains("host40 "))
    for (key, host) in [
      (Key.Code.up, 40), (.down, 39), (.pageDown, 23), (.pageDown, 7), (.pageDown, 1), (.down, 1), (.pageUp, 17),
      (.home, 40), (.end, 1), (.up, 2),
    ] {
      activity.play.press(key)
      #expect(activity.selected.contains("host\(host) "), "\(key)")
    }
    activity.play.send(.mouse(Mouse(.wheelUp, at: Position(row: 8, column: 8))))
    #expect(activity.selected.contains("host5 "))
    activity.play.send(.mouse(Mouse(.wheelDown, at: Position(row: 8, column: 8))))
    #expect(activity.selected.contains("host2 "))
    #expect(activity.state == "39 of 40")
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
    #expect(activity.state == "1 of 40+")
    activity.play.press(.pageDown, .pageDown)
    let request = await activity.store.nextRequest()
    #expect(request.start == 51)
    #expect(activity.state == "⠋ Loading more")
    activity.store.answer(request, .success(AttemptPage(attempts: [.sample(50)], next: nil)))
    await activity.play.wait { activity.state == "33 of 41" }
    #expect(activity.state == "33 of 41")
    #expect(activity.selected.contains("host58 "))
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
    #expect(activity.play.underlined(in: "just now") == "ptscast")
    #expect(activity.play.underlined(in: "5 min ago") == "ptscast")
    #expect(activity.play.style(of: "cast", in: "5 min ago")?.attributes == [.bold, .underline])
    activity.play.send(.key(.control("u")))
    #expect(activity.play.underlined(in: "just now") == "")
    #expect(activity.play.screen.contains("harbour"))
    #expect(activity.state == "1 of 6")
  }

  @Test("A click selects a row, a second click opens it; the search box takes clicks and pastes")
  func mouse() async {
    let activity = await ActivityPlay.showing(3)
    activity.play.click(on: "host2 ")
    #expect(activity.selected.contains("host2 "))
    activity.play.click(on: "host2 ")
    #expect(activity.play.screen.contains("─ Sign-in attempt ─"))
    activity.play.press(.escape)
    activity.play.send(.pasteBegan)
    for scalar in "bd".unicodeScalars { activity.play.send(.pasted(scalar)) }
    activity.play.send(.pasteEnded)
    activity.play.click(in: "Search", behind: 1)
    activity.play.type("c")
    #expect(activity.play.text(in: "Search") == "bcd")
  }

  // MARK: Failures

  @Test("A failure is shown above the keys and keeps the rows; F5 tries again")
  func failing() async {
    let activity = await ActivityPlay.showing(3)
    activity.play.press(.function(5))
    await activity.answer(.failure(.unreachable(.notFile, path: "/var/lib/signin/signin.db")))
    #expect(
      activity.play.rows(21...23) == """
        Can't show your activity: /var/lib/signin/signin.db isn't a file.
        1 of 3
          Enter details  F5 try again  F4 password  F10 sign out  F1 keys  Esc leave
        """)
    #expect(activity.play.style(of: "Can't show your activity")?.foreground == .red)
    #expect(activity.selected.contains("host3 "))
    activity.play.press(.function(5))
    #expect(!activity.play.screen.contains("Can't show"))
    await activity.answer([.sample(4, host: "host4")])
    #expect(activity.selected.contains("host4 "))
  }

  @Test("At 20x5 a failure leaves one row of the list and names the key to try again")
  func failingTiny() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 20, rows: 5)
    activity.play.press(.function(5))
    await activity.answer(.failure(.unreachable(.busy, path: "S")))
    #expect(
      activity.play.screen == """
         Search  Type to s
         just now         ✓
         Can't show your
         activity: S is in
            F5 try again
        """)
  }

  // MARK: Details, and ways out

  @Test("Enter opens the details over the list; Esc closes them; the next Esc leaves, signed in")
  func details() async {
    let activity = await ActivityPlay.showing(Self.tries)
    let list = activity.play.screen
    activity.play.press(.down, .down, .enter)
    #expect(
      activity.play.rows(8...14) == """
        22 h ago ╭─ Sign-in attempt ────────────────────────────────────────╮
        23 h ago │ Time      \(Self.tries[2].time.localTime)                            │
        \(Self.old.time.localTime.prefix(9))│ Outcome   ! blocked                                      │
                 │ Terminal  tty1                                           │
                 │ Host      harbour                                        │
                 │ Program   /usr/bin/passwd                                │
                 ╰─ Esc close ──────────────────────────────────────────────╯
        """)
    activity.play.type("x")
    activity.play.press(.escape)
    #expect(activity.play.ending == nil)
    activity.play.press(.home)
    #expect(activity.play.screen == list)
    activity.play.press(.escape)
    #expect(activity.play.ending == "signed in as ada@lovelace.example")
  }

  @Test("On a small screen the details scroll")
  func detailsTiny() async {
    let activity = await ActivityPlay.showing(Self.tries, columns: 20, rows: 5)
    activity.play.press(.enter, .down, .down, .down)
    #expect(
      activity.play.screen == """
        ╭─ Sign-in attempt─╮
        │ Outcome          │
        │  ✓ signed in     │
        │ Terminal         │
        ╰─ Esc close ──────╯
        """)
    activity.play.press(.end)
    #expect(activity.play.rows(1...3).hasSuffix("│ Program          │\n│  signin          │"))
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
    activity.play.press(.function(1))
    #expect(activity.play.screen.contains("F4 or Alt-P   change password     Backspace or Ctrl-H  delete left"))
    #expect(activity.play.screen.contains("  Ctrl-A               to the start"))
    #expect(activity.play.screen.contains("Alt-_                redo\n\n   Any key returns"))
    activity.play.press(.escape)
    #expect(activity.play.screen.contains("host1 "))
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
