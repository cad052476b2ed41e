public import Secrets

// In the sources each sentence stands in a call that the catalogues are made from; tests say how it reads.
extension Reason: ExpressibleByUnicodeScalarLiteral {}
extension Reason: ExpressibleByExtendedGraphemeClusterLiteral {}
extension Reason: ExpressibleByStringLiteral {
  /// As it reads in English.
  public init(stringLiteral text: String) {
    self.init(text)
  }
}
extension Reason: ExpressibleByStringInterpolation {}
