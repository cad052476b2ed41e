extension PasswordHash {
  /// The number of bytes that ``pack(into:)`` appends.
  public static let packedByteCount = 16 + saltByteCount + digestByteCount

  /// Appends the hash in a short form, which only this run of the program reads.
  public func pack(into bytes: inout [UInt8]) {
    for number in [UInt64(cost.memoryKiB), UInt64(cost.passes)] {
      withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }
    bytes += salt + digest
  }

  /// The hash in ``packedByteCount`` bytes that ``pack(into:)`` wrote; nil if there are fewer.
  public init?(packed bytes: UnsafeRawBufferPointer) {
    guard bytes.count == Self.packedByteCount else { return nil }
    let cost = HashCost(
      memoryKiB: Int(bytes.loadUnaligned(as: UInt64.self)),
      passes: Int(bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)))
    let rest = bytes.dropFirst(16)
    self.init(
      cost: cost, salt: Array(rest.prefix(Self.saltByteCount)), digest: Array(rest.dropFirst(Self.saltByteCount)))
  }
}
