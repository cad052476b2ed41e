public import Identity

/// Makes QR codes (ISO/IEC 18004).
public enum QRCode {
  /// Returns the picture of a text: its modules without the quiet zone of four light ones that must surround it.
  /// - Returns: Nil if the text has more than 858 bytes of UTF-8.
  public static func picture(of text: String) -> BitMatrix? { nil }
}
