import Wire

/// The rules for messages: whatever is read can be written, and is read again as the same.
enum MessageFaults {
  static func ofRequest(_ bytes: [UInt8]) -> String? {
    guard let request = Request(bytes) else { return nil }
    return Request(request.message(7)) == request ? nil : "it is another request when it is written"
  }

  static func ofReply(_ bytes: [UInt8]) -> String? {
    guard let reply = Reply(bytes) else { return nil }
    return Reply(reply.message(7)) == reply ? nil : "it is another reply when it is written"
  }
}
