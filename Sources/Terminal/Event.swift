/// What the terminal, or the person at it, did.
public nonisolated enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A paste begins; until `pasteEnded` only `pasted` comes.
  case pasteBegan
  /// One scalar of a paste, just as it came: control characters and line ends too.
  case pasted(Unicode.Scalar)
  /// The paste is whole. One that the terminal never closed ends by itself after two seconds of quiet.
  case pasteEnded
  /// The mouse did something.
  case mouse(Mouse)
  /// Caps Lock went on or off. Only a Linux console tells, and only with the next key.
  case capsLock(isOn: Bool)
  /// The terminal has another size now.
  case resized(Size)
  /// The program is about to be stopped: the last moment to take secrets off the screen.
  case suspending
  /// The screen was lost (the program was stopped and goes on). It is redrawn from the last frame in any case.
  case redraw
}
