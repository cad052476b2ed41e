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

  /// A picture of its own.
  private enum Single: String, CaseIterable {
    case invalid, valid, refused, account, small
    case secondStep = "second-step"
    case colourBlind = "colour-blind"
  }

  /// All scenes in one theme.
  private enum Sheet: String, CaseIterable {
    case dark, classic, light
    case colourBlind = "colour-blind"
    case highContrast = "high-contrast"

    /// The file without its ending.
    var name: String { "scenes-" + rawValue }

    private var themeFile: ThemeFile {
      switch self {
      case .dark: ThemeName.dark.file()
      case .classic: ThemeName.classic.file()
      case .light: ThemeName.light.file()
      case .colourBlind: ThemeName.colourBlind.file()
      case .highContrast: ThemeName.highContrast.file()
      }
    }

    /// The pictures of the scenes, in the order in which a person meets them.
    func pictures() async -> [SVGPicture] {
      let isWhite = self == .light
      let theme = themeFile.theme(at: .full, on: isWhite ? .reported(red: 255, green: 255, blue: 255) : nil)
      let ground: SVGPicture.Ground = isWhite ? .light : themeFile.paintsScreen ? .black : .dark
      var pictures: [SVGPicture] = []
      for (title, play) in Scenes.all {
        var frame = await play(Scenes(theme: theme)).drawn
        if themeFile.paintsScreen { frame.paint(theme[.screen]) }
        pictures.append(SVGPicture(frame: frame, ground: ground, title: title))
      }
      return pictures
    }
  }

  @Test("are what the scenes look like; run make pictures after a change", arguments: Single.allCases)
  private func picture(_ single: Single) async throws {
    try check(await draw(single).text, single.rawValue)
  }

  @Test("show every scene in four themes and on white", arguments: Sheet.allCases)
  private func sheet(_ sheet: Sheet) async throws {
    let drawn = SVGPicture.sheet(of: await sheet.pictures(), title: "All scenes: \(sheet.rawValue)")
    try check(drawn, sheet.name)
    #expect(drawn.utf8.count < 300_000)
  }

  @Test("have one that moves: 15 to 25 seconds, without a script, and below 300 KB")
  func demo() async throws {
    let movie = await Demo.movie()
    let drawn = movie.text
    try check(drawn, "demo")
    #expect((15_000...25_000).contains(movie.length))
    #expect(drawn.utf8.count < 300_000)
    #expect(!drawn.contains("<script"))
  }

  @Test("are all there are")
  func noOthers() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path())
    let names = Single.allCases.map(\.rawValue) + Sheet.allCases.map(\.name) + ["demo"]
    #expect(Set(files) == Set(names.map { $0 + ".svg" }))
  }

  /// Compares a picture with the one in the folder, which it replaces when the pictures are drawn.
  private func check(_ drawn: String, _ name: String) throws {
    let file = Self.folder.appending(path: name + ".svg")
    if Self.isDrawing { try Data(drawn.utf8).write(to: file) }
    #expect(try String(contentsOf: file, encoding: .utf8) == drawn)
  }

  private func draw(_ single: Single) async -> SVGPicture {
    let scenes = Scenes(theme: ThemeName.dark.file().theme(at: .full))
    let (play, title) =
      switch single {
      case .invalid: (scenes.invalid(), "The sign-in form with a password that is too short")
      case .valid: (scenes.valid(), "The sign-in form, ready to sign in")
      case .refused: (await scenes.refused(), "The sign-in form after a wrong password")
      case .account: (await scenes.account(), "The account page")
      case .small: (scenes.invalid(columns: 40, rows: 12), "The sign-in form in 40 columns and 12 rows")
      case .secondStep: (await scenes.setUp(), "Two-step sign-in is set up")
      case .colourBlind:
        (Scenes(theme: ThemeName.colourBlind.file().theme(at: .full)).invalid(), "The theme colour-blind")
      }
    return SVGPicture(frame: play.drawn, ground: .dark, title: title)
  }
}
