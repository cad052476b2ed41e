public import Secrets

extension GuardedText {
  /// A text made of a literal, for tests, which have no secrets.
  public convenience init(_ text: String) {
    self.init()
    set(text)
  }

  /// Replaces the whole text by `text`.
  public func set(_ text: String) {
    var text = text
    _ = text.withUTF8 { replace(0..<count, with: $0) }
  }
}
