import Terminal

/// What a plain dialogue is held on: a terminal without a screen, or a script in a test.
protocol Typewriter: AnyObject {
  /// Writes a sentence, on a line of its own.
  func say(_ sentence: String)
  /// Writes a prompt; what is typed behind it comes as events, and can be read if it `echoes`.
  func ask(_ prompt: String, echoes: Bool)
  /// From now on, until something is asked, what is typed is neither seen nor taken.
  func ignoreInput()
}

extension LineTerminal: Typewriter {}
