extension String {
  /// The 64-bit FNV-1a hash of its UTF-8 (draft-eastlake-fnv). It is the same in all versions of the program, and no secret.
  public var fnv1a: UInt64 {
    utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
