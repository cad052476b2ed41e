/// How the bytes of the keyboard spell characters.
public enum Charset: Sendable {
  /// UTF-8.
  case utf8
  /// One byte, one character: what the bytes from 0x80 on stand for, 128 entries. ASCII is as always.
  case singleByte([Unicode.Scalar?])
}
