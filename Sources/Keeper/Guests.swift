/// The users of a keeper, with what each of them has of it now. It is a pure value; its times are of a clock that never goes back.
struct Guests {
  private struct Guest {
    var connections = 0
    var answers = 0
    var workers = 0
    var conversations: TokenBucket?
    /// When the log told of this user last.
    var noted: Duration?
  }

  private var guests: [UInt32: Guest] = [:]
  private(set) var connections = 0
  private var answers = 0
  private var workers = 0

  /// How long the log says nothing more of a user.
  static let silence = Duration.seconds(60)
  /// With more users than that, those who have nothing and lack nothing are forgotten.
  private static let mostRemembered = 256

  /// A connection is there. Returns the limit that it breaks; nil if it may stay.
  mutating func arrive(_ uid: UInt32, under limits: Limits, at now: Duration) -> KeeperEvent.Limit? {
    if guests.count > Self.mostRemembered { forget(at: now) }
    guard connections < Limits.mostConnections else { return .connections }
    guard guests[uid, default: Guest()].connections < limits.share(of: uid).connections else {
      return .connectionsOfUser
    }
    connections += 1
    guests[uid, default: Guest()].connections += 1
    return nil
  }

  /// A connection that could stay is over.
  mutating func depart(_ uid: UInt32) {
    connections -= 1
    guests[uid]?.connections -= 1
  }

  /// A conversation begins. Returns the limit that it breaks; nil if it may go on.
  mutating func converse(_ uid: UInt32, under limits: Limits, at now: Duration) -> KeeperEvent.Limit? {
    let perMinute = limits.share(of: uid).conversations
    var bucket = guests[uid, default: Guest()].conversations ?? TokenBucket(perMinute: perMinute, at: now)
    if bucket.perMinute != perMinute { bucket = TokenBucket(perMinute: perMinute, at: now) }
    defer { guests[uid, default: Guest()].conversations = bucket }
    return bucket.take(at: now) ? nil : .conversations
  }

  /// An answer is there to be verified. Returns the limit that it breaks; nil if it may be.
  mutating func answer(_ uid: UInt32, under limits: Limits) -> KeeperEvent.Limit? {
    guard answers < Limits.mostAnswers else { return .answers }
    guard guests[uid, default: Guest()].answers < limits.share(of: uid).answers else { return .answersOfUser }
    answers += 1
    guests[uid, default: Guest()].answers += 1
    return nil
  }

  /// An answer that could be verified is done with.
  mutating func endAnswer(_ uid: UInt32) {
    answers -= 1
    guests[uid]?.answers -= 1
  }

  /// A conversation needs a worker. Returns the limit that it breaks; nil if it may have one.
  mutating func hire(_ uid: UInt32, under limits: Limits) -> KeeperEvent.Limit? {
    guard workers < Limits.mostWorkers else { return .workers }
    guard guests[uid, default: Guest()].workers < limits.share(of: uid).workers else { return .workersOfUser }
    workers += 1
    guests[uid, default: Guest()].workers += 1
    return nil
  }

  /// A conversation that could have a worker is over.
  mutating func dismiss(_ uid: UInt32) {
    workers -= 1
    guests[uid]?.workers -= 1
  }

  /// Whether the log has said nothing of that user for a minute. From now on it has.
  mutating func note(_ uid: UInt32, at now: Duration) -> Bool {
    if let noted = guests[uid]?.noted, now - noted < Self.silence { return false }
    guests[uid, default: Guest()].noted = now
    return true
  }

  private mutating func forget(at now: Duration) {
    guests = guests.filter { _, guest in
      var bucket = guest.conversations
      let lacksNothing = bucket?.isFull(at: now) ?? true
      let isSilent = guest.noted.map { now - $0 < Self.silence } ?? false
      return guest.connections > 0 || guest.answers > 0 || guest.workers > 0 || !lacksNothing || isSilent
    }
  }
}
