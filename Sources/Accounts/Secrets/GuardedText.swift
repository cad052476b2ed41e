internal import CSodium
internal import Text

/// A line of text that lives in guarded memory from its first byte to its last: never in a `String`, an array, or
/// anywhere else on the heap.
///
/// It is edited by user-perceived character (grapheme cluster), and positions count these characters. The content is
/// always valid UTF-8.
///
/// No edit allocates. The cost of an edit does not depend on the length of the text, apart from moving the rest (some
/// 50 ns a kilobyte). It depends on the bytes inserted or removed, and on the characters next to them. Use it from one
/// actor only.
public final class GuardedText {
  /// The most bytes of UTF-8 that it can hold.
  public let capacity: Int

  /// The bytes of UTF-8 that it holds.
  public private(set) var byteCount = 0

  /// The number of characters that it holds.
  public private(set) var count = 0

  /// Whether it is empty.
  public var isEmpty: Bool { byteCount == 0 }

  private let memory: GuardedMemory
  // Updated with each edit, because counting all letters would cost more the longer the text is. In guarded memory too,
  // because it reveals something about the letters.
  private let letters: UnsafeMutablePointer<LetterCount>
  // boundaries[i] is the offset of character i, and boundaries[count] == byteCount. In guarded memory too, because the
  // lengths of the characters reveal something about them.
  private let boundaries: UnsafeMutablePointer<UInt16>
  // After the boundaries, so that a write past the end runs into the guard page.
  private let bytes: UnsafeMutablePointer<UInt8>

  /// An empty text that can hold `capacity` bytes of UTF-8, from 1 to 65,534. Stops the program if memory is exhausted.
  public init(capacity: Int = 1024) {
    precondition((1..<Int(UInt16.max)).contains(capacity), "The capacity of a guarded text is from 1 to 65534 bytes.")
    let evenCapacity = capacity + capacity % 2  // keeps the boundaries aligned: the block ends where a page ends
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

  /// The UTF-8 bytes of the given characters, as a range of offsets.
  public func byteRange(of clusters: Range<Int>) -> Range<Int> {
    precondition(clusters.lowerBound >= 0 && clusters.upperBound <= count, "There are no such characters.")
    return Int(boundaries[clusters.lowerBound])..<Int(boundaries[clusters.upperBound])
  }

  /// Lends the UTF-8 bytes. Do not keep them, and never copy a password into ordinary memory.
  public func withUTF8<R, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try body(content)
  }

  /// Whether both hold the same bytes. The time depends on their lengths only, not on their content.
  public func contentsEqual(_ other: GuardedText) -> Bool {
    byteCount == other.byteCount && sodium_memcmp(bytes, other.bytes, byteCount) == 0
  }

  /// The numbers of capital and small letters. Letters of scripts without case count as neither.
  public var letterCount: LetterCount { letters.pointee }

  private var content: UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(start: bytes, count: byteCount) }

  // MARK: Editing

  /// Replaces the characters of `range` by `utf8`, which must not be part of this text itself.
  ///
  /// The inserted text may join the character before or after it: a combining mark joins the letter before it.
  /// - Returns: The index of the character just behind the inserted text. `nil`, with nothing changed, if the text does
  ///   not fit into `capacity` or is not valid UTF-8.
  @discardableResult
  public func replace(_ range: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    replace(byteRange(of: range), within: range, with: utf8)
  }

  /// The same for bytes that begin and end with a scalar, but perhaps within a character.
  @discardableResult
  func replace(bytes replaced: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) -> Int? {
    precondition(replaced.upperBound <= byteCount, "There are no such bytes.")
    let characters = firstBoundary(notBefore: replaced.lowerBound)..<firstBoundary(notBefore: replaced.upperBound)
    return replace(replaced, within: characters, with: utf8)
  }

  /// Whether `utf8` can replace `replacedCount` bytes.
  func accepts(_ utf8: UnsafeBufferPointer<UInt8>, insteadOf replacedCount: Int) -> Bool {
    byteCount - replacedCount + utf8.count <= capacity && utf8.isValidUTF8
  }

  /// Replaces bytes within the characters of `range`.
  private func replace(_ replaced: Range<Int>, within range: Range<Int>, with utf8: UnsafeBufferPointer<UInt8>) -> Int?
  {
    guard accepts(utf8, insteadOf: replaced.count) else { return nil }
    if let source = utf8.baseAddress {
      precondition(source + utf8.count <= bytes || source >= bytes + capacity, "A text cannot be put into itself.")
    }
    splice(replaced, with: utf8)
    return segment(insteadOf: range, upTo: replaced.lowerBound + utf8.count, growth: utf8.count - replaced.count)
  }

  /// The index of the first boundary at or after `offset`.
  private func firstBoundary(notBefore offset: Int) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if Int(boundaries[middle]) < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Inserts one scalar in front of character `index`. Otherwise the same as `replace(_:with:)`.
  @discardableResult
  public func insert(_ scalar: Unicode.Scalar, at index: Int) -> Int? {
    scalar.withUTF8 { replace(index..<index, with: $0) }
  }

  /// Removes the characters of `range`. The characters on both sides may join. `range.lowerBound` stays a valid
  /// position.
  public func remove(_ range: Range<Int>) {
    replace(range, with: UnsafeBufferPointer(start: nil, count: 0))
  }

  /// Empties the text and overwrites every byte that it could have held.
  public func wipe() {
    memory.wipe()
    byteCount = 0
    count = 0
  }

  /// Moves the bytes behind `replaced`, inserts `utf8`, and zeroes the bytes that are no longer used.
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

  /// Finds the characters again after an edit. The bytes of the characters `old` were replaced by bytes that end at
  /// `end`, `growth` bytes more than before. Returns the index of the first boundary at or after `end`.
  ///
  /// Starts at the boundary before the edit, which stays one, whatever follows. Stops where a new boundary
  /// falls on an old one behind the edit. From there on all boundaries are the same as before, only moved.
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
    let shift = UInt16(truncatingIfNeeded: growth)  // modulo 2^16: one loop serves a shrinking text too
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
  /// Lends the scalar's UTF-8, which is overwritten afterwards.
  func withUTF8<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 4) { buffer in
      defer { buffer.wipe() }
      let (_, length) = buffer.update(from: utf8)
      return body(UnsafeBufferPointer(rebasing: buffer[..<length]))
    }
  }
}

extension GuardedText {
  /// Replaces the text by `byteCount` bytes, at least 1, that `write` puts into its memory.
  /// - Returns: False, and the text is empty, if `write` returns false, or the bytes are not valid UTF-8 or do not fit.
  public func fill(_ byteCount: Int, by write: (UnsafeMutableRawBufferPointer) -> Bool) -> Bool {
    wipe()
    let written = UnsafeBufferPointer(start: bytes, count: min(byteCount, capacity))
    let place = UnsafeMutableRawBufferPointer(start: bytes, count: written.count)
    guard byteCount <= capacity, write(place), written.isValidUTF8 else {
      wipe()
      return false
    }
    letters.pointee += LetterCount(of: written)
    self.byteCount = byteCount
    _ = segment(insteadOf: 0..<0, upTo: byteCount, growth: byteCount)
    return true
  }
}
