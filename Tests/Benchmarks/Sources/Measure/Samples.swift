/// Measurements of the same thing, one after the other.
extension [Double] {
  /// The middle one. Half of the others are greater.
  public var median: Double { quantile(0.5) }

  /// The mean, for values that alternate: the median would be one of the two.
  public var mean: Double { reduce(0, +) / Double(count) }

  /// The value that this share of all values does not exceed. Without values it is not a number.
  public func quantile(_ share: Double) -> Double {
    isEmpty ? .nan : sorted()[Int((Double(count - 1) * share).rounded())]
  }

  /// The median, and the range in which the middle four fifths are: `3.9 (3.7–4.4)`.
  public func spread(digits: Int = 1) -> String {
    let (low, high) = (text(quantile(0.1), digits: digits), text(quantile(0.9), digits: digits))
    return "\(text(median, digits: digits)) (\(low)–\(high))"
  }
}
