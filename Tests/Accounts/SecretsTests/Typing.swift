@testable import Secrets

/// Types `characters` scalar by scalar, like keys, starting at `index`. Returns the cursor.
@discardableResult
func type(_ characters: String, into text: GuardedText, at index: Int? = nil) -> Int {
  characters.unicodeScalars.reduce(index ?? text.count) { cursor, scalar in
    text.insert(scalar, at: cursor) ?? cursor
  }
}

/// The content of the text, which only a test may copy.
func string(_ text: GuardedText) -> String {
  text.withUTF8 { String(decoding: $0, as: UTF8.self) }
}

/// `password`, sealed as by a sign-in form.
func sealed(_ password: String, capacity: Int = 4096) throws(PasswordError) -> SealedPassword {
  let text = GuardedText(capacity: capacity)
  type(password, into: text)
  return try text.sealed()
}

/// Lends the UTF-8 of a literal, like a paste.
func withUTF8<R>(_ literal: String, _ body: (UnsafeBufferPointer<UInt8>) throws -> R) rethrows -> R {
  var literal = literal
  return try literal.withUTF8(body)
}
