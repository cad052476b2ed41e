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

  static func ofAdminRequest(_ bytes: [UInt8]) -> String? {
    guard let request = AdminRequest(bytes) else { return nil }
    if Request(bytes) != nil { return "it is a form's request, too" }
    return AdminRequest(request.message(7)) == request ? nil : "it is another request when it is written"
  }

  static func ofAdminReply(_ bytes: [UInt8]) -> String? {
    guard let reply = AdminReply(bytes) else { return nil }
    if Reply(bytes) != nil { return "it is a reply to a form, too" }
    return AdminReply(reply.message(7)) == reply ? nil : "it is another reply when it is written"
  }
}
