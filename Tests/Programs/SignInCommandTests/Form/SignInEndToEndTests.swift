import Identity
import TestSupport
import Testing

@Suite("Signing in at a real terminal", .fewAtOnce)
struct SignInEndToEndTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  @Test("Borders turn red, then green, and the right password signs in")
  func signsIn() async throws {
    let tmux = try await Tmux([Sandbox.signin], in: fixture.sandbox)
    try await tmux.wait(for: "Password")

    try await tmux.type("ada")
    let notValid = try await tmux.wait(for: "Entered email is not valid.")
    #expect(notValid.colours(of: "Entered email is not valid.") == [.invalid])
    #expect(notValid.colours(of: "┏━") == [.invalid])
    try await tmux.type("@lovelace.example")
    let valid = try await tmux.wait(for: "✓")
    #expect(valid.colours(of: "✓") == [.valid])
    #expect(valid.colours(of: "┏━") == [.valid])
    #expect(valid.place(of: "Entered email is not valid.") == nil)

    try await tmux.press("Tab")
    try await tmux.type("12345")
    let tooShort = try await tmux.wait(for: "Password has to be from 6 to 20 characters long.")
    #expect(tooShort.colours(of: "✗") == [.invalid])
    #expect(tooShort.colours(of: "✓") == [.valid])
    #expect(tooShort.colours(of: "╭─") == [.palette(244)])
    try await tmux.press("C-u")
    try await tmux.type(StoreFixture.password)
    let ready = try await tmux.waitForEnabledButton()
    #expect(ready.place(of: "Password has to be") == nil)
    #expect(ready.place(of: StoreFixture.password) == nil)
    try await tmux.press("Enter")
    try await tmux.leaveActivity()
    #expect(try await tmux.ending() == .exited(0))
    let end = try await tmux.wait(for: "Signed in as ada@lovelace.example")
    #expect(!end.isAlternate)
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)) == [.signedIn])
  }

  @Test("A wrong password is refused, the email stays, the next key clears the message, and Esc exits with 1")
  func refused() async throws {
    let tmux = try await fixture.formAskingForPassword()
    try await tmux.submit("wrong horse")
    let refused = try await tmux.wait(for: "Wrong email or password.")
    #expect(refused.place(of: StoreFixture.email) != nil)
    #expect(refused.place(of: "•") == nil)
    try await tmux.type("c")
    try await tmux.wait(until: "the message goes") { $0.place(of: "Wrong email or password.") == nil }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
    #expect(try await fixture.outcomes(of: email(StoreFixture.email)) == [.refused])
  }

  @Test("An unknown email is refused in the same words, and its attempt is recorded")
  func unknown() async throws {
    let tmux = try await Tmux([Sandbox.signin, "--email", "nobody@lovelace.example"], in: fixture.sandbox)
    try await tmux.wait(for: "nobody@lovelace.example")
    try await tmux.submit("some horse")
    try await tmux.wait(for: "Wrong email or password.")
    #expect(try await fixture.outcomes(of: email("nobody@lovelace.example")) == [.refused])
  }

  @Test("After three failures the form counts down, empties the refused password, and takes another one at the end")
  func throttled() async throws {
    let tmux = try await fixture.formAskingForPassword("--attempts", "20")
    // On a slow machine the first seconds of blocking may pass before the next attempt; later blocks are longer.
    var answered: TmuxScreen
    repeat {
      try await tmux.submit("wrong horse")
      answered = try await tmux.wait(until: "there is an answer") {
        $0.place(of: "Wrong email or password.") != nil || $0.place(of: "Too many attempts.") != nil
      }
    } while answered.place(of: "Try again in ") == nil
    // A password that met the block was not verified, and stays.
    let wasRefused = answered.place(of: "Wrong email or password.") != nil
    #expect((answered.place(of: "•") == nil) == wasRefused)
    try await tmux.wait(until: "the countdown ends") { $0.place(of: "Try again in ") == nil }
    if !wasRefused { try await tmux.press("C-u") }
    try await tmux.submit(StoreFixture.password)
    try await tmux.leaveActivity()
    #expect(try await tmux.ending() == .exited(0))
  }

  @Test("When the last attempt is refused the form exits with 77")
  func attemptsUsedUp() async throws {
    let tmux = try await fixture.formAskingForPassword("--attempts", "2")
    try await tmux.submit("wrong horse")
    try await tmux.wait(for: "Wrong email or password.")
    try await tmux.submit("wrong horse")
    #expect(try await tmux.ending() == .exited(77))
    try await tmux.wait(for: "signin: Wrong email or password, 2 times. No attempts left.")
  }

  @Test("During a sign-in a spinner and seconds are shown, keys are discarded, and Esc cancels")
  func cancelled() async throws {
    let tmux = try await fixture.formAskingForPassword()
    try await fixture.keepingStoreBusy {
      try await tmux.submit(StoreFixture.password)
      try await tmux.wait(for: "Signing in")
      try await tmux.type("typed while waiting")
      try await tmux.wait(until: "the seconds are shown") { $0.text.contains(/Signing in ([2-9]|1\d) s/) }
      try await tmux.press("Escape")
      let givenUp = try await tmux.wait(until: "the form is back") { $0.place(of: "Signing in") == nil }
      #expect(givenUp.place(of: "•") == nil)
      #expect(givenUp.place(of: "Wrong email or password.") == nil)
    }
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
  }

  @Test("The email is remembered on request, and prefilled the next time")
  func remembered() async throws {
    let first = try await fixture.formAskingForPassword()
    try await first.press("Tab", "Space")
    try await first.wait(for: "[✓] Remember my email")
    try await first.press("BTab")
    try await first.submit(StoreFixture.password)
    try await first.leaveActivity()
    #expect(try await first.ending() == .exited(0))

    let second = try await Tmux([Sandbox.signin], in: fixture.sandbox)
    let prefilled = try await second.wait(for: StoreFixture.email)
    #expect(prefilled.place(of: "[✓] Remember my email") != nil)
    try await second.submit(StoreFixture.password)
    try await second.leaveActivity()
    #expect(try await second.ending() == .exited(0))
  }
}
