import Identity
import Messages

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

  static func ofWorkerReply(_ bytes: [UInt8]) -> String? {
    guard let reply = WorkerReply(bytes) else { return nil }
    let written: [UInt8]
    switch reply {
    // A keeper's welcome says more.
    case .welcome(let version): written = [0x41, 0, 7, 0, 1, 1, 0, version.major, 2, 1, 0, version.minor]
    case .ask(let question):
      if question.challenges.isEmpty { return "it is a question without a field" }
      written = Reply.ask(question).message(7)
    case .tell(let notice): written = Reply.tell(notice).message(7)
    case .wait(let waiting): written = Reply.wait(waiting).message(7)
    case .proven(let id, let name): written = Reply.proven(id: id, name: name).message(7)
    case .refused: written = Reply.ended(.refused(blockedFor: nil, isNew: false)).message(7)
    case .unavailable: written = Reply.unavailable(.busy).message(7)
    }
    return WorkerReply(written) == reply ? nil : "it is another reply when it is written"
  }
}
