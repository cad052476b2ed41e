import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

@Suite("The look of a field")
struct FieldLookTests {
  @Test("While it has the focus its border and label tell its state: the accent, red while invalid, green once valid")
  func focused() {
    let stage = Play.signIn()
    for (text, colour) in [("", Colour.blue), ("ada@lovelace", .red), (".example", .green)] {
      stage.type(text)
      #expect(stage.border(of: "Email") == colour)
      #expect(stage.style(of: "Email")?.foreground == colour)
      #expect(stage.style(of: "Email")?.attributes.contains(.bold) == true)
    }
  }

  @Test("A message asks for the rows that it takes from the lower border on, where a narrow line is shorter")
  func narrow() {
    let field = TextField(title: "Mot de passe", disclosure: .masked, capacity: 80)
    field.refusal = "Adresse ou mot de passe incorrect."
    #expect(field.rowsWanted(columns: 20, .unicode) == 3)
    #expect(field.rowsWanted(columns: 52, .unicode) == 1)
  }

  @Test("Left, a valid field is quiet with a green tick, and an invalid one stays red")
  func left() {
    let stage = Play.signIn()
    stage.type("ada@lovelace.example")
    stage.press(.tab)
    #expect(stage.border(of: "Email") == .white)
    #expect(stage.style(of: "✓")?.foreground == .green)
    stage.press(.tab)
    stage.press(.up, .up)
    stage.type(".")
    stage.press(.tab)
    #expect(stage.border(of: "Email") == .red)
    #expect(stage.style(of: "✗")?.foreground == .red)
    #expect(stage.style(of: "Email")?.foreground == .red)
  }

  @Test("A mistyped domain keeps the accent: no tick says that it is right")
  func doubted() {
    let stage = Play.signIn()
    stage.type("ada@gmial.com")
    #expect(stage.border(of: "Email") == .blue)
    #expect(stage.style(of: "→")?.foreground == .blue)
    #expect(!stage.screen.contains("✓"))
  }

  @Test("An existing password gets no tick, as nobody has checked it; a new one does")
  func unchecked() {
    let stage = Play.filled()
    #expect(stage.border(of: "Password") == .green)
    stage.press(.tab)
    #expect(stage.screen.split(separator: "✓").count == 2, "Only the email has one.")
    let new = Play(.signUp(email: nil), theme: Play.theme)
    new.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    #expect(new.screen.split(separator: "✓").count == 4)
  }

  @Test("The title has a mark in the accent")
  func title() {
    #expect(Play.signIn().style(of: "◆")?.foreground == .blue)
  }

  @Test("When the terminal reports its background, everything is painted in the theme for it")
  func background() {
    let stage = Play.signIn()
    let light = ThemeName.light.file().theme(at: .full)
    stage.fit(to: .light, light)
    #expect(stage.style(of: "◆") == light[.accent])
    #expect(stage.border(of: "Email") == light[.accent].foreground)
    #expect(stage.border(of: "Password") == light[.neutral].foreground)
    stage.press(.function(1))
    stage.fit(to: .dark, Play.theme)
    #expect(stage.style(of: "Tab") == Play.theme[.title])
  }
}
