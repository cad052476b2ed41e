extension Pty {
  /// The terminal's state that was not restored: settings, keys that the shell would read, modes still on. Empty if
  /// everything was restored.
  public var leftovers: [String] {
    var leftovers: [String] = []
    if settings != found { leftovers.append("settings") }
    if unread > 0 { leftovers.append("\(unread) typed bytes") }
    for (mode, on, off) in Self.modes where isLeft(on, off) { leftovers.append(mode) }
    return leftovers
  }

  private static let modes = [
    ("other screen", "\u{1B}[?1049h", "\u{1B}[?1049l"),
    ("bracketed paste", "\u{1B}[?2004h", "\u{1B}[?2004l"),
    ("mouse", "\u{1B}[?1000h", "\u{1B}[?1000l"),
    ("mouse in numbers", "\u{1B}[?1006h", "\u{1B}[?1006l"),
    ("Alt as ESC", "\u{1B}[?1036h", "\u{1B}[?1036r"),
    ("cursor keys", "\u{1B}[?1h", "\u{1B}[?1l"),
    ("hidden cursor", "\u{1B}[?25l", "\u{1B}[?25h"),
  ]

  private func isLeft(_ on: String, _ off: String) -> Bool {
    guard let last = everything.ranges(of: on).last else { return false }
    return !everything[last.upperBound...].contains(off)
  }
}
