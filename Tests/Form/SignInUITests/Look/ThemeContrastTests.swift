import Foundation
import Terminal
import Testing

@testable import SignInUI

/// Red, green and blue, each from 0 to 255.
private struct RGB: Equatable {
  var red: Double
  var green: Double
  var blue: Double

  init(_ hex: Int) {
    (red, green, blue) = (Double(hex >> 16), Double(hex >> 8 & 255), Double(hex & 255))
  }

  /// An entry of xterm's palette, from its sources XTerm-col.ad and 256colres.h.
  init(entry: Int) {
    let first = [
      0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5, 0x7F7F7F, 0xFF0000, 0x00FF00,
      0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]
    let steps = [0x00, 0x5F, 0x87, 0xAF, 0xD7, 0xFF]
    switch entry {
    case ..<16: self.init(first[entry])
    case ..<232:
      let cube = entry - 16
      self.init(steps[cube / 36] << 16 | steps[cube / 6 % 6] << 8 | steps[cube % 6])
    default: self.init((8 + 10 * (entry - 232)) * 0x010101)
    }
  }

  /// WCAG 2.2, relative luminance.
  var luminance: Double {
    func linear(_ channel: Double) -> Double {
      channel / 255 <= 0.04045 ? channel / 255 / 12.92 : pow((channel / 255 + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// WCAG 2.2, contrast ratio.
  func contrast(with other: RGB) -> Double {
    (max(luminance, other.luminance) + 0.05) / (min(luminance, other.luminance) + 0.05)
  }

  /// As xterm and VTE show dim text: two thirds of each channel.
  var dim: RGB {
    var dim = self
    (dim.red, dim.green, dim.blue) = (red * 2 / 3, green * 2 / 3, blue * 2 / 3)
    return dim
  }
}

/// A terminal's own colours.
private struct Ground: CustomStringConvertible {
  let description: String
  let text: RGB
  let background: RGB

  static let gray = Ground(description: "light gray on #1e1e1e", text: RGB(0xD4D4D4), background: RGB(0x1E1E1E))
  static let black = Ground(description: "white on black", text: RGB(0xE5E5E5), background: RGB(0))
  static let white = Ground(description: "black on white", text: RGB(0), background: RGB(0xFFFFFF))

  /// The grounds for which a theme is made.
  static func all(of name: ThemeName) -> [Ground] {
    // No colour is readable on the gray and on white, too.
    if name == .either { return [black, white] }
    return switch name.file().backdrop {
    case .dark: [gray, black]
    case .light: [white]
    case .reported, nil: [gray, black, white]
    }
  }

  /// The ground with the colours that a theme paints it with.
  func painted(_ screen: Style) -> Ground {
    Ground(
      description: description, text: Self.rgb(screen.foreground, text),
      background: Self.rgb(screen.background, background))
  }

  private static func rgb(_ colour: Colour, _ own: RGB) -> RGB {
    if case .palette(let entry) = colour { RGB(entry: Int(entry)) } else { own }
  }

  /// The contrast ratio of a style here.
  func contrast(of style: Style) -> Double {
    let rgb = Self.rgb
    let front = rgb(style.foreground, text)
    return (style.attributes.contains(.dim) ? front.dim : front).contrast(with: rgb(style.background, background))
  }
}

@Suite("Themes are readable")
struct ThemeContrastTests {
  private nonisolated static let themes = ThemeName.allCases.filter { $0 != .auto }
  /// WCAG's least contrast for text. Too few of eight colours reach it.
  private static let depths: [(depth: ColourDepth, least: Double)] = [(.full, 4.5), (.sixteen, 4.5), (.eight, 3)]

  @Test(
    "Text has a contrast of 4.5 on the backgrounds of its theme, and of 3 with 8 colours",
    arguments: themes)
  func text(name: ThemeName) {
    let file = name.file()
    for (depth, least) in Self.depths {
      let theme = file.theme(at: depth)
      for ground in Ground.all(of: name) {
        for role in Theme.Role.allCases where role != .frame && role != .neutral {
          let contrast = ground.painted(theme[.screen]).contrast(of: theme[role])
          #expect(contrast >= least, "\(role) of \(name) at \(depth), \(ground): \(contrast)")
        }
      }
    }
  }

  @Test("Lines have a contrast of 3", arguments: themes)
  func lines(name: ThemeName) {
    let file = name.file()
    for (depth, _) in Self.depths {
      let theme = file.theme(at: depth)
      for ground in Ground.all(of: name) {
        for role in [Theme.Role.frame, .neutral] {
          let contrast = ground.painted(theme[.screen]).contrast(of: theme[role])
          #expect(contrast >= 3, "\(role) of \(name) at \(depth), \(ground): \(contrast)")
        }
      }
    }
  }

  private nonisolated static let backgrounds = [
    0x000000, 0x16181D, 0x1E1E1E, 0x002B36, 0x282A36, 0x300A24, 0x0000AA, 0x555555, 0x6C6C6C, 0x757575, 0x767676,
    0x808080, 0x999999, 0xC0C0C0, 0xFFFFDD, 0xFDF6E3, 0xEEEEEE, 0xFFFFFF, 0xFF0000, 0x00FF00, 0x008787, 0x87AFFF,
  ]

  @Test(
    "On any background that a terminal reports, every theme is readable, and its lines are seen",
    arguments: ThemeName.allCases, backgrounds)
  func reported(name: ThemeName, background: Int) {
    let reported = Backdrop.reported(background)
    let text = RGB(reported.isDark ? 0xFFFFFF : 0)
    for (depth, least) in Self.depths {
      let theme = name.file(on: reported).theme(at: depth, on: reported)
      let ground = Ground(description: "", text: text, background: RGB(background)).painted(theme[.screen])
      for role in Theme.Role.allCases {
        let least = role == .frame || role == .neutral ? 3 : least
        let contrast = ground.contrast(of: theme[role])
        #expect(contrast >= least, "\(role) at \(depth): \(contrast)")
      }
    }
  }

  @Test(
    "With eight colours, an error is neither black nor white on the background of its theme",
    arguments: [
      (ThemeName.dark, 0), (.classic, 0), (.colourBlind, 0), (.light, 0xFFFFFF), (.colourBlindLight, 0xFFFFFF),
    ])
  func eight(name: ThemeName, background: Int) {
    let reported = Backdrop.reported(background)
    let error = name.file(on: reported).theme(at: .eight, on: reported)[.invalid].foreground
    #expect((1...6).map { Colour.palette($0) }.contains(error), "\(error)")
  }

  @Test("Where a gray cannot be read, another gray takes its place, and no colour", arguments: backgrounds)
  func quiet(background: Int) {
    let reported = Backdrop.reported(background)
    for name in [ThemeName.dark, .light] {
      let theme = name.file().theme(at: .full, on: reported)
      for role in [Theme.Role.hint, .neutral, .frame] {
        guard case .palette(let entry) = theme[role].foreground else { continue }
        let rgb = RGB(entry: Int(entry))
        #expect(rgb.red == rgb.green && rgb.green == rgb.blue, "\(role) of \(name): \(entry)")
      }
    }
  }

  @Test("The ratio agrees with WCAG's own examples")
  func oracle() {
    #expect(RGB(0).contrast(with: RGB(0xFFFFFF)) == 21)
    #expect(abs(RGB(0x767676).contrast(with: RGB(0xFFFFFF)) - 4.54) < 0.01)
  }
}
