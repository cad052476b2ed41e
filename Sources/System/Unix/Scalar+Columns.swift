internal import CUnix

extension Unicode.Scalar {
  /// The columns on a UTF-8 terminal: 0, 1 or 2; nil if they are unknown.
  public var columns: Int? {
    let width = signin_wcwidth(value)
    return width < 0 ? nil : Int(width)
  }
}
