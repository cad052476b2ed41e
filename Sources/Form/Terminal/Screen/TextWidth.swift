internal import Text

/// The columns that a text takes in a frame: the sum of its scalars' widths, as `Frame.put` lays them out.
public nonisolated enum TextWidth {
  /// Returns the columns of `text`.
  public static func columns(of text: String) -> Int {
    var text = text
    return text.withUTF8 { columns(ofUTF8: $0) }
  }

  /// Returns the columns of UTF-8 in memory. Malformed bytes count as U+FFFD.
  public static func columns(ofUTF8 bytes: UnsafeBufferPointer<UInt8>) -> Int {
    var clusters = GraphemeClusters(bytes)
    var sum = 0
    while let cluster = clusters.next() { sum += columns(ofCluster: cluster) }
    return sum
  }

  /// Returns the columns of one cluster. Marks without a base stand over a blank of their own.
  static func columns(ofCluster cluster: UnsafeBufferPointer<UInt8>) -> Int {
    // A single byte is an ASCII character, or U+FFFD replaces it.
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
