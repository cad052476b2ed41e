import Identity

// The records that messages are made of. Each takes its own fields in a field of the message.

extension FieldWriter {
  /// A range of lengths, as two fields: `tag` and the next one.
  mutating func put(_ tag: UInt8, _ range: ClosedRange<Int>) {
    put(tag, range.lowerBound)
    put(tag + 1, range.upperBound)
  }

  mutating func put(_ source: AttemptSource) {
    put(1, source.tty)
    put(2, source.uid)
    put(3, source.host)
    put(4, source.program)
  }

  mutating func put(_ id: AttemptID) {
    put(1, id.time.milliseconds)
    put(2, id.number)
  }

  mutating func put(_ attempt: Attempt) {
    put(1) { $0.put(attempt.id) }
    put(2, attempt.time.milliseconds)
    put(3, attempt.email.text)
    put(4, attempt.outcome.rawValue)
    put(5) { $0.put(attempt.source) }
    if attempt.times != 1 { put(6, attempt.times) }
    if attempt.until != attempt.time { put(7, attempt.until.milliseconds) }
  }

  mutating func put(_ session: Session) {
    put(1, session.id.text)
    put(2, session.email.text)
    put(3, session.opened.milliseconds)
    put(4, session.lastUsed.milliseconds)
    put(5, session.lifetime.idle.wholeMilliseconds)
    put(6, session.lifetime.absolute.wholeMilliseconds)
    if let uid = session.uid { put(7, uid) }
    guard let place = session.place else { return }
    put(128, place.tty)
    put(129, place.host)
    put(130, place.program)
  }
}

extension FieldReader {
  /// A range of lengths, at least 0, from two fields.
  mutating func range(_ tag: UInt8) throws(Malformed) -> ClosedRange<Int> {
    let (least, most): (Int, Int) = (try number(tag), try number(tag + 1))
    guard 0 <= least, least <= most else { throw Malformed() }
    return least...most
  }
}

extension AttemptSource {
  init(_ fields: inout FieldReader) throws(Malformed) {
    self.init(
      tty: try fields.text(1), uid: try fields.number(2), host: try fields.text(3), program: try fields.text(4))
    try fields.finish()
  }
}

extension AttemptID {
  init(_ fields: inout FieldReader) throws(Malformed) {
    self.init(time: Timestamp(milliseconds: try fields.number(1)), number: try fields.number(2))
    try fields.finish()
  }
}

extension Attempt {
  init(_ fields: inout FieldReader) throws(Malformed) {
    var (id, source) = (try fields.inner(1), try fields.inner(5))
    guard let email = EmailAddress(stored: try fields.text(3)) else { throw Malformed() }
    let time = Timestamp(milliseconds: try fields.number(2))
    let times: Int = try fields.optionalNumber(6) ?? 1
    guard times > 0 else { throw Malformed() }
    self.init(
      id: try AttemptID(&id), time: time, email: email, outcome: AttemptOutcome(rawValue: try fields.text(4)),
      source: try AttemptSource(&source), times: times,
      until: try fields.optionalNumber(7).map(Timestamp.init(milliseconds:)))
  }
}

extension Session {
  init(_ fields: inout FieldReader) throws(Malformed) {
    guard let id = SessionID(try fields.text(1)), let email = EmailAddress(stored: try fields.text(2)) else {
      throw Malformed()
    }
    self.init(
      id: id, email: email, opened: Timestamp(milliseconds: try fields.number(3)),
      lastUsed: Timestamp(milliseconds: try fields.number(4)),
      lifetime: SessionLifetime(
        idle: .milliseconds(try fields.number(5) as Int64), absolute: .milliseconds(try fields.number(6) as Int64)),
      uid: try fields.optionalNumber(7),
      place: SessionPlace(
        tty: try fields.optionalText(128), host: try fields.optionalText(129), program: try fields.optionalText(130)))
    try fields.finish()
  }
}
