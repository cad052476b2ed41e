/// The messages of a client to a server, of which it counts those that end a round trip.
struct FrontendMessages {
  private var header: [UInt8] = []
  private var bodyLeft = 0
  /// The first message has no type.
  private var isFirst = true

  /// Reads the next bytes of a connection.
  /// - Returns: The number of times that the client waits for answers: messages of the type Sync.
  mutating func roundTrips(in bytes: some Sequence<UInt8>) -> Int {
    var count = 0
    for byte in bytes {
      if bodyLeft > 0 {
        bodyLeft -= 1
        continue
      }
      header.append(byte)
      guard header.count == (isFirst ? 4 : 5) else { continue }
      bodyLeft = header.suffix(4).reduce(0) { $0 << 8 | Int($1) } - 4
      if !isFirst, header.first == UInt8(ascii: "S") { count += 1 }
      (header, isFirst) = ([], false)
    }
    return count
  }
}
