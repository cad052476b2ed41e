import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// The scenes that the documentation shows, in one theme.
struct Scenes {
  let theme: Theme

  /// Each scene with what it is, in the order in which a person meets them.
  static let all: [(title: String, play: @MainActor (Scenes) async -> Play)] = [
    ("The sign-in form, still empty", { $0.form() }),
    ("The sign-in form with a password that is too short", { $0.invalid() }),
    ("The sign-in form, ready to sign in", { $0.valid() }),
    ("The sign-in form after a wrong password", { await $0.refused() }),
    ("The sign-in form after too many failures", { await $0.blocked() }),
    ("The terminal is locked", { $0.locked() }),
    ("An account is made", { $0.signUp() }),
    ("A code is asked for", { await $0.code() }),
    ("A recovery code is asked for", { await $0.recoveryCode() }),
    ("Two-step sign-in is set up", { await $0.setUp() }),
    ("Recovery codes", { await $0.recoveryCodes() }),
    ("The password is changed", { $0.changePassword() }),
    ("The account page", { await $0.account() }),
    ("The account page of a new account", { await $0.welcome() }),
    ("The account's sessions", { await $0.sessions() }),
    ("The details of an attempt", { await $0.details() }),
    ("The keys", { $0.keys() }),
  ]

  func form(columns: Int = 80, rows: Int = 24) -> Play {
    Play(
      .signIn(email: nil), columns: columns, rows: rows, allowsSignUp: false, memory: RememberingMemory(), theme: theme)
  }

  func invalid(columns: Int = 80, rows: Int = 24) -> Play { filled(form(columns: columns, rows: rows), with: "horse") }

  func valid() -> Play { filled(form(), with: "correct horse") }

  func refused() async -> Play {
    let play = valid()
    play.press(.enter)
    await play.answer(.refused(blockedFor: nil))
    play.type("correct house")
    play.press(.enter)
    await play.answer(.refused(blockedFor: nil))
    return play
  }

  func blocked() async -> Play {
    let play = valid()
    play.press(.enter)
    await play.answer(.refused(blockedFor: 8))
    return play
  }

  func locked() -> Play {
    var settings = SignInViewModel.Settings()
    settings.lock = .email(owner.email)
    return Play(.signIn(email: nil), allowsSignUp: false, settings: settings, theme: theme)
  }

  func keys() -> Play {
    let play = form()
    play.press(.function(1))
    return play
  }

  func signUp() -> Play {
    let play = Play(.signUp(email: nil), theme: theme)
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("correct horse")
    play.press(.tab)
    play.type("correct house")
    play.press(.tab)
    return play
  }

  func changePassword() -> Play {
    let play = Play(.changePassword(owner), theme: theme, activity: ScriptedActivity())
    play.type("correct horse")
    play.press(.tab)
    play.type("battery staple")
    play.press(.tab)
    play.type("battery")
    return play
  }

  func code() async -> Play {
    let challenge = ChallengePlay(theme: theme)
    await challenge.go(on: .ask(Question([Challenge(.code(digits: 6))], methods: [.recoveryCode])))
    challenge.play.type("4920")
    return challenge.play
  }

  func recoveryCode() async -> Play {
    let challenge = ChallengePlay(theme: theme)
    await challenge.go(on: .ask(Question([Challenge(.recoveryCode)], methods: [.code])))
    challenge.play.type("K7QD-V94M")
    return challenge.play
  }

  func setUp() async -> Play {
    let challenge = ChallengePlay(theme: theme, activity: ScriptedActivity(), isSetUp: true)
    if let picture = QRCode.picture(of: Self.address) {
      let offer = CodeOffer(picture: picture, secret: "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")
      await challenge.go(on: .ask([Challenge(.confirmation(offer, digits: 6))]))
    }
    return challenge.play
  }

  func recoveryCodes() async -> Play {
    let challenge = ChallengePlay(theme: theme, activity: ScriptedActivity(), isSetUp: true)
    await challenge.go(on: .tell(.recoveryCodes(Self.codes)))
    return challenge.play
  }

  func account() async -> Play {
    let places = [(tty: "tty1", host: "192.0.2.7", program: "menu")]
    let store = ScriptedActivity(previous: .success(PreviousSignIn(Self.attempts[4], failures: 2)))
    let play = page(.account(owner), store, .sample(at: ActivityPlay.now, others: places, codes: 9, keys: ["yubikey"]))
    await store.answer(Self.attempts)
    await play.wait { !play.screen.contains("…") && !play.screen.contains("Loading") }
    return play
  }

  /// What follows the form for a new account.
  func welcome() async -> Play {
    let store = ScriptedActivity(previous: .success(nil))
    let play = page(.signUp(email: nil), store, .sample(at: ActivityPlay.now, others: [], codes: nil))
    play.fillSignUp("ada@lovelace.example", "correct horse", again: "correct horse")
    play.press(.enter)
    play.signUp.answer(await play.signUp.nextAttempt(), .added(.signedIn(owner)))
    await store.answer([.sample(1, .change(.accountAdded), tty: "pts/3", host: "castle", at: 1_795_318_860)])
    await play.wait { play.screen.contains("Welcome") && !play.screen.contains("Loading") }
    return play
  }

  func sessions() async -> Play {
    let play = await account()
    play.press(.tab, .end)
    return play
  }

  private func page(_ scene: Navigator.Scene, _ store: ScriptedActivity, _ overview: AccountOverview) -> Play {
    Play(
      scene, theme: theme, activity: store, account: ScriptedAccount(.success(overview)),
      clock: ManualClock(ActivityPlay.now))
  }

  func details() async -> Play {
    let play = await account()
    play.press(.down, .enter)
    return play
  }

  private var owner: SignedIn { SignedIn(email: email("ada@lovelace.example")) }

  private func filled(_ play: Play, with password: String) -> Play {
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type(password)
    return play
  }

  private static let address =
    "otpauth://totp/castle:ada@lovelace.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=castle"

  private static let codes = [
    "K7QD-V94M-X2TA-HW3E", "P3NF-8CZR-T6YB-Q2VS", "W9JX-D5KE-M7GU-4RHP", "C6TB-Z3QN-F8WD-Y5KA", "R4VH-J9XS-E2PM-6GTC",
    "N8YE-W5DA-K3RQ-7ZFB", "T2XK-G6HV-S9JC-P4NM", "D7WQ-M4ZT-B8FY-R3XE", "H5GC-Y8RK-V6NA-J2DW", "Z9FM-Q3PT-X7HS-C4KE",
  ]

  private static let attempts: [Attempt] = [
    .sample(8, tty: "pts/3", host: "castle", at: 1_795_318_860),
    .sample(7, .refused, tty: "pts/3", host: "castle", at: 1_795_318_560),
    .sample(6, .refused, tty: "pts/3", host: "castle", at: 1_795_318_500),
    .sample(5, .change(.passwordChanged), tty: "pts/0", host: "castle", at: 1_795_227_240),
    .sample(4, tty: "pts/0", host: "castle", at: 1_795_227_000),
    .sample(3, tty: "tty1", host: "192.0.2.7", program: "menu", at: 1_795_195_500),
    .sample(2, .throttled, tty: "pts/2", host: "198.51.100.9", program: "menu", at: 1_795_195_320),
    .sample(1, .change(.accountAdded), tty: "tty1", host: "castle", at: 1_795_100_000),
  ]
}
