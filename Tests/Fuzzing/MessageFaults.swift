import AccountService
import Messages

/// The rules for messages: whatever is read can be written, and is read again as the same.
enum MessageFaults {
  static func ofRequest(_ bytes: [UInt8]) -> String? {
    guard let message = Envelope<Request>(bytes) else { return nil }
    if Envelope<Reply>(bytes) != nil { return "it is a reply, too" }
    let again = Envelope<Request>(message.bytes)
    return again?.body == message.body && again?.number == message.number
      ? nil : "it is another request when it is written"
  }

  static func ofReply(_ bytes: [UInt8]) -> String? {
    guard let message = Envelope<Reply>(bytes) else { return nil }
    if Envelope<Request>(bytes) != nil { return "it is a request, too" }
    let again = Envelope<Reply>(message.bytes)
    return again?.body == message.body && again?.number == message.number
      ? nil : "it is another reply when it is written"
  }
}
