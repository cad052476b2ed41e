internal import CSodium

/// The changes of a ``GuardedText``, for undo and redo. Removed and inserted bytes are kept in guarded memory, because
/// they are as secret as the text.
///
/// The cost of a change depends on its own size only, not on the length of the text or the history. When there is no
/// more room, the oldest changes are forgotten. Every change of the text must go through its history; otherwise wipe
/// the history.
public final class EditHistory {
  /// One change in memory. The removed bytes follow it, then the inserted bytes.
  private struct Change {
    /// The place in the text, in bytes.
    let offset: UInt16
    let removedCount: UInt16
    let insertedCount: UInt16
    /// The cursor before and after the change, in characters.
    let cursorBefore: UInt16
    let cursorAfter: UInt16
    /// The bytes that the change before this one takes here.
    let previousSize: UInt16
    /// Whether undo takes back this change together with the one before.
    let continuesGroup: Bool

    var size: Int { Self.size(removing: Int(removedCount), inserting: Int(insertedCount)) }

    static func size(removing removed: Int, inserting inserted: Int) -> Int {
      MemoryLayout<Change>.stride + removed + inserted
    }
  }

  /// The most bytes that the changes can take.
  public let capacity: Int

  // Allocated with the first change, so that an untouched form costs nothing.
  private var memory: GuardedMemory?
  /// The end of the changes in force, where the undone ones begin; and the end of the undone ones.
  private var done = 0
  private var end = 0
  /// The size of the change that ends at `done`.
  private var lastSize = 0

  /// An empty history of `capacity` bytes, at most 65,535. Each change takes 14 bytes more than the bytes it removes
  /// and inserts.
  public init(capacity: Int) {
    precondition((1...Int(UInt16.max)).contains(capacity), "The capacity of a history is from 1 to 65535 bytes.")
    self.capacity = capacity
  }

  /// Changes `text` as ``GuardedText/replace(_:with:)`` does, and remembers the change.
  /// - Parameters:
  ///   - range: The characters to replace.
  ///   - text: The text of this history.
  ///   - utf8: The bytes to insert in their place.
  ///   - cursor: The cursor before the change. ``undo(_:)`` returns it.
  ///   - continuesGroup: Whether undo takes back this change together with the one before.
  /// - Returns: The index of the character just behind the inserted bytes. `nil`, with nothing changed, if the bytes do
  ///   not fit or are not valid UTF-8.
  public func replace(
    _ range: Range<Int>, of text: GuardedText, with utf8: UnsafeBufferPointer<UInt8>, cursor: Int, continuesGroup: Bool
  ) -> Int? {
    let bytes = text.byteRange(of: range)
    guard text.accepts(utf8, insteadOf: bytes.count) else { return nil }
    let size = Change.size(removing: bytes.count, inserting: utf8.count)
    guard let place = makeRoom(size) else { return text.replace(range, with: utf8) }

    let removed = UnsafeMutableRawBufferPointer(start: place + MemoryLayout<Change>.stride, count: bytes.count)
    text.withUTF8 { removed.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer($0)[bytes])) }
    let inserted = UnsafeMutableRawBufferPointer(start: place + size - utf8.count, count: utf8.count)
    inserted.copyMemory(from: UnsafeRawBufferPointer(utf8))
    guard let behind = text.replace(range, with: utf8) else { return nil }
    let change = Change(
      offset: UInt16(bytes.lowerBound), removedCount: UInt16(bytes.count), insertedCount: UInt16(utf8.count),
      cursorBefore: UInt16(cursor), cursorAfter: UInt16(behind), previousSize: UInt16(lastSize),
      continuesGroup: continuesGroup)
    place.storeBytes(of: change, as: Change.self)
    lastSize = size
    done += size
    end = done
    return behind
  }

  /// Inserts one scalar at the cursor. Otherwise the same as ``replace(_:of:with:cursor:continuesGroup:)``.
  public func insert(_ scalar: Unicode.Scalar, in text: GuardedText, cursor: Int, continuesGroup: Bool) -> Int? {
    scalar.withUTF8 {
      replace(cursor..<cursor, of: text, with: $0, cursor: cursor, continuesGroup: continuesGroup)
    }
  }

  /// Removes the characters of `range` and returns the index where they were. Otherwise the same as
  /// ``replace(_:of:with:cursor:continuesGroup:)``.
  public func remove(_ range: Range<Int>, of text: GuardedText, cursor: Int, continuesGroup: Bool) -> Int {
    let nothing = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    // A change that only removes always fits.
    return replace(range, of: text, with: nothing, cursor: cursor, continuesGroup: continuesGroup) ?? cursor
  }

  /// Undoes the last group of changes. Returns the cursor before it, or `nil` if there is nothing to undo.
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

  /// Redoes the group that was undone last. Returns the cursor after it, or `nil` if there is nothing to redo.
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

  /// Forgets all changes and overwrites them.
  public func wipe() {
    memory?.wipe()
    (done, end) = (0, 0)
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

  /// Returns the place of the next change. Forgets the undone changes, and the oldest others as far as room is needed.
  /// If there can never be enough room, forgets everything and returns nil.
  private func makeRoom(_ size: Int) -> UnsafeMutableRawPointer? {
    if memory == nil { memory = GuardedMemory(byteCount: capacity) }
    guard let start = memory?.start, size <= capacity else {
      wipe()
      return nil
    }
    if end > done { sodium_memzero(start + done, end - done) }
    if done + size > capacity {
      // Frees more than needed, so that the next keys do not have to move everything again.
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
