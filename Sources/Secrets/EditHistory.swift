internal import CSodium

/// The changes of a ``GuardedText``, to be taken back and made again. What was removed and put in is kept in guarded
/// memory, as it is as secret as the text.
///
/// A change costs what it changes, however long the text or the history is. When there is no more room the oldest
/// changes are forgotten. All changes of a text have to go through its history, or it must be wiped.
public final class EditHistory {
  /// One change, as it stands in memory: this, the bytes removed, and the bytes put in.
  private struct Change {
    /// Where in the text, in bytes.
    var offset: UInt16
    var removedCount: UInt16
    var insertedCount: UInt16
    /// Where the cursor was and where it is then, in clusters.
    var cursorBefore: UInt16
    var cursorAfter: UInt16
    /// The bytes that the change before this one takes here.
    var previousSize: UInt16
    /// Whether it is taken back together with the one before.
    var continuesGroup: Bool

    var size: Int { MemoryLayout<Change>.stride + Int(removedCount) + Int(insertedCount) }
  }

  /// The most bytes that the changes can take.
  public let capacity: Int

  // Made with the first change: a form that nobody types in should not pay for it.
  private var memory: GuardedMemory?
  /// The end of the changes that were made, where the ones taken back begin, and the end of those.
  private var done = 0
  private var end = 0
  /// The size of the change that ends at `done`.
  private var lastSize = 0

  /// An empty history in `capacity` bytes, at most 65,535. Each change takes 14 bytes beside those removed and put in.
  public init(capacity: Int) {
    precondition((1...Int(UInt16.max)).contains(capacity), "The capacity of a history is from 1 to 65535 bytes.")
    self.capacity = capacity
  }

  /// Changes `text` as ``GuardedText/replace(_:with:)`` does, and remembers it.
  /// - Parameters:
  ///   - range: The clusters to be replaced.
  ///   - text: The text of this history.
  ///   - utf8: What is put in their place.
  ///   - cursor: Where the cursor is, to be there again after ``undo(_:)``.
  ///   - continuesGroup: Whether this is taken back together with the change before.
  /// - Returns: the index of the cluster just behind what was put in; or `nil`, and nothing has changed, when it would
  ///   not fit or is not valid UTF-8.
  public func replace(
    _ range: Range<Int>, of text: GuardedText, with utf8: UnsafeBufferPointer<UInt8>, cursor: Int, continuesGroup: Bool
  ) -> Int? {
    let bytes = text.byteRange(of: range)
    guard text.accepts(utf8, insteadOf: bytes.count) else { return nil }
    var change = Change(
      offset: UInt16(bytes.lowerBound), removedCount: UInt16(bytes.count), insertedCount: UInt16(utf8.count),
      cursorBefore: UInt16(cursor), cursorAfter: 0, previousSize: 0, continuesGroup: continuesGroup)
    guard let place = makeRoom(change.size) else { return text.replace(range, with: utf8) }

    let removed = UnsafeMutableRawBufferPointer(start: place + MemoryLayout<Change>.stride, count: bytes.count)
    text.withUTF8 { removed.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[bytes])) }
    let inserted = UnsafeMutableRawBufferPointer(start: place + change.size - utf8.count, count: utf8.count)
    inserted.copyMemory(from: UnsafeRawBufferPointer(utf8))
    guard let behind = text.replace(range, with: utf8) else { return nil }
    change.cursorAfter = UInt16(behind)
    change.previousSize = UInt16(lastSize)
    place.storeBytes(of: change, as: Change.self)
    lastSize = change.size
    done += change.size
    end = done
    return behind
  }

  /// Inserts one scalar at the cursor; otherwise as ``replace(_:of:with:cursor:continuesGroup:)``.
  public func insert(_ scalar: Unicode.Scalar, in text: GuardedText, cursor: Int, continuesGroup: Bool) -> Int? {
    scalar.withUTF8 {
      replace(cursor..<cursor, of: text, with: $0, cursor: cursor, continuesGroup: continuesGroup)
    }
  }

  /// Removes the clusters of `range`, and returns where they were; otherwise as
  /// ``replace(_:of:with:cursor:continuesGroup:)``.
  public func remove(_ range: Range<Int>, of text: GuardedText, cursor: Int, continuesGroup: Bool) -> Int {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    // What only removes always fits.
    return replace(range, of: text, with: nothing, cursor: cursor, continuesGroup: continuesGroup) ?? cursor
  }

  /// Takes the last group of changes back. Returns where the cursor was before, or `nil` when there is none.
  public func undo(_ text: GuardedText) -> Int? {
    var cursor: Int?
    while done > 0 {
      let change = change(at: done - lastSize)
      let inserted = Int(change.offset)..<Int(change.offset) + Int(change.insertedCount)
      let removed = bytes(at: done - lastSize + MemoryLayout<Change>.stride, count: Int(change.removedCount))
      text.replace(bytes: inserted, with: removed)
      done -= lastSize
      lastSize = Int(change.previousSize)
      cursor = Int(change.cursorBefore)
      if !change.continuesGroup { break }
    }
    return cursor
  }

  /// Makes the last group that was taken back again. Returns where the cursor was behind it, or `nil` when there is none.
  public func redo(_ text: GuardedText) -> Int? {
    var cursor: Int?
    while done < end {
      let change = change(at: done)
      if cursor != nil && !change.continuesGroup { break }
      let removed = Int(change.offset)..<Int(change.offset) + Int(change.removedCount)
      let inserted = bytes(
        at: done + change.size - Int(change.insertedCount), count: Int(change.insertedCount))
      text.replace(bytes: removed, with: inserted)
      lastSize = change.size
      done += change.size
      cursor = Int(change.cursorAfter)
    }
    return cursor
  }

  /// Forgets everything, and overwrites it.
  public func wipe() {
    memory?.wipe()
    (done, end, lastSize) = (0, 0, 0)
  }

  // MARK: Memory

  private func change(at offset: Int) -> Change {
    guard let start = memory?.start else { preconditionFailure("An empty history has no changes.") }
    return (start + offset).loadUnaligned(as: Change.self)
  }

  private func bytes(at offset: Int, count: Int) -> UnsafeBufferPointer<UInt8> {
    guard let start = memory?.start else { preconditionFailure("An empty history has no changes.") }
    return UnsafeBufferPointer(start: (start + offset).assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Where the next change goes. The ones taken back are forgotten, and of the others the oldest as far as the room is
  /// needed. Nil, and all is forgotten, where there is not enough for it at all.
  private func makeRoom(_ size: Int) -> UnsafeMutableRawPointer? {
    if memory == nil { memory = GuardedMemory(byteCount: capacity) }
    guard let start = memory?.start, size <= capacity else {
      wipe()
      return nil
    }
    if end > done { sodium_memzero(start + done, end - done) }
    if done + size > capacity {
      // Some more than needed, so that not every key that follows has to move everything again.
      let goal = max(done + size - capacity, capacity / 4)
      var cut = 0
      while cut < done && cut < goal { cut += change(at: cut).size }
      start.copyMemory(from: start + cut, byteCount: done - cut)
      sodium_memzero(start + done - cut, cut)
      done -= cut
    }
    end = done
    return start + done
  }
}
