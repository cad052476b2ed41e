import SignIn
import Signals
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("Editing, on the screen")
struct EditingTests {
  @Test("An empty field shows an example until the first character")
  func placeholder() {
    let stage = Play.signIn()
    #expect(stage.text(in: "Email") == "e.g. ada@example.com")
    #expect(stage.cursor(in: "Email") == 0)
    stage.type("a")
    #expect(stage.text(in: "Email") == "a")
    stage.press(.backspace)
    #expect(stage.text(in: "Email") == "e.g. ada@example.com")
  }

  // MARK: Paste

  @Test("A paste reports the characters it left out, until the next key")
  func pasted() {
    let stage = Play.signIn()
    stage.paste("ada@lovelace.example\r\n")
    #expect(
      stage.rows(7...10) == """
        ┏━ Email ━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ✓ ━┓
        ┃ ada@lovelace.example                             ┃
        ┗━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┛
          Pasted 20 characters, 1 line break removed
        """)
    stage.press(.left)
    #expect(!stage.screen.contains("Pasted"))

    stage.paste("x\u{7}\u{1B}\t\n")
    #expect(
      stage.label(of: "Email") == """
        Pasted 1 character, 1 line break
        removed, 3 control characters removed
        """)
  }

  @Test("If a message takes its place, the report of a paste takes the place of the keys")
  func pastedNotValid() {
    let stage = Play.signIn()
    stage.paste("ada\nlovelace\n")
    #expect(stage.label(of: "Email") == "✗ Entered email is not valid.")
    #expect(stage.lastRow == "Pasted 11 characters, 2 line breaks removed")
    stage.type("x")
    #expect(stage.lastRow.contains("Esc cancel"))
  }

  @Test("A paste into the password is one change, undone as a whole")
  func pastedPassword() {
    let stage = Play.signIn()
    stage.press(.tab)
    stage.paste("correct horse battery\n")
    #expect(stage.text(in: "Password") == "•••••••••••••••••••••")
    stage.send(.key(.control("_")))
    #expect(stage.text(in: "Password") == "")
  }

  @Test("A paste that doesn't fit is refused whole, with a message")
  func pasteTooLong() {
    let stage = Play.signIn()
    stage.type("ada@lovelace.example")
    stage.paste(String(repeating: "x", count: 10_000))
    #expect(stage.text(in: "Email") == "ada@lovelace.example")
    #expect(stage.label(of: "Email") == "Too long to paste: the limit is 4096 bytes.")
  }

  @Test("A paste never submits, and one that ends in another field is dropped")
  func strayPaste() {
    let stage = Play.filled()
    stage.send(.pasteBegan)
    stage.send(.pasted("x"))
    stage.press(.tab)
    stage.send(.pasted("\r"))
    stage.send(.pasteEnded)
    #expect(stage.text(in: "Password") == "•••••••••••••")
    #expect(stage.isEnabled("Sign in"))
  }

  @Test("Paste markers inside a paste, or a missing end marker, affect only the text")
  func oddPastes() {
    let stage = Play.signIn()
    stage.send(.pasteBegan)
    stage.send(.pasted("a"))
    stage.paste("da")
    stage.send(.pasteEnded)
    stage.send(.pasted("?"))
    #expect(stage.text(in: "Email") == "da")
    stage.type("!")
    #expect(stage.text(in: "Email") == "da!")
  }

  @Test("A full field refuses the key, with a message")
  func full() {
    let stage = Play.signIn()
    stage.paste(String(repeating: "x", count: 4096))
    stage.type("y")
    #expect(stage.lastRow == "The field is full: the limit is 4096 bytes.")
  }

  // MARK: Kill and yank

  @Test("Text killed in the password can't be yanked into the email")
  func secretKill() {
    let stage = Play.filled()
    stage.send(.key(.control("u")))
    stage.press(.up)
    stage.send(.key(.control("y")))
    #expect(stage.text(in: "Email") == "ada@lovelace.example")
    #expect(!stage.screen.contains("horse"))
  }

  // MARK: Characters

  @Test(
    "One character of any script is one unit: shown, stepped over, masked, and deleted by one Backspace",
    arguments: [
      ("e\u{301}", 1, "e\u{301}"), ("日", 2, "日"),
      ("\u{1112}\u{1161}\u{11AB}", 2, "\u{1112}\u{1161}\u{11AB}"), ("ที่", 1, "ที่"), ("שָׁ", 1, "שָׁ"),
      ("🇩🇪", 2, "🇩🇪"), ("👨‍👩‍👧", 6, "👨👩👧"),
    ])
  func characters(character: String, columns: Int, drawn: String) {
    let stage = Play.signIn()
    stage.type("a\(character)b")
    #expect(stage.text(in: "Email") == "a\(drawn)b")
    #expect(stage.cursor(in: "Email") == 2 + columns)
    stage.press(.left)
    #expect(stage.cursor(in: "Email") == 1 + columns)
    stage.press(.left)
    #expect(stage.cursor(in: "Email") == 1)
    stage.press(.right, .backspace)
    #expect(stage.text(in: "Email") == "ab")

    stage.press(.tab)
    stage.type("a\(character)b")
    #expect(stage.text(in: "Password") == "•••")
    stage.press(.left, .backspace)
    #expect(stage.text(in: "Password") == "••")
  }

  @Test("Right-to-left text is shown in the order of typing, and scrolls by whole characters")
  func rightToLeft() {
    let stage = Play.signIn()
    stage.type("שלום@דוגמה")
    #expect(stage.text(in: "Email") == "שלום@דוגמה")
    #expect(stage.cursor(in: "Email") == 10)
  }

  @Test("A wide character at the cut is left out, and a mark is drawn")
  func wideCut() {
    let stage = Play.signIn()
    stage.type("x" + String(repeating: "日", count: 30))
    stage.press(.home)
    #expect(stage.text(in: "Email") == "x\(String(repeating: "日", count: 23)) ›")
    stage.press(.end)
    #expect(stage.text(in: "Email")?.hasPrefix("‹日") == true)
  }

  // MARK: The revealed password

  @Test("F2 shows the password for five seconds, and no trace of it stays in the frame")
  func revealed() {
    let stage = Play.filled()
    stage.press(.function(2))
    #expect(stage.text(in: "Password") == "correct horse")
    #expect(stage.holdsSecret)
    stage.scheduler.advance(by: .seconds(5))
    #expect(stage.text(in: "Password") == "•••••••••••••")
    #expect(!stage.holdsSecret)
  }

  @Test("While a password is shown, its border counts the seconds and the key line says that F2 hides it")
  func revealedSeconds() {
    let stage = Play.filled()
    stage.press(.function(2))
    stage.scheduler.advance(by: .seconds(1))
    #expect(stage.screen.contains("━ visible 4 s ━┓"))
    #expect(stage.lastRow.contains("F2 hide"))
    stage.press(.function(2))
    #expect(!stage.screen.contains("visible"))
    #expect(stage.lastRow.contains("F2 show"))
    let tiny = Play.signIn(columns: 20, rows: 5)
    tiny.press(.tab)
    tiny.press(.function(2))
    #expect(tiny.screen.contains("┏━ Password ━ 5 s ━┓"))
  }

  @Test("Alt-P does the same from any field, and moving the focus hides it")
  func revealedElsewhere() {
    let stage = Play.filled()
    stage.press(.up)
    stage.send(.key(.alt("p")))
    #expect(stage.screen.contains("correct horse"))
    stage.press(.down)
    #expect(!stage.screen.contains("correct"))
    #expect(!stage.holdsSecret)
  }

  @Test("A revealed password wider than its dots is covered completely")
  func revealedWide() {
    let stage = Play.signIn()
    stage.press(.tab)
    stage.type("日本語日本語👨‍👩‍👧e\u{301}")
    stage.press(.function(2))
    #expect(stage.text(in: "Password") == "日本語日本語👨👩👧e\u{301}")
    #expect(stage.cursor(in: "Password") == 19)
    stage.send(.suspending)
    #expect(stage.text(in: "Password") == "••••••••")
    #expect(!stage.holdsSecret)
  }

  @Test("With one field at a time, a revealed password leaves the screen with the focus")
  func revealedTiny() {
    let stage = Play.signIn(columns: 20, rows: 5)
    stage.press(.tab)
    stage.type("correct horse")
    stage.press(.function(2))
    #expect(stage.screen.contains("correct horse"))
    stage.press(.tab)
    #expect(!stage.screen.contains("correct"))
    #expect(!stage.holdsSecret)
  }

  @Test("All capitals, and Caps Lock if the terminal reports it, are noted below the password")
  func capitals() {
    let stage = Play.signIn()
    stage.press(.tab)
    stage.type("CORRECT")
    #expect(stage.label(of: "Password") == "All letters are capitals. Is Caps Lock on?")
    stage.send(.capsLock(isOn: true))
    #expect(stage.label(of: "Password") == "Caps Lock is on.")
    stage.send(.capsLock(isOn: false))
    stage.type("x")
    #expect(stage.label(of: "Password") == "")
  }
}
