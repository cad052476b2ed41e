import Foundation
import Identity
import SignIn
import Terminal
import TestSupport
import Testing

@testable import SignInUI

/// The scenes that the documentation shows. `make pictures` draws them into Resources/Pictures.
@Suite("The pictures of the documentation")
struct PicturesTests {
  private static let folder = Packaged.root.appending(path: "Resources/Pictures")
  private static let isDrawing = ProcessInfo.processInfo.environment["SIGNIN_PICTURES"] == "draw"

  private enum Scene: String, CaseIterable {
    case untouched, invalid, valid, refused, account, activity
    case secondStep = "second-step"
    case light
    case colourBlind = "colour-blind"
    case highContrast = "high-contrast"
    case small
    case white
    case either
  }

  @Test("are what the scenes look like; run make pictures after a change", arguments: Scene.allCases)
  private func picture(_ scene: Scene) async throws {
    let file = Self.folder.appending(path: scene.rawValue + ".svg")
    let drawn = await draw(scene).text
    if Self.isDrawing { try Data(drawn.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == drawn)
  }

  @Test("have one that moves: 15 to 25 seconds, without a script, and below 300 KB")
  func demo() async throws {
    let file = Self.folder.appending(path: "demo.svg")
    let movie = await Demo.movie()
    let drawn = movie.text
    if Self.isDrawing { try Data(drawn.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == drawn)
    #expect((15_000...25_000).contains(movie.length))
    #expect(drawn.utf8.count < 300_000)
    #expect(!drawn.contains("<script"))
  }

  @Test("are all there are")
  func noOthers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    #expect(Set(files) == Set(Scene.allCases.map { $0.rawValue + ".svg" } + ["demo.svg"]))
  }

  // MARK: Scenes

  private static let address =
    "otpauth://totp/castle:ada@lovelace.example?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=castle"

  private func draw(_ scene: Scene) async -> SVGPicture {
    switch scene {
    case .untouched: SVGPicture(frame: form().drawn, ground: .dark, title: "The sign-in form, still empty")
    case .invalid:
      SVGPicture(frame: invalid().drawn, ground: .dark, title: "The sign-in form with a password that is too short")
    case .valid:
      SVGPicture(frame: valid().drawn, ground: .dark, title: "The sign-in form, ready to sign in")
    case .refused:
      SVGPicture(frame: await refused().drawn, ground: .dark, title: "The sign-in form after a wrong password")
    case .account: SVGPicture(frame: await account().drawn, ground: .dark, title: "The account page")
    case .activity:
      SVGPicture(frame: await activity().drawn, ground: .dark, title: "The list of an account's activity")
    case .secondStep:
      SVGPicture(frame: await secondStep().drawn, ground: .dark, title: "Two-step sign-in is set up")
    case .light: SVGPicture(frame: invalid(.light).drawn, ground: .light, title: "The theme light")
    case .colourBlind: SVGPicture(frame: invalid(.colourBlind).drawn, ground: .dark, title: "The theme colour-blind")
    case .highContrast:
      SVGPicture(frame: painted(invalid(.highContrast), .highContrast), ground: .dark, title: "The theme high-contrast")
    case .white:
      SVGPicture(
        frame: invalid(.light, on: .reported(red: 255, green: 255, blue: 255)).drawn, ground: .light,
        title: "The sign-in form on a white terminal")
    case .either:
      SVGPicture(frame: invalid(.either).drawn, ground: .light, title: "The theme either")
    case .small:
      SVGPicture(
        frame: invalid(columns: 40, rows: 12).drawn, ground: .dark, title: "The sign-in form in 40 columns and 12 rows")
    }
  }

  private func form(
    _ theme: ThemeName = .dark, on background: Backdrop? = nil, columns: Int = 80, rows: Int = 24
  ) -> Play {
    Play(
      .signIn(email: nil), columns: columns, rows: rows, allowsSignUp: false, memory: RememberingMemory(),
      theme: theme.file().theme(at: .full, on: background))
  }

  /// The frame of a scene in a theme that paints the screen.
  private func painted(_ play: Play, _ theme: ThemeName) -> Frame {
    var frame = play.drawn
    frame.paint(theme.file().theme(at: .full)[.screen])
    return frame
  }

  private func invalid(
    _ theme: ThemeName = .dark, on background: Backdrop? = nil, columns: Int = 80, rows: Int = 24
  ) -> Play {
    let play = form(theme, on: background, columns: columns, rows: rows)
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("horse")
    return play
  }

  private func valid() -> Play {
    let play = form()
    play.type("ada@lovelace.example")
    play.press(.tab)
    play.type("correct horse")
    return play
  }

  private func refused() async -> Play {
    let play = valid()
    play.press(.enter)
    await play.answer(.refused(blockedFor: nil))
    play.type("correct house")
    play.press(.enter)
    await play.answer(.refused(blockedFor: nil))
    return play
  }

  private func account() async -> Play {
    let activity = ScriptedActivity(previous: .success(PreviousSignIn(Self.attempts[4], failures: 2)))
    let places = [(tty: "tty1", host: "192.0.2.7", program: "menu")]
    let play = Play(
      .account(SignedIn(email: email("ada@lovelace.example"))), theme: ThemeName.dark.file().theme(at: .full),
      activity: activity, account: ScriptedAccount(.success(.sample(at: ActivityPlay.now, others: places, codes: 9))),
      clock: ManualClock(ActivityPlay.now))
    await activity.answer(Self.attempts)
    await play.wait { !play.screen.contains("…") && !play.screen.contains("Loading") }
    return play
  }

  private func activity() async -> Play {
    let theme = ThemeName.dark.file().theme(at: .full)
    let previous = PreviousSignIn(Self.attempts[4], failures: 2)
    return await ActivityPlay.showing(Self.attempts, previous: previous, theme: theme).play
  }

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

  private func secondStep() async -> Play {
    let play = ChallengePlay(
      theme: ThemeName.dark.file().theme(at: .full), activity: ScriptedActivity(), isSetUp: true)
    if let picture = QRCode.picture(of: Self.address) {
      let offer = CodeOffer(picture: picture, secret: "JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP")
      await play.go(on: .ask([Challenge(.confirmation(offer, digits: 6))]))
    }
    return play.play
  }
}
