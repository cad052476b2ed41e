internal import Characters

/// How many columns a text takes in a frame: the sum of its scalars' widths, as `Frame.put` will lay them.
public nonisolated enum TextWidth {
  /// The columns of `text`.
  public static func columns(of text: String) -> Int {
    var text = text
    return text.withUTF8 { columns(ofUTF8: $0) }
  }

  /// The columns of UTF-8 in memory; not well-formed bytes count as U+FFFD.
  public static func columns(ofUTF8 bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var clusters = GraphemeClusters(bytes)
    var sum = 0
    while let cluster = clusters.next() { sum += columns(ofCluster: cluster) }
    return sum
  }

  /// The columns of one cluster. Marks with nothing below them stand over a blank of their own.
  static func columns(ofCluster cluster: UnsafeBufferPointer<UInt8>) -> Int {
    // A byte alone is an ASCII character, or U+FFFD stands in for it.
    guard cluster.count > 1 else { return cluster.count }
    var scalars = ScalarReader(cluster)
    var sum = 0
    while let scalar = scalars.next() {
      switch Sanitiser.verdict(scalar) {
      case .base(let columns): sum += columns
      case .replace: sum += 1
      case .mark: sum = max(sum, 1)
      case .drop: break
      }
    }
    return sum
  }
}
