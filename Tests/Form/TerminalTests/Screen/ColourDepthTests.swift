import Testing

@testable import Terminal

@Suite("Fewer colours")
nonisolated struct ColourDepthTests {
  private func shown(_ entry: UInt8, _ depth: ColourDepth, on backdrop: Backdrop? = nil) -> Style {
    depth.shown(Style(foreground: .palette(entry)), on: backdrop)
  }

  @Test("An available colour stays, on any background")
  func kept() {
    for depth in [ColourDepth.eight, .sixteen, .full] {
      #expect(shown(2, depth, on: .light) == Style(foreground: .green))
    }
    #expect(shown(203, .full, on: .light) == Style(foreground: .palette(203)))
  }

  @Test("The nearest colour replaces a missing one; with eight colours, bold makes it bright")
  func nearest() {
    #expect(shown(203, .sixteen) == Style(foreground: .palette(9)))
    #expect(shown(203, .eight) == Style(foreground: .red, attributes: .bold))
    #expect(shown(12, .eight) == Style(foreground: .blue, attributes: .bold))
    #expect(shown(28, .sixteen) == Style(foreground: .green))
    #expect(ColourDepth.eight.shown(Style(background: .palette(15))) == Style(background: .white))
  }

  @Test("On a known background it is the nearest readable colour")
  func readable() {
    #expect(shown(203, .sixteen, on: .dark) == Style(foreground: .yellow))
    #expect(shown(18, .sixteen, on: .dark).foreground != .blue)
    for entry in UInt8(16)...255 {
      #expect(
        ![Colour.green, .yellow, .cyan, .white].contains(shown(entry, .eight, on: .light).foreground), "\(entry)")
      #expect(![Colour.black, .red, .blue].contains(shown(entry, .eight, on: .dark).foreground), "\(entry)")
    }
  }

  @Test("Text with a background of its own is readable on the replacement of that background")
  func filled() {
    let style = Style(foreground: .palette(231), background: .palette(124))
    #expect(
      ColourDepth.eight.shown(style, on: .light) == Style(foreground: .white, background: .red, attributes: .bold))
  }

  @Test("Without colours, attributes remain")
  func monochrome() {
    let style = Style(foreground: .red, background: .blue, attributes: .underline)
    #expect(ColourDepth.monochrome.shown(style, on: .dark) == Style(attributes: .underline))
  }
}
