internal import Glibc
internal import Unix

/// What the user types before there is a form, while the terminal is asked for its kind. Whoever shows the form takes it.
@MainActor public final class TypedAhead {
  /// The bytes in the order of arrival. A password may be among them, so they are overwritten.
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 16)
  private var count = 0

  public init() {}

  isolated deinit {
    buffer.wipe()
    buffer.deallocate()
  }

  /// Whether anything was typed that nobody has taken.
  var isEmpty: Bool { count == 0 }

  /// Hands all bytes to `body`, and overwrites them.
  func take(_ body: (UnsafeMutableRawBufferPointer) -> Void) { take(count, body) }

  /// Hands the bytes up to the first line end to `body`, and overwrites them. A terminal that edits no lines sends CR for
  /// Enter, or CR LF, which is a line end here, as the kernel would make it one.
  func takeLine(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    while let pair = (1..<max(1, count)).first(where: { buffer[$0 - 1] == 0x0D && buffer[$0] == 0x0A }) {
      remove(pair - 1..<pair)
    }
    for index in 0..<count where buffer[index] == UInt8(ascii: "\r") { buffer[index] = UInt8(ascii: "\n") }
    take(buffer[..<count].firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? count, body)
  }

  private func take(_ length: Int, _ body: (UnsafeMutableRawBufferPointer) -> Void) {
    guard length > 0 else { return }
    let taken = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 1)
    taken.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[..<length]))
    remove(0..<length)
    body(taken)
    taken.wipe()
    taken.deallocate()
  }

  /// Keeps bytes, as far as there is room.
  func append(_ bytes: UnsafeMutableRawBufferPointer) {
    let kept = UnsafeMutableRawBufferPointer(rebasing: bytes[..<min(bytes.count, buffer.count - count)])
    UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + kept.count]).copyMemory(
      from: UnsafeRawBufferPointer(kept))
    count += kept.count
  }

  /// Overwrites what nobody wants any more.
  func drop() { remove(0..<count) }

  private func remove(_ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let rest = count - range.upperBound
    if let base = buffer.baseAddress { memmove(base + range.lowerBound, base + range.upperBound, rest) }
    count -= range.count
    UnsafeMutableRawBufferPointer(rebasing: buffer[count..<count + range.count]).wipe()
  }
}

// MARK: The terminal's kind

extension TypedAhead {
  /// The question for the terminal's kind (DA1).
  private static let question = Array("\u{1B}[c".utf8)
  /// The milliseconds that an answer may take. A network is quicker, and nobody waits longer for a first question.
  private static let answerTimeout = 300

  /// Asks a raw terminal for its kind, and keeps the keys that are typed meanwhile.
  /// - Returns: Whether it answers, as everything does that understands control sequences. The answer says nothing of use:
  ///   modern terminals answer like the Linux console.
  func isAnswered(by device: TerminalDevice) -> Bool {
    let end = Timers.now + .milliseconds(Self.answerTimeout)
    guard device.takesOutput, device.write(Self.question) else { return false }
    while count < buffer.count, !ProcessSignals.isEnding {
      let left = (end - Timers.now) / .milliseconds(1)
      var terminal = pollfd(fd: device.input, events: Int16(POLLIN), revents: 0)
      guard left > 0, poll(&terminal, 1, Int32(left.rounded(.up))) != 0 else { return false }
      guard terminal.revents & Int16(POLLIN) != 0 else {
        if terminal.revents != 0 { return false }
        continue
      }
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[count...])
      let got = read(device.input, free.baseAddress, free.count)
      guard got > 0 || errno == EAGAIN || errno == EINTR else { return false }
      count += max(0, got)
      if let answer = UnsafeRawBufferPointer(rebasing: buffer[..<count]).firstKindOfTerminal {
        remove(answer)
        return true
      }
    }
    return false
  }
}

nonisolated extension UnsafeMutableRawBufferPointer {
  /// Removes in place the answers to DA1 that came too late, when the kernel had begun to edit lines.
  /// - Returns: The remaining bytes.
  func withoutKindOfTerminal() -> UnsafeMutableRawBufferPointer {
    guard let answer = UnsafeRawBufferPointer(self).firstKindOfTerminal, let baseAddress else { return self }
    memmove(baseAddress + answer.lowerBound, baseAddress + answer.upperBound, count - answer.upperBound)
    return UnsafeMutableRawBufferPointer(rebasing: self[..<(count - answer.count)]).withoutKindOfTerminal()
  }
}

nonisolated extension UnsafeRawBufferPointer {
  /// The place of the first answer to DA1: `ESC [ ?`, numbers, `c`.
  var firstKindOfTerminal: Range<Int>? {
    for start in indices.dropLast(3) where self[start...].starts(with: [0x1B, 0x5B, 0x3F]) {
      let rest = self[(start + 3)...].drop { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ";") }
      if rest.first == UInt8(ascii: "c") { return start..<rest.startIndex + 1 }
    }
    return nil
  }
}
