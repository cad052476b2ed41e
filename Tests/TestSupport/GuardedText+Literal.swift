public import Secrets

extension GuardedText {
  /// A text made of a literal in a test, where nothing is secret.
  public convenience init(_ text: String) {
    self.init()
    set(text)
  }

  /// Replaces everything by `text`.
  public func set(_ text: String) {
    var text = text
    _ = text.withUTF8 { replace(0..<count, with: $0) }
  }
}
