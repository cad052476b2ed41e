import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("A field on a screen that changes its size")
struct ResizedFieldTests {
  private static let email = "ada.lovelace.long@example.org"

  @Test("shows the whole text again once there is room, with the focus and without", arguments: [true, false])
  func grows(hasFocus: Bool) {
    // given a long email on a screen that became narrow
    let play = Play.signIn()
    play.type(Self.email)
    play.resize(columns: 30, rows: 24)
    _ = play.screen
    if !hasFocus { play.press(.tab) }
    play.resize(columns: 20, rows: 24)
    if !hasFocus { play.press(.up) }
    #expect(play.screen.contains("‹"))
    if !hasFocus { play.press(.tab) }
    // when it grows
    play.resize(columns: 80, rows: 24)
    // then nothing is cut
    #expect(play.screen.contains(" \(Self.email) "))
    #expect(!play.screen.contains("‹"))
  }

  @Test("shows as much as fits before the cursor while the text is longer")
  func growsALittle() {
    let play = Play.signIn(columns: 20, rows: 24)
    play.type(Self.email)
    play.resize(columns: 30, rows: 24)
    #expect(play.screen.contains("‹lovelace.long@example.org "))
  }

  @Test("shows all dots of a password again")
  func password() {
    let play = Play.signIn()
    play.press(.tab)
    play.type(String(repeating: "x", count: 40))
    for columns in [20, 80] { play.resize(columns: columns, rows: 24); _ = play.screen }
    #expect(play.screen.contains(" " + String(repeating: "•", count: 40) + " "))
  }

  @Test("takes no keys while the screen is too small for it")
  func tooSmall() {
    let play = Play.signIn()
    play.resize(columns: 10, rows: 3)
    _ = play.screen
    play.type("secret")
    play.paste("secret")
    play.resize(columns: 80, rows: 24)
    #expect(!play.screen.contains("secret"))
    play.type("a")
    #expect(play.screen.contains(" a "))
  }
}
