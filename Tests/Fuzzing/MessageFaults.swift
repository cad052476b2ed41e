import Messages

/// The rules for messages: whatever is read can be written, and is read again as the same.
enum MessageFaults {
  static func ofRequest(_ bytes: [UInt8]) -> String? {
    guard let message = Message<Request>(bytes) else { return nil }
    if Message<Reply>(bytes) != nil { return "it is a reply, too" }
    let again = Message<Request>(message.bytes)
    return again?.body == message.body && again?.number == message.number
      ? nil : "it is another request when it is written"
  }

  static func ofReply(_ bytes: [UInt8]) -> String? {
    guard let message = Message<Reply>(bytes) else { return nil }
    if Message<Request>(bytes) != nil { return "it is a request, too" }
    let again = Message<Reply>(message.bytes)
    return again?.body == message.body && again?.number == message.number
      ? nil : "it is another reply when it is written"
  }
}
