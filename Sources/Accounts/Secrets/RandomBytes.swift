internal import CSodium

/// Returns `count` bytes from the system's source of randomness, fit for keys and salts.
func randomBytes(_ count: Int) -> [UInt8] {
  SecretMemory.startLibrary()
  var bytes = [UInt8](repeating: 0, count: count)
  randombytes_buf(&bytes, count)
  return bytes
}
