internal import CSodium
internal import Characters

/// A line of text, edited by user-perceived character (grapheme cluster), that lives in guarded memory from its first
/// byte to its last: never in a `String`, an array, or anywhere else on the heap.
///
/// Positions are counted in clusters. The content is always valid UTF-8. No edit allocates, and what an edit costs does
/// not depend on how long the text is, only on what is put in or taken out and on the clusters that touch it (beside
/// moving the rest, some 50 ns a kilobyte). To be used from one actor only.
public final class GuardedText {
  /// The most bytes of UTF-8 it can hold.
  public let capacity: Int

  /// The bytes of UTF-8 it holds.
  public private(set) var byteCount = 0

  /// The user-perceived characters it holds.
  public private(set) var count = 0

  /// Whether it holds nothing.
  public var isEmpty: Bool { byteCount == 0 }

  private let memory: GuardedMemory
  // Counted along with each edit, for a look at every letter would cost more the longer the text is. In guarded memory
  // as well, since it tells something about the letters.
  private let letters: UnsafeMutablePointer<LetterCount>
  // boundaries[i] is the offset of cluster i; boundaries[count] == byteCount. In guarded memory as well, since the
  // lengths of the characters tell something about them.
  private let boundaries: UnsafeMutablePointer<UInt16>
  // Behind the boundaries, so that a write past the end runs into the guard page.
  private let bytes: UnsafeMutablePointer<UInt8>

  /// An empty text that can hold `capacity` bytes of UTF-8, from 1 to 65,534. Ends the program when memory is exhausted.
  public init(capacity: Int = 1024) {
    precondition((1..<Int(UInt16.max)).contains(capacity), "The capacity of a guarded text is from 1 to 65534 bytes.")
    let evenCapacity = capacity + capacity % 2  // keeps the boundaries aligned: the block ends at the end of a page
    let boundaryBytes = (evenCapacity + 1) * MemoryLayout<UInt16>.stride
    let letterBytes = MemoryLayout<LetterCount>.stride
    guard let memory = GuardedMemory(byteCount: letterBytes + boundaryBytes + evenCapacity) else {
      fatalError("There is not enough memory for a text field of \(capacity) bytes.")
    }
    self.capacity = capacity
    letters = memory.start.bindMemory(to: LetterCount.self, capacity: 1)
    boundaries = (memory.start + letterBytes).bindMemory(to: UInt16.self, capacity: evenCapacity + 1)
    bytes = (memory.start + letterBytes + boundaryBytes).bindMemory(to: UInt8.self, capacity: evenCapacity)
    self.memory = memory
  }

  // MARK: Reading

  /// Where the given clusters lie in the UTF-8 bytes.
  public func byteRange(of clusters: Range<Int>) -> Range<Int> {
    precondition(clusters.lowerBound >= 0 && clusters.upperBound <= count, "There are no such characters.")
    return Int(boundaries[clusters.lowerBound])..<Int(boundaries[clusters.upperBound])
  }

  /// Lends the UTF-8 bytes. They must not be kept, and of a password not be copied into ordinary memory.
  public func withUTF8<R, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try body(content)
  }

  /// Whether both hold the same bytes. The time it takes depends on their lengths only, not on what they hold.
  public func contentsEqual(_ other: GuardedText) -> Bool {
    byteCount == other.byteCount && sodium_memcmp(bytes, other.bytes, byteCount) == 0
  }

  /// How many of its letters are capitals, and how many small; those of scripts that know no difference are neither.
  public var letterCount: LetterCount { letters.pointee }

  private var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: byteCount) }

  // MARK: Editing

  /// Replaces the clusters of `range` by `utf8`, which must not be part of this text itself.
  ///
  /// What is put in may join the character before or behind it (a combining mark joins the letter before it).
  /// - Returns: the index of the cluster just behind what was put in; or `nil`, and nothing has changed, when it would
  ///   not fit into `capacity` or is not valid UTF-8.
  @discardableResult
  public func replace(_ range: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    replace(byteRange(of: range), within: range, with: utf8)
  }

  /// The same for bytes that begin and end with a scalar, though perhaps within a cluster.
  @discardableResult
  func replace(bytes replaced: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    precondition(replaced.upperBound <= byteCount, "There are no such bytes.")
    let first = firstBoundary(notBefore: replaced.lowerBound)
    let start = Int(boundaries[first]) == replaced.lowerBound ? first : first - 1
    return replace(replaced, within: start..<firstBoundary(notBefore: replaced.upperBound), with: utf8)
  }

  /// Whether `utf8` can stand in place of that many bytes.
  func accepts(_ utf8: UnsafeBufferPointer<UInt8>, insteadOf replacedCount: Int) -> Bool {
    byteCount - replacedCount + utf8.count <= capacity && utf8.isValidUTF8
  }

  /// Replaces bytes that lie in the clusters of `range`.
  private func replace(_ replaced: Range<Int>, within range: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) -> Int?
  {
    guard accepts(utf8, insteadOf: replaced.count) else { return nil }
    if let source = utf8.baseAddress {
      precondition(source + utf8.count <= bytes || source >= bytes + capacity, "A text cannot be put into itself.")
    }
    splice(replaced, with: utf8)
    return segment(insteadOf: range, upTo: replaced.lowerBound + utf8.count, growth: utf8.count - replaced.count)
  }

  /// The index of the first boundary that does not lie before `offset`.
  private func firstBoundary(notBefore offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(boundaries[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Inserts one scalar in front of cluster `index`; otherwise as `replace(_:with:)`.
  @discardableResult
  public func insert(_ scalar: Unicode.Scalar, at index: Int) -> Int? {
    scalar.withUTF8 { replace(index..<index, with: $0) }
  }

  /// Removes the clusters of `range`. What is left on both sides may join; `range.lowerBound` stays a valid position.
  public func remove(_ range: Range<Int>) {
    replace(range, with: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Empties the text and overwrites every byte it could have held.
  public func wipe() {
    memory.wipe()
    byteCount = 0
    count = 0
  }

  /// Moves the bytes behind `replaced`, puts `utf8` in, and zeroes what became free.
  private func splice(_ replaced: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) {
    letters.pointee -= LetterCount(of: UnsafeBufferPointer(rebasing: content[replaced]))
    letters.pointee += LetterCount(of: utf8)
    let tail = byteCount - replaced.upperBound
    let end = replaced.lowerBound + utf8.count
    (bytes + end).update(from: bytes + replaced.upperBound, count: tail)
    if let source = utf8.baseAddress { (bytes + replaced.lowerBound).update(from: source, count: utf8.count) }
    let oldByteCount = byteCount
    byteCount = end + tail
    if byteCount < oldByteCount {
      sodium_memzero(bytes + byteCount, oldByteCount - byteCount)
    }
  }

  /// Finds the clusters anew after the bytes of the clusters `old` were replaced by those that end at `end`, `growth`
  /// bytes more than before; returns the index of the first boundary at or behind `end`.
  ///
  /// Starts at the cluster before the edit, whose start is a boundary whatever follows, and stops where a new boundary
  /// falls on an old one behind the edit: from there on all are the same as before, only moved.
  private func segment(insteadOf old: Range<Int>, upTo end: Int, growth: Int) -> Int {
    let first = max(old.lowerBound - 1, 0)
    let start = Int(boundaries[first])
    var fresh = 0
    var rest = old.upperBound
    var offset = start
    while Int(boundaries[rest]) + growth != offset {
      offset = content.endOfCluster(from: offset)
      fresh += 1
      while Int(boundaries[rest]) + growth < offset { rest += 1 }
    }

    let moved = boundaries + first + fresh
    let movedCount = count - rest + 1
    moved.update(from: boundaries + rest, count: movedCount)
    let shift = UInt16(truncatingIfNeeded: growth)  // modulo 2^16, so that a shrinking text needs no other loop
    for index in 0..<movedCount { moved[index] &+= shift }
    count = first + fresh + movedCount - 1

    offset = start
    for index in first..<first + fresh {
      boundaries[index] = UInt16(offset)
      offset = content.endOfCluster(from: offset)
    }
    return firstBoundary(notBefore: end)
  }
}

extension Unicode.Scalar {
  /// Lends its UTF-8, which is overwritten afterwards.
  func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
      defer { sodium_memzero(buffer.baseAddress, buffer.count) }
      let (_, length) = buffer.update(from: utf8)
      return body(UnsafeBufferPointer(rebasing: buffer[..<length]))
    }
  }
}
