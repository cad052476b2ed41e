import Secrets

/// Accounts on their way from a file to a store, with the lines of each. Memory holds the newest ones. The others are
/// in a temporary file, sealed by a key of this run only, so that an import through a pipe leaves no hash on the disk.
struct AccountSpool: NewAccounts {
  /// The bytes of a block, after which it goes to the file.
  private static let blockSize = 1 << 16
  private static let lengthSize = 4

  /// The error if a block is not what was written: a bug, since each block is sealed as a whole.
  static let damaged = StoreError.damaged(.foreignValue, path: "")

  private(set) var overflow: Overflow?
  /// The bytes in the file.
  private var end = 0
  private var newest: [UInt8] = []
  /// The accounts that go to the store.
  private(set) var count = 0

  mutating func append(_ account: NewAccount, lines: ClosedRange<Int>) throws(StoreError) {
    count += 1
    for number in [lines.lowerBound, lines.upperBound] {
      withUnsafeBytes(of: number) { newest.append(contentsOf: $0) }
    }
    // It has at most 254 bytes.
    newest.append(UInt8(account.email.text.utf8.count))
    newest += account.email.text.utf8
    // It has at most 300 bytes.
    let hash = account.passwordHash.phc.utf8
    withUnsafeBytes(of: UInt16(hash.count)) { newest.append(contentsOf: $0) }
    newest += hash
    if newest.count >= Self.blockSize { try spill() }
  }

  func each(_ body: (NewAccount) throws -> Void) throws {
    try each { account, _ in try body(account) }
  }

  /// Calls `body` with each account and its lines, in their order.
  func each(_ body: (NewAccount, ClosedRange<Int>) throws -> Void) throws {
    var offset = 0
    while let overflow, offset < end {
      let length = try overflow.file.read(Self.lengthSize, at: offset)
      guard length.count == Self.lengthSize else { throw Self.damaged }
      let count = Int(length.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) })
      let sealed = try overflow.file.read(count, at: offset + Self.lengthSize)
      guard let block = overflow.key.openBytes(sealed, for: "\(offset)") else { throw Self.damaged }
      try read(block, body)
      offset += Self.lengthSize + count
    }
    try read(newest, body)
  }

  private func read(_ block: [UInt8], _ body: (NewAccount, ClosedRange<Int>) throws -> Void) throws {
    try block.withUnsafeBytes { block in
      var rest = block[...]
      func take(_ count: Int) -> UnsafeRawBufferPointer {
        defer { rest = rest.dropFirst(count) }
        return UnsafeRawBufferPointer(rebasing: rest.prefix(count))
      }
      while !rest.isEmpty {
        let (first, last) = (take(8).loadUnaligned(as: Int.self), take(8).loadUnaligned(as: Int.self))
        let email = EmailAddress(stored: String(decoding: take(Int(take(1)[0])), as: UTF8.self))
        let length = Int(take(2).loadUnaligned(as: UInt16.self))
        let hash = try? PasswordHash(phc: String(decoding: take(length), as: UTF8.self))
        guard let email, let hash else { throw Self.damaged }
        try body(NewAccount(email: email, passwordHash: hash), first...last)
      }
    }
  }

  private mutating func spill() throws(StoreError) {
    let overflow = if let overflow { overflow } else { try Overflow() }
    self.overflow = overflow
    let sealed = overflow.key.seal(newest, for: "\(end)")
    let frame = withUnsafeBytes(of: UInt32(sealed.count)) { Array($0) } + sealed
    try overflow.file.write(frame, at: end)
    end += frame.count
    newest.removeAll(keepingCapacity: true)
  }

  /// A file and its key.
  final class Overflow: Sendable {
    let file: TemporaryFile
    let key: SealingKey

    init() throws(StoreError) {
      file = try TemporaryFile()
      guard let key = SealingKey() else { throw file.noMemory }
      self.key = key
    }
  }
}
