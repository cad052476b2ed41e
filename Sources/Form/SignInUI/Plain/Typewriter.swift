import Terminal

/// The device of a plain dialogue: a terminal without a screen, or a script in a test.
protocol Typewriter: AnyObject {
  /// Writes a sentence on a line of its own.
  func say(_ sentence: String)
  /// Writes a prompt. The answer arrives as events, and is visible if `echoes`.
  func ask(_ prompt: String, echoes: Bool)
  /// Hides and drops what the user types, until the next question.
  func ignoreInput()
}

extension LineTerminal: Typewriter {}
