/// The way the bytes of the keyboard spell characters.
public enum Charset: Sendable {
  /// UTF-8.
  case utf8
  /// One byte per character: the 128 characters of the bytes from 0x80 on. The bytes below are ASCII.
  case singleByte([Unicode.Scalar?])
}
