/// How well two kinds of samples can be told apart by their sizes alone.
public enum Distinguishing {
  /// The chance that a sample of `second` is greater than one of `first`: 0.5 if they can't be told apart, 0 or 1 if
  /// they always can. It is the area under the ROC curve (Mann and Whitney's U over the number of pairs).
  public static func area<Size: Comparable>(_ first: [Size], _ second: [Size]) -> Double {
    var wins = 0.0
    for one in first {
      for other in second { wins += one < other ? 1 : one == other ? 0.5 : 0 }
    }
    return wins / Double(first.count * second.count)
  }

  /// The areas that are no better than chance for `count` samples of each kind: 0.45 to 0.55 with a thousand, wider
  /// with fewer, because chance varies more then (five standard deviations).
  public static func chance(of count: Int) -> ClosedRange<Double> {
    let deviation = (Double(2 * count + 1) / Double(12 * count * count)).squareRoot()
    let margin = min(0.45, max(0.05, 5 * deviation))
    return 0.5 - margin...0.5 + margin
  }
}
