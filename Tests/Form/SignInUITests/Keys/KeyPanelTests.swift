import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The panel of all keys")
struct KeyPanelTests {
  @Test("F1 shows all keys in groups, two columns wide if there is room")
  func wide() {
    let stage = Play.signIn()
    stage.press(.function(1))
    #expect(
      stage.rows(0...22) == """
        Sign in: keys

        Form                                 Moving
        Tab or ↓        next field           ← or Ctrl-B          character left
        Shift-Tab or ↑  previous field       → or Ctrl-F          character right
        Enter           next, or submit      Ctrl-← or Alt-B      word left
        Space           tick or press        Ctrl-→ or Alt-F      word right
        F2 or Alt-P     show password, 5 s   Home or Ctrl-A       to the start
        F1 or Alt-H     all keys             End or Ctrl-E        to the end
        Esc             cancel
                                             Editing
        Program                              Backspace or Ctrl-H  delete left
        Ctrl-L          redraw the screen    Delete or Ctrl-D     delete right
        Ctrl-Z          suspend              Alt-Backspace        cut word left
        Ctrl-C          quit                 Alt-D                cut word right
                                             Ctrl-W               cut back to space
                                             Ctrl-U               cut to the start
                                             Ctrl-K               cut to the end
                                             Ctrl-Y               paste what was cut
                                             Ctrl-_               undo
                                             Alt-_                redo

        Any key returns
        """)
    #expect(stage.cursor == nil)
  }

  @Test("At 40 columns the groups are one column, which scrolls")
  func narrow() {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.send(.key(.alt("h")))
    #expect(
      stage.screen == """
        Sign in: keys
        Form
        Tab or ↓             next field
        Shift-Tab or ↑       previous field
        Enter                next, or submit
        Space                tick or press
        F2 or Alt-P          show password, 5 s
        F1 or Alt-H          all keys
        Esc                  cancel

        Program
        Space scrolls   Esc returns
        """)
    stage.press(.down)
    stage.type(" ")
    #expect(
      stage.screen == """
        Sign in: keys
        Ctrl-Z               suspend
        Ctrl-C               quit

        Moving
        ← or Ctrl-B          character left
        → or Ctrl-F          character right
        Ctrl-← or Alt-B      word left
        Ctrl-→ or Alt-F      word right
        Home or Ctrl-A       to the start
        End or Ctrl-E        to the end
        Space scrolls   Esc returns
        """)
    stage.press(.end)
    #expect(stage.rows(10...10).contains("redo"))
    stage.press(.home)
    #expect(stage.rows(2...2).contains("Tab or ↓"))
  }

  @Test("At 20 columns each key takes two lines")
  func tiny() {
    let stage = Play.signIn(columns: 20, rows: 5)
    stage.press(.function(1), .down)
    #expect(
      stage.rows(0...4) == """
        Sign in: keys
        Tab or ↓
         next field
        Shift-Tab or ↑
        Esc returns
        """)
  }

  @Test("Without a font for arrows, arrow keys are words", arguments: [Glyphs.ascii, .console])
  func words(glyphs: Glyphs) {
    let stage = Play.signIn(glyphs: glyphs)
    stage.press(.function(1))
    #expect(stage.screen.contains("Tab or Down      next field"))
    #expect(stage.screen.contains("Ctrl-Right or Alt-F  word right"))
    #expect(stage.screen.contains("Any key returns"))
  }

  @Test("Any key or click closes it and the form is unchanged; neither that key nor a paste reaches the form")
  func closing() {
    let stage = Play.filled()
    let form = stage.screen
    let closing: [Event] = [
      .key(Key(.escape)), .key(Key(.function(1))), .key(.alt("h")), .key(Key(.enter)), .key(Key(.tab)),
      .key(.character("x")), .mouse(Mouse(.press(.left), at: Position(row: 9, column: 20))),
    ]
    for event in closing {
      stage.press(.function(1))
      stage.paste("y")
      #expect(stage.screen.contains("Sign in: keys"))
      stage.send(event)
      #expect(stage.screen == form)
    }
    #expect(stage.ending == nil)
  }

  @Test("While it scrolls, keys that scroll don't close it")
  func scrolling() {
    let stage = Play.signIn(columns: 40, rows: 12)
    stage.press(.function(1))
    for key in [Key.Code.down, .up, .pageDown, .pageUp, .end, .home] {
      stage.press(key)
      #expect(stage.screen.contains("Sign in: keys"))
    }
    stage.type("x")
    #expect(!stage.screen.contains("Sign in: keys"))
  }

  @Test("A resize keeps it open, and the wheel scrolls it")
  func resizing() {
    let stage = Play.signIn()
    stage.press(.function(1))
    stage.resize(columns: 40, rows: 12)
    #expect(stage.rows(2...2).contains("Tab or ↓"))
    stage.send(.mouse(Mouse(.wheelDown, at: Position(row: 1, column: 1))))
    #expect(stage.rows(2...2).contains("Shift-Tab or ↑"))
    stage.press(.escape)
    #expect(stage.title == "◆ Sign in")
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
    #expect(play.screen.contains("F3 or Alt-C     create an account "))
    play.scheduler.advance(by: .seconds(20))
    #expect(play.lastRow == "Closing in 10 s. Press any key to stay.")
  }
}
