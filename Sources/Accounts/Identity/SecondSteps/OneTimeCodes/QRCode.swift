internal import CQRCode

/// Makes QR codes (ISO/IEC 18004).
public enum QRCode {
  /// The most bytes of UTF-8 in a text: those of the largest version at level L.
  public static let byteLimit = 858
  /// The largest version. The standard has 40, but no terminal shows them.
  private static let largestVersion = 20
  /// The bytes that the library needs for a picture of that version: qrcodegen_BUFFER_LEN_FOR_VERSION.
  private static let bufferSize = ((largestVersion * 4 + 17) * (largestVersion * 4 + 17) + 7) / 8 + 1

  /// Returns the smallest picture of a text, from 21 to 97 modules wide, with as much correction as fits into that size.
  /// Four light modules must surround it.
  /// - Returns: Nil if the text has more than `byteLimit` bytes.
  public static func picture(of text: String) -> BitMatrix? {
    let bytes = Array(text.utf8)
    guard bytes.count <= byteLimit else { return nil }
    var data = bytes + [UInt8](repeating: 0, count: bufferSize - bytes.count)
    var code = [UInt8](repeating: 0, count: bufferSize)
    let isMade = qrcodegen_encodeBinary(
      &data, bytes.count, &code, qrcodegen_Ecc_LOW, qrcodegen_VERSION_MIN, Int32(largestVersion), qrcodegen_Mask_AUTO,
      true)
    guard isMade else { return nil }
    var picture = BitMatrix(size: Int(qrcodegen_getSize(code)))
    for row in 0..<picture.size {
      for column in 0..<picture.size {
        picture[row, column] = qrcodegen_getModule(code, Int32(column), Int32(row))
      }
    }
    return picture
  }
}
