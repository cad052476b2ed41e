internal import CUnix

extension Unicode.Scalar {
  /// Columns on a UTF-8 terminal: 0, 1 or 2; nil where this machine knows none.
  public var columns: Int? {
    let width = signin_wcwidth(value)
    return width < 0 ? nil : Int(width)
  }
}
