public import Identity

/// A worker's answers to its keeper: some of those that a keeper gives to its form, and nothing else.
public enum WorkerReply: Sendable, Hashable {
  /// The answer to hello, with the worker's version of the protocol.
  case welcome(ProtocolVersion)
  /// The conversation goes on: answer this.
  case ask(Question)
  /// The conversation goes on: show this.
  case tell(Notice)
  /// The conversation goes on when something happened elsewhere.
  case wait(Waiting)
  /// The person is the subject of that id. Their name is as given, or as typed if nil.
  case proven(id: String, name: String?)
  /// The proof has failed.
  case refused
  /// Nothing can be proven now.
  case unavailable

  /// Reads a message; nil unless it is one that a worker may send. Of a welcome and of an end it reads only what matters,
  /// so that a worker need not know more.
  public init?(_ message: [UInt8]) {
    guard let header = MessageHeader(message) else { return nil }
    switch header.type {
    case 0x41:
      guard var fields = try? FieldReader(message[MessageHeader.byteCount...]),
        let major: UInt8 = try? fields.number(1), let minor: UInt8 = try? fields.number(2)
      else { return nil }
      self = .welcome(ProtocolVersion(major: major, minor: minor))
      return
    case 0x48:
      self = .unavailable
      return
    default: break
    }
    switch Reply(message) {
    case .ask(let question):
      guard Set(question.challenges.map(\.id)).count == question.challenges.count else { return nil }
      self = .ask(question)
    case .tell(let notice): self = .tell(notice)
    case .wait(let waiting): self = .wait(waiting)
    case .proven(let id, let name): self = .proven(id: id, name: name)
    case .ended(.refused): self = .refused
    default: return nil
    }
  }
}
