import Identity
import SQLiteStore
import Store
import TestSupport
import Testing

@Suite("Activity at a real terminal", .fewAtOnce)
struct ActivitySceneEndToEndTests {
  let fixture: StoreFixture

  init() async throws {
    fixture = try await StoreFixture()
  }

  /// The list of activity after a sign-in, with these attempts made long before.
  private func activity(
    after failures: Int = 0, columns: Int = 80, rows: Int = 24
  ) async throws -> Tmux {
    if failures > 0 {
      // A sign-in, then failures, all too old for the throttle.
      try await record(.signedIn, host: "castle", ago: .seconds(40 * 86_400))
      for number in 1...failures {
        try await record(.refused, host: "harbour\(number)", ago: .seconds((failures - number + 2) * 86_400))
      }
    }
    let tmux = try await fixture.formAskingForPassword(columns: columns, rows: rows)
    try await tmux.submit(StoreFixture.password)
    if rows < 22 {
      // The account page has the screen, and the list is one key away.
      try await tmux.wait(for: "Tab activity")
      try await tmux.press("Tab")
    }
    try await tmux.wait(for: "  Today")
    return tmux
  }

  private func record(_ outcome: AttemptOutcome, host: String, ago age: Duration) async throws {
    let clock = ManualClock(SystemClock().now().advanced(by: .zero - age))
    let store = SQLiteStore(file: StoreFile(path: fixture.sandbox.path("signin.db")), clock: clock)
    let charge = try await store.charge(email(StoreFixture.email), from: .at(host), under: Throttle())
    guard case .admitted(let admission) = charge else { throw AttemptBlocked() }
    switch outcome {
    case .signedIn: try await store.settle(admission.attempt, asSignInOf: email(StoreFixture.email))
    default: try await store.settle(admission.attempt, as: .refused)
    }
  }

  @Test("A sign-in shows the user's attempts with coloured marks, and the failures; Esc leaves, signed in")
  func list() async throws {
    let tmux = try await activity(after: 3)
    let list = try await tmux.wait(for: "✗ 3 failed attempts since")
    #expect(list.isAlternate)
    #expect(list.place(of: "Activity  ") != nil)
    #expect(list.place(of: "✓ signed in     localhost ") != nil)
    #expect(list.colours(of: "✗ refused") == [.invalid])
    #expect(list.colours(of: "✓ signed in") == [.valid])
    #expect(list.place(of: "▌ ") != nil)
    try await tmux.press("Down")
    try await tmux.wait(for: "2 of 6")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))
    let end = try await tmux.wait(for: "Signed in as ada@lovelace.example")
    #expect(!end.isAlternate)
  }

  @Test("Typing searches, Enter opens the details, Esc goes back; clearing the search restores the list")
  func searching() async throws {
    let tmux = try await activity(after: 3)
    try await tmux.type("harbour2")
    let found = try await tmux.wait(for: "1 of 1")
    #expect(found.place(of: "harbour1") == nil)
    try await tmux.press("Enter")
    try await tmux.wait(for: "─ Details ─")
    try await tmux.press("Escape")
    try await tmux.wait(until: "the details are closed") { $0.place(of: "─ Details ─") == nil }
    try await tmux.press("C-u")
    try await tmux.wait(for: "1 of 6")
    try await tmux.type("nowhere")
    try await tmux.wait(for: "Nothing found.")
    try await tmux.press("C-c")
    #expect(try await tmux.ending() == .signalled(2))
  }

  @Test("F5 loads new attempts, and a resize keeps the selection")
  func refreshing() async throws {
    let tmux = try await activity()
    try await record(.refused, host: "newcomer", ago: .zero)
    try await tmux.press("F5")
    try await tmux.wait(for: "newcomer")
    try await tmux.press("Down")
    try await tmux.wait(for: "2 of 3")
    for (columns, rows) in [(40, 12), (20, 5), (100, 30)] {
      try await tmux.resize(columns: columns, rows: rows)
      // tmux first crops the former screen, so this waits for text at a position that only the new screen has.
      try await tmux.wait(until: "the list fits \(columns)x\(rows), and its second row is selected") { screen in
        screen.rows.count == rows && screen.rows.first?.count == columns
          && (rows == 5 ? screen.place(of: "F1 keys  Esc leave") : screen.place(of: "2 of 3")) != nil
      }
    }
  }

  @Test("A session that an administrator ends shows nothing more, and leads to the form")
  func sessionEnded() async throws {
    let tmux = try await activity()
    #expect(try await fixture.sandbox.run(["session", "revoke", "--all"]).output == "Ended 1 session\n")
    try await tmux.press("F5")
    let form = try await tmux.wait(for: "Your session has ended. Sign in again.")
    #expect(form.place(of: StoreFixture.email) != nil)
    #expect(form.place(of: "Activity") == nil)
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(1))
  }

  @Test("A session that has ended is no sign-in: Esc says so, and a command after it doesn't run")
  func leftTooLate() async throws {
    let tmux = try await activity()
    #expect(try await fixture.sandbox.run(["session", "revoke", "--all"]).output == "Ended 1 session\n")
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(77))
    try await tmux.wait(for: "Your session has ended. Sign in again.")
  }

  @Test("F10 signs out: it says so and exits with 1, so a command after it doesn't run")
  func signingOut() async throws {
    let tmux = try await activity(columns: 40, rows: 12)
    try await tmux.press("F10")
    #expect(try await tmux.ending() == .exited(1))
    try await tmux.wait(for: "Signed out")
    let end = try await tmux.screen()
    #expect(!end.isAlternate)
    #expect(end.place(of: "Signed in") == nil)
    let newest = try await fixture.store.rows(of: email(StoreFixture.email)).first
    #expect(newest?.outcome == .change(.signedOut))
    #expect(newest?.source.tty.hasPrefix("pts/") == true)
  }

  @Test("F4 changes the password: the former one is refused from then on, and every session has ended")
  func changingPassword() async throws {
    let token = try await fixture.token()
    let tmux = try await activity()
    try await tmux.press("F4")
    try await tmux.wait(for: "Current password")
    for password in ["wrong horse", StoreFixture.password] {
      for text in [password, "battery staple"] {
        try await tmux.type(text)
        try await tmux.press("Enter")
      }
      try await tmux.type("battery staple")
      try await tmux.waitForEnabledButton("Change password")
      try await tmux.press("Enter")
      try await tmux.wait(
        for: password == StoreFixture.password
          ? "Password changed. Your other sessions ended." : "The current password is wrong."
      )
    }
    // And the list has a row for the change, and no second sign-in
    try await tmux.wait(for: "• new password")
    let outcomes = try await fixture.store.rows(of: email(StoreFixture.email)).map(\.outcome)
    #expect(outcomes == [.change(.passwordChanged), .unconfirmed, .signedIn, .signedIn, .change(.accountAdded)])
    try await tmux.press("Escape")
    #expect(try await tmux.ending() == .exited(0))

    for (password, ending) in [(StoreFixture.password, 77), ("battery staple", 0)] as [(String, Int32)] {
      let tried = try await fixture.sandbox.run(
        ["--password-stdin", "--email", StoreFixture.email], input: .text(password + "\n"))
      #expect(tried.ending == .exited(ending))
    }
    let verified = try await fixture.sandbox.run(["session", "verify"], input: .text(token + "\n"))
    #expect(verified.ending == .exited(77))
  }
}
