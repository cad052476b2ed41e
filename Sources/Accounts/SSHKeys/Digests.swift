internal import CSodium

func sha256(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 32)
  crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
  return digest
}

func sha512(_ bytes: [UInt8]) -> [UInt8] {
  var digest = [UInt8](repeating: 0, count: 64)
  crypto_hash_sha512(&digest, bytes, UInt64(bytes.count))
  return digest
}
