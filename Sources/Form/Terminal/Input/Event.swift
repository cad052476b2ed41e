/// An event from the terminal or the user.
public nonisolated enum Event: Hashable, Sendable {
  /// A key was pressed.
  case key(Key)
  /// A paste began. Until `pasteEnded`, only `pasted` comes.
  case pasteBegan
  /// One scalar of a paste, unchanged, even a control character or a line end.
  case pasted(Unicode.Scalar)
  /// The paste is complete. A paste that the terminal never closes ends after two seconds of silence.
  case pasteEnded
  /// The mouse did something.
  case mouse(Mouse)
  /// Caps Lock went on or off. Only a Linux console reports it, and only with the next key.
  case capsLock(isOn: Bool)
  /// The terminal reports its background, as it was asked to.
  case background(Backdrop)
  /// The terminal draws characters two cells wide whose width is ambiguous, as those of lines.
  case ambiguousIsWide
  /// The size of the terminal changed.
  case resized(Size)
  /// The program is about to be suspended. This is the last moment to take secrets off the screen.
  case suspending
  /// The screen was lost, because the program was stopped and continues. The last frame is drawn again in any case.
  case redraw
}
