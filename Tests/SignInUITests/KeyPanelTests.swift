import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The panel of all keys")
struct KeyPanelTests {
  @Test("F1 shows all keys, in two columns if there is room")
  func wide() {
    let stage = Play.signIn()
    stage.press(.function(1))
    #expect(
      stage.rows(3...20) == """
        ╭─ Keys ──────────────────────────────────────────────────────────────────────╮
        │ Tab Down          next field           Left Ctrl-B       character left     │
        │ Shift-Tab Up      previous field       Right Ctrl-F      character right    │
        │ Enter             next, or submit      Ctrl-Left Alt-B   word left          │
        │ Space             tick or press        Ctrl-Right Alt-F  word right         │
        │ F2 Alt-P          show password, 5 s   Home Ctrl-A       to the start       │
        │ F1 Alt-H          all keys             End Ctrl-E        to the end         │
        │ Esc               cancel               Backspace Ctrl-H  delete left        │
        │ Ctrl-L            redraw the screen    Delete Ctrl-D     delete right       │
        │ Ctrl-Z            suspend              Alt-Backspace     cut word left      │
        │ Ctrl-C            quit                 Alt-D             cut word right     │
        │                                        Ctrl-W            cut back to space  │
        │                                        Ctrl-U            cut to the start   │
        │                                        Ctrl-K            cut to the end     │
        │                                        Ctrl-Y            paste what was cut │
        │                                        Ctrl-_            undo               │
        │                                        Alt-_             redo               │
        ╰─ Esc close ─────────────────────────────────────────────────────────────────╯
        """)
    #expect(stage.cursor == nil)
  }

  @Test("At 40 columns the keys are one column, which scrolls")
  func narrow() {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.send(.key(.alt("h")))
    #expect(
      stage.screen == """
        ╭─ Keys ───────────────────────────────╮
        │ Tab Down          next field         │
        │ Shift-Tab Up      previous field     │
        │ Enter             next, or submit    │
        │ Space             tick or press      │
        │ F2 Alt-P          show password, 5 s │
        │ F1 Alt-H          all keys           │
        │ Esc               cancel             │
        │ Ctrl-L            redraw the screen  │
        │ Ctrl-Z            suspend            │
        │ Ctrl-C            quit               │
        ╰─ Up Down scroll   Esc close ─────────╯
        """)
    stage.press(.down, .pageDown)
    #expect(
      stage.screen == """
        ╭─ Keys ───────────────────────────────╮
        │ Right Ctrl-F      character right    │
        │ Ctrl-Left Alt-B   word left          │
        │ Ctrl-Right Alt-F  word right         │
        │ Home Ctrl-A       to the start       │
        │ End Ctrl-E        to the end         │
        │ Backspace Ctrl-H  delete left        │
        │ Delete Ctrl-D     delete right       │
        │ Alt-Backspace     cut word left      │
        │ Alt-D             cut word right     │
        │ Ctrl-W            cut back to space  │
        ╰─ Up Down scroll   Esc close ─────────╯
        """)
    stage.press(.end)
    #expect(stage.rows(10...10).contains("redo"))
    stage.press(.home)
    #expect(stage.rows(1...1).contains("Tab Down"))
  }

  @Test("At 20 columns each key takes two lines")
  func tiny() {
    let stage = Play.signIn(columns: 20, rows: 5)
    stage.press(.function(1))
    #expect(
      stage.screen == """
        ╭─ Keys ───────────╮
        │Tab Down          │
        │ next field       │
        │Shift-Tab Up      │
        ╰─ Esc close ──────╯
        """)
  }

  @Test("Esc, F1 and Alt-H close it and the form is unchanged; until then no key reaches the form")
  func closing() {
    let stage = Play.filled()
    let form = stage.screen
    for key in [Key(.escape), Key(.function(1)), .alt("h")] {
      stage.press(.function(1))
      stage.type("x")
      stage.press(.enter, .tab)
      stage.paste("y")
      #expect(stage.screen.contains("─ Keys ─"))
      stage.send(.key(key))
      #expect(stage.screen == form)
    }
    #expect(stage.ending == nil)
  }

  @Test("A resize keeps it open, and the wheel scrolls it")
  func resizing() {
    let stage = Play.signIn()
    stage.press(.function(1))
    stage.resize(columns: 40, rows: 12)
    #expect(stage.rows(1...1).contains("Tab Down"))
    stage.send(.mouse(Mouse(.wheelDown, at: Position(row: 1, column: 1))))
    #expect(stage.rows(1...1).contains("Shift-Tab Up"))
    stage.press(.escape)
    #expect(stage.title == "Sign in")
  }

  @Test("It covers a revealed password")
  func coversPassword() {
    let stage = Play.filled()
    stage.press(.function(2), .function(1))
    #expect(!stage.screen.contains("correct horse"))
    #expect(!stage.holdsSecret)
  }

  @Test("It lists F3 if accounts can be created, and counts down the idle limit")
  func context() {
    let play = Play(.signIn(email: nil), idleSeconds: 30)
    play.press(.function(1))
    #expect(play.screen.contains("│ F3 Alt-C          create an account "))
    play.scheduler.advance(by: .seconds(20))
    #expect(play.screen.contains("╰─ Closing in 10 s. Press any key to stay. ─"))
  }
}
